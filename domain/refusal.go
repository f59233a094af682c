package domain

import "fmt"

// Kind sorts refusals by what the caller can do about them. The HTTP layer maps
// each kind to one status, in one place.
type Kind int

// The kinds, with the status that section 7 of the specification gives them.
const (
	Invalid      Kind = iota // 400: the request, or the state of what it names, does not allow it
	Unauthorized             // 401: no valid credential
	Forbidden                // 403: the account may not do this
	NotFound                 // 404
	Conflict                 // 409
	TooMany                  // 429: a rate limit
	Upstream                 // 502: the payment provider refused or did not answer
	Busy                     // 503: too much contention, try again
)

// Refusal is the one error of this program that a client is shown. Code is a
// stable snake_case word (`data.error_code`); Field names the offending input
// when there is one; Message is for people.
type Refusal struct {
	Kind    Kind
	Code    string
	Field   string
	Message string
}

func (r *Refusal) Error() string {
	if r.Field != "" {
		return r.Code + ": " + r.Field + ": " + r.Message
	}
	return r.Code + ": " + r.Message
}

// Is lets errors.Is match refusals by code, whatever their message says.
func (r *Refusal) Is(target error) bool {
	t, ok := target.(*Refusal)
	return ok && t.Code == r.Code
}

// Refuse makes a Refusal without a field.
func Refuse(kind Kind, code, format string, args ...any) *Refusal {
	return &Refusal{Kind: kind, Code: code, Message: fmt.Sprintf(format, args...)}
}

// InvalidField makes the 400 that names the field.
func InvalidField(field, format string, args ...any) *Refusal {
	return &Refusal{Kind: Invalid, Code: "invalid_field", Field: field, Message: fmt.Sprintf(format, args...)}
}
