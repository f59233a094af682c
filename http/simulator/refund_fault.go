package simulator

import "net/http"

// refundFault is what a refund of an amount in the list of the package comment does.
type refundFault struct {
	amountFault
	// answer is the error at once, code the failure code of one that fails later.
	answer error
	code   string
	// atOnce answers with the outcome, stays waits for a tester, bounces fails after it succeeded, and twice wraps the
	// notification twice, as the provider's documentation shows it.
	atOnce, stays, bounces, twice bool
}

var (
	errIneligible  = &apiError{http.StatusForbidden, "INELIGIBLE_TRANSACTION", "The transaction is not eligible for a void or a refund"}
	errRefundFloat = &apiError{http.StatusBadRequest, noFloat, "Not enough balance to refund. Add funds to your balance and try again."}
)

// bounceCode is the failure code of a refund that fails after it succeeded.
const bounceCode = "ACCOUNT_NOT_FOUND"

// refundFaults are the faults by the amount of the refund. Those of 10300 to 10305 and 20300 to 20304 are the provider's
// own for refunds by QR code, but for 10302, which its documentation leaves out.
var refundFaults = map[string]refundFault{
	"13013": {amountFault: refused}, "13404": {amountFault: lost}, "13504": {amountFault: unanswered}, "13508": {amountFault: slow},
	"10300": {answer: &apiError{http.StatusBadRequest, "MAXIMUM_REFUND_AMOUNT_REACHED", "the amount asks to be refused"}},
	"10301": {answer: &apiError{http.StatusBadRequest, "PARTIAL_REFUND_NOT_SUPPORTED", "the amount asks to be refused"}},
	"10302": {answer: errRefundFloat},
	"10303": {answer: &apiError{http.StatusBadRequest, "REFUND_NOT_SUPPORTED", "the amount asks to be refused"}},
	"10304": {answer: &apiError{http.StatusBadRequest, "REFUND_IN_PROGRESS", "the amount asks to be refused"}},
	"10305": {answer: errIneligible},
	"20300": {code: "INELIGIBLE_TRANSACTION"}, "20301": {code: noFloat}, "20302": {code: "REFUND_TEMPORARILY_UNAVAILABLE"},
	"20303": {code: "MAXIMUM_USER_BALANCE_EXCEEDED"}, "20304": {code: noFloat},
	"30300": {atOnce: true}, "30301": {bounces: true}, "30303": {twice: true}, "30305": {stays: true},
}

// The amounts of charges whose void is refused as too late, or fails after it was accepted.
const (
	lateVoidAmount   = 30302
	failedVoidAmount = 30304
)
