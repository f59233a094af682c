package provider

import (
	"errors"
	"fmt"
)

// ErrNotFound says that the provider has nothing under the id asked for. After an
// unknown creation that is no proof that nothing will come: ask again.
var ErrNotFound = errors.New("provider: not found")

// Refused says that the provider definitely did not do it: a 4xx with the
// provider's own error body. Code is its error_code, such as
// API_VALIDATION_ERROR.
type Refused struct {
	Status  int
	Code    string
	Message string
}

func (e *Refused) Error() string {
	return fmt.Sprintf("provider: refused with %d %s: %s", e.Status, e.Code, e.Message)
}

// Unknown says that it could not be learned what the provider did: a timeout, a
// broken connection, a 5xx, 408 or 429, an answer that can't be read. A 409 is
// unknown too, since it says that an earlier call with this id or idempotency key
// may have been done. Ask by our external_id; never take it for a no.
type Unknown struct {
	Err error
}

func (e *Unknown) Error() string { return "provider: outcome unknown: " + e.Err.Error() }

// Unwrap gives the cause. It is never a *Refused.
func (e *Unknown) Unwrap() error { return e.Err }
