package domain

import (
	"fmt"
	"strings"
)

// Kind is the class of a refusal. Package http/api/envelope maps each kind to one HTTP status.
type Kind int

// The kinds, with their HTTP status.
const (
	Invalid      Kind = iota // 400: the request, or the state of the object that it names, does not allow it
	Unauthorized             // 401: no valid credential
	Forbidden                // 403: the account may not do this
	NotFound                 // 404
	Conflict                 // 409
	TooMany                  // 429: a rate limit
	Upstream                 // 502: the payment provider refused or did not answer
	Gone                     // 410: the request continues from something that no longer exists
	Busy                     // 503: too much contention, try again
)

// Refusal is an error that is shown to clients. All other errors are hidden behind a 500.
// Code is a stable snake_case word (`data.error_code`), Field names the wrong input if
// there is one, and Message is for people.
type Refusal struct {
	Kind    Kind
	Code    string
	Field   string
	Message string
	// Brief replaces Message in a summary of several wrong fields; if it is empty, Message is used.
	Brief string
	// Also lists the refusals of other wrong fields of the same request (Together).
	Also []*Refusal
}

func (r *Refusal) Error() string {
	if r.Field != "" {
		return r.Code + ": " + r.Field + ": " + r.Message
	}
	return r.Code + ": " + r.Message
}

// Is makes errors.Is compare refusals by their code only.
func (r *Refusal) Is(target error) bool {
	t, ok := target.(*Refusal)
	return ok && t.Code == r.Code
}

// Refuse makes a Refusal without a field.
func Refuse(kind Kind, code, format string, args ...any) *Refusal {
	return &Refusal{Kind: kind, Code: code, Message: fmt.Sprintf(format, args...)}
}

// UnknownCode returns the Refusal of an input that is none of the known codes: kind Invalid, code
// invalid_field. Only its Message lists the codes, so that an answer lists them once.
func UnknownCode(field string, known []string) *Refusal {
	r := InvalidField(field, "must be one of %s", strings.Join(known, ", "))
	r.Brief = "is not a known code; errors lists them"
	return r
}

// InvalidField returns the Refusal of an input: kind Invalid, code invalid_field.
func InvalidField(field, format string, args ...any) *Refusal {
	return &Refusal{Kind: Invalid, Code: "invalid_field", Field: field, Message: fmt.Sprintf(format, args...)}
}
