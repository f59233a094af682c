package feed

import (
	"slices"

	"gateway/domain/balance"
	"gateway/domain/payment"
)

// The names of the entries that are not about a payout.
const (
	TransactionCreated = "transaction.created"
	InvoicePaid        = "invoice.paid"
	InvoiceSettled     = "invoice.settled"
	InvoiceExpired     = "invoice.expired"
	PaymentUnderReview = "payment.under_review"
	PaymentReversed    = "payment.reversed"
	ReversalReturned   = "payment.reversal_returned"
	TicketAnswered     = "ticket.answered"
	AccountUpdated     = "account.updated"
	// WithholdingCorrected is about the slips of a month together.
	WithholdingCorrected = "withholding.corrected"
)

// requested stands for the status pending in a name, because a name says what happened, not what is.
const requested = "requested"

// payoutWords lists the words for a payout's changes of status.
var payoutWords = []string{
	requested, balance.StatusProcessing, balance.StatusCompleted, balance.StatusFailed,
	balance.StatusRejected, balance.StatusCancelled, balance.StatusReversed,
}

// Names lists all names, in the order of the API description.
var Names = slices.Concat(
	[]string{TransactionCreated, InvoicePaid, InvoiceSettled, InvoiceExpired, PaymentUnderReview, PaymentReversed, ReversalReturned},
	payoutNames(balance.Withdrawal), payoutNames(balance.Settlement), refundNames(), disputeNames(),
	slipNames(), []string{WithholdingCorrected, TicketAnswered, AccountUpdated},
)

func payoutNames(kind string) (names []string) {
	for _, word := range payoutWords {
		names = append(names, PayoutName(kind, word))
	}
	return names
}

func refundNames() (names []string) {
	for _, status := range payment.RefundStatuses() {
		names = append(names, RefundName(status))
	}
	return names
}

// disputeNames has a name for each status of a dispute.
func disputeNames() (names []string) {
	for _, status := range payment.DisputeStatuses() {
		names = append(names, DisputeName(status))
	}
	return names
}

// slipNames has a name for each state of a withholding slip.
func slipNames() (names []string) {
	for _, state := range balance.SlipStates() {
		names = append(names, SlipName(state))
	}
	return names
}

// SlipName returns the name of a change of a withholding slip, such as `withholding_slip.approved`. The state is one of
// balance.SlipStates.
func SlipName(state string) string { return "withholding_slip." + state }

// RefundName returns the name of a refund's change, such as `refund.succeeded`. The status is one of payment.RefundStatuses.
func RefundName(status string) string { return "refund." + status }

// DisputeName returns the name of a dispute's change, such as `dispute.won`. The status is one of package payment.
func DisputeName(status string) string { return "dispute." + status }

// PayoutName returns the name of a payout's change, such as `withdrawal.completed`. The kind and the status
// are those of package balance; pending gives `requested`.
func PayoutName(kind, status string) string {
	if status == balance.StatusPending {
		status = requested
	}
	return kind + "." + status
}

// Known reports whether the name is one of Names.
func Known(name string) bool { return slices.Contains(Names, name) }
