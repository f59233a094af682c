// Package envelope reads requests and writes answers in the JSON of the API: bodies and
// parameters are read strictly, with errors that name the field; answers have the one
// shape of the API; and here alone a refusal becomes an HTTP status. Handlers use it to
// bind, call one use case and answer (Handle, HandleNew, HandleCreation). It knows no
// feature.
package envelope
