// Package envelope reads requests and writes answers in the JSON of the API. It reads bodies and parameters
// strictly and names the wrong field in each error. All answers have one shape. It is the only place that turns
// a refusal into an HTTP status. Handlers use it to bind a request, call one use case and answer (Handle,
// HandleNew, HandleCreation). It knows no feature.
package envelope
