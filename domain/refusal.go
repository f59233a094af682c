package domain

import (
	"errors"
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

// Together combines the errors of the checks of one request, so that the answer names every wrong field at
// once. The first error decides: if it names no field, it is the whole answer. Otherwise the errors that name
// further fields are added in Also, and for each field only the first error that blames it. A check may
// therefore run on a field that another check has refused: its error is dropped. Without an error it returns
// nil.
func Together(errs ...error) error {
	var first *Refusal
	for _, err := range errs {
		if err == nil {
			continue
		}
		var refusal *Refusal
		blames := errors.As(err, &refusal) && refusal.Kind == Invalid && refusal.Field != ""
		switch {
		case first == nil && !blames:
			return err
		case first == nil:
			clone := *refusal
			clone.Also = nil
			first = &clone
			first.join(refusal.Also...)
		case blames:
			first.join(append([]*Refusal{refusal}, refusal.Also...)...)
		}
	}
	if first == nil {
		return nil
	}
	return first
}

// Prefixed returns the error with the prefix before the name of each field that it blames, for a check of an object within
// another one.
func Prefixed(prefix string, err error) error {
	var refusal *Refusal
	if prefix == "" || !errors.As(err, &refusal) || refusal.Field == "" {
		return err
	}
	clone := *refusal
	clone.Field, clone.Also = prefix+clone.Field, nil
	for _, also := range refusal.Also {
		more := *also
		more.Field = prefix + more.Field
		clone.Also = append(clone.Also, &more)
	}
	return &clone
}

// Fields returns the refusal and those in Also, as far as they name a field.
func (r *Refusal) Fields() []*Refusal {
	if r.Field == "" {
		return nil
	}
	return append([]*Refusal{r}, r.Also...)
}

func (r *Refusal) join(more ...*Refusal) {
	for _, other := range more {
		if other.Field != "" && !r.names(other.Field) {
			r.Also = append(r.Also, &Refusal{Kind: other.Kind, Code: other.Code, Field: other.Field, Message: other.Message, Brief: other.Brief})
		}
	}
}

func (r *Refusal) names(field string) bool {
	for _, known := range r.Fields() {
		if known.Field == field {
			return true
		}
	}
	return false
}

// Within prefixes the fields of a refusal with the object of the request that contains them, such as
// metadata.callback_url.
func Within(object string, err error) error {
	var refusal *Refusal
	if !errors.As(err, &refusal) || refusal.Field == "" {
		return err
	}
	nested := *refusal
	nested.Field, nested.Also = object+"."+refusal.Field, nil
	for _, other := range refusal.Also {
		further := *other
		further.Field = object + "." + other.Field
		nested.Also = append(nested.Also, &further)
	}
	return &nested
}
