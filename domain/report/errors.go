package report

import (
	"errors"
	"fmt"
)

// ErrNoRecord says that the provider has no record under the requested id. After a creation with an unknown
// outcome this is no proof that none will appear: ask again.
var ErrNoRecord = errors.New("provider: not found")

// Refused says that the provider definitely did not carry out the request: a 4xx with the provider's own
// error body. Code is the provider's error code, such as API_VALIDATION_ERROR. The adapter, which knows the provider's
// codes, says what a refusal is about; without any of the facts it may depend on the account, the key or the time.
type Refused struct {
	Status  int
	Code    string
	Message string
	// OfCredentials says that the provider refused the keys of the gateway. It did not refuse the request itself, which
	// can be sent again once the keys are correct.
	OfCredentials bool
	// OfContract says that our contract lacks something, or that our key was refused, so that another connection may
	// do what this one refused.
	OfContract bool
	// OfOrder says that the provider refused a payout order because of its content, or a refund because of its payment, so
	// that the same order will always be refused.
	OfOrder bool
	// OfLateVoid says that a payment can't be voided any more, and was not. It can still be refunded.
	OfLateVoid bool
	// OfMissing says that the provider does not know what the request is about.
	OfMissing bool
}

func (e *Refused) Error() string {
	return fmt.Sprintf("provider: refused with %d %s: %s", e.Status, e.Code, e.Message)
}

// Unknown says that the outcome of a call is not known: a timeout, a broken connection, a 5xx, 408 or 429, an
// answer that can't be read. A 409 or a code that begins with DUPLICATE is unknown too: an earlier call with
// this id or idempotency key may have been carried out. The caller asks by the gateway's own reference, and
// never treats Unknown as a refusal.
type Unknown struct {
	Err error
}

func (e *Unknown) Error() string { return "provider: outcome unknown: " + e.Err.Error() }

// Unwrap returns the cause. It is never a *Refused.
func (e *Unknown) Unwrap() error { return e.Err }

// NotSent says that a call certainly did nothing, because it never left: no connection was made, or there was no
// access token for it. Another connection may be asked instead.
type NotSent struct {
	Err error
}

func (e *NotSent) Error() string { return "provider: not sent: " + e.Err.Error() }

// Unwrap returns the cause.
func (e *NotSent) Unwrap() error { return e.Err }

// MadeNothing reports whether a creation that failed with the error certainly made nothing, for a reason that another
// connection need not share; cause names it. All other failures stay with the connection: it may have made
// something, or the order itself is wrong.
func MadeNothing(err error) (cause string, ok bool) {
	if _, notSent := errors.AsType[*NotSent](err); notSent {
		return "not_sent", true
	}
	if errors.Is(err, errors.ErrUnsupported) {
		return "not_supported", true
	}
	refused, ok := errors.AsType[*Refused](err)
	if !ok || !refused.OfContract {
		return "", false
	}
	return refused.Code, true
}

// FloatEmpty says that the provider did not accept a payout order, because the gateway's own money there does
// not suffice. The order itself may be fine: it can be sent again, with the same idempotency key, once there
// is money. Code is the provider's error_code.
type FloatEmpty struct {
	Code string
}

func (e *FloatEmpty) Error() string { return "provider: our own balance does not suffice: " + e.Code }

// IsFloatCode reports whether the provider uses this code to say that the gateway's own money there does not
// suffice, in the answer to an order or as the failure code of a payout.
func IsFloatCode(code string) bool {
	return code == "INSUFFICIENT_BALANCE" || code == "DIRECT_DISBURSEMENT_BALANCE_INSUFFICIENT_ERROR"
}
