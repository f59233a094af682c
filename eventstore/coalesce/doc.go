// Package coalesce combines calls that arrive at the same time and answers them with one query.
//
// The log's short reads and the read models' balance use it. What a call asks for, and how it is answered,
// must not live here.
package coalesce
