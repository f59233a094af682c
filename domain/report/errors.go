package report

import (
	"errors"
	"fmt"
)

// ErrNoRecord says that the provider has no record under the id asked for. After a
// creation of unknown outcome this is no proof that nothing will come: ask again.
var ErrNoRecord = errors.New("provider: not found")

// Refused says that the provider definitely did not do what was asked: a 4xx with
// the provider's own error body. Code is its error_code, such as
// API_VALIDATION_ERROR.
type Refused struct {
	Status  int
	Code    string
	Message string
}

func (e *Refused) Error() string {
	return fmt.Sprintf("provider: refused with %d %s: %s", e.Status, e.Code, e.Message)
}

// Unknown says that the outcome of a call is not known: a timeout, a broken
// connection, a 5xx, 408 or 429, an answer that can't be read. A 409 is unknown,
// too: an earlier call with this id or idempotency key may have been done. The
// caller asks by our own reference, and never takes Unknown for a refusal.
type Unknown struct {
	Err error
}

func (e *Unknown) Error() string { return "provider: outcome unknown: " + e.Err.Error() }

// Unwrap gives the cause. It is never a *Refused.
func (e *Unknown) Unwrap() error { return e.Err }
