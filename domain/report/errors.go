package report

import (
	"errors"
	"fmt"
	"slices"
)

// ErrNoRecord says that the provider has no record under the requested id. After a creation with an unknown
// outcome this is no proof that none will appear: ask again.
var ErrNoRecord = errors.New("provider: not found")

// Refused says that the provider definitely did not carry out the request: a 4xx with the provider's own
// error body. Code is its error_code, such as API_VALIDATION_ERROR.
type Refused struct {
	Status  int
	Code    string
	Message string
}

func (e *Refused) Error() string {
	return fmt.Sprintf("provider: refused with %d %s: %s", e.Status, e.Code, e.Message)
}

// aboutTheOrder lists the codes by which the provider refuses the content of a payout order.
var aboutTheOrder = []string{
	"API_VALIDATION_ERROR", "INVALID_JSON_FORMAT", "BANK_CODE_NOT_SUPPORTED_ERROR", "CHANNEL_CODE_NOT_SUPPORTED_ERROR",
	"CHANNEL_CODE_NOT_SUPPORTED",
	"DISBURSEMENT_DESCRIPTION_NOT_FOUND_ERROR", "DIRECT_DISBURSEMENT_VALIDATION_ERROR", "INVALID_ACCOUNT_NUMBER_ERROR",
	"RECIPIENT_ACCOUNT_NUMBER_ERROR", "RECIPIENT_AMOUNT_ERROR", "MAXIMUM_TRANSFER_LIMIT_ERROR", "MINIMUM_TRANSFER_LIMIT_ERROR",
	"AMOUNT_ABOVE_MAX_LIMIT", "AMOUNT_BELOW_MIN_LIMIT", "INVALID_DESTINATION",
}

// OfOrder reports whether the provider refused a payout order because of its content, so that the same order
// will always be refused. A refusal with any other code may depend on the account, the key or the time.
func (e *Refused) OfOrder() bool { return slices.Contains(aboutTheOrder, e.Code) }

// The HTTP statuses by which a provider refuses an API key.
const (
	statusUnauthorized = 401
	statusForbidden    = 403
)

// OfCredentials reports whether the provider refused the API key of the gateway. It did not refuse the request
// itself, which can be sent again once the key is correct.
func (e *Refused) OfCredentials() bool {
	return e.Status == statusUnauthorized || e.Status == statusForbidden
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

// ofConnection lists the codes by which a provider says that our contract lacks something. Another contract may have it.
var ofConnection = []string{"CHANNEL_NOT_ACTIVATED", "CHANNEL_NOT_AVAILABLE", "REQUEST_FORBIDDEN_ERROR"}

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
	if !ok || refused.Status != statusUnauthorized && !slices.Contains(ofConnection, refused.Code) {
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
