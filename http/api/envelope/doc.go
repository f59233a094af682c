// Package envelope reads requests and writes answers in the JSON of the API. It reads bodies and parameters
// strictly and names the wrong field in each error. All answers have one shape. It is the only place that turns
// a refusal into an HTTP status. It makes operations of use cases: bind a request, call, answer (Call, Act and
// the like, Handle, HandleCreation). It knows no feature.
package envelope
