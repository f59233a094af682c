// Package envelope is the JSON edge of the API: the one answer shape of section
// 2.1, the one place that maps a refusal to a status, and strict reading of bodies
// and queries, with errors that name the field. It knows nothing of payments.
package envelope
