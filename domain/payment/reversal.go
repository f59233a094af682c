package payment

import (
	"time"

	"github.com/shopspring/decimal"
)

// The kinds of reversal. A void undoes a payment as if it had not been made. A refund goes
// to the customer on the merchant's side, a chargeback on the customer's.
const (
	Void       = "void"
	Refund     = "refund"
	Chargeback = "chargeback"
)

// Who takes money back.
const (
	ByProvider = "provider"
	ByMerchant = "merchant"
	ByAdmin    = "admin"
)

// MaxReversals bounds the reversals of one payment, with those that wait and those that
// contradict it.
const MaxReversals = 100

// Reversal is the news that money of a payment was taken back.
type Reversal struct {
	// ReversalID tells a second reversal from repeated news: the provider's id of it, or
	// else ours.
	ReversalID string `json:"reversal_id"`
	Kind       string `json:"kind"`
	// Amount is whole rupiah, of the gross amount. 0 stands for all of a void.
	Amount decimal.Decimal `json:"reversed_amount"`
	Reason string          `json:"reason"`
	// By is provider, merchant or admin.
	By string `json:"by"`
	// RefundID is that of the refund which a merchant asked for, 0 for none.
	RefundID int64 `json:"refund_id"`
	// ProviderPaymentID names the money. It is empty where the news does not.
	ProviderPaymentID string `json:"provider_payment_id"`
}

// Reversed says that money was taken back after it was paid (API reference: Money taken
// back). The status of the payment stays. The amounts are rupiah:
// ClientBears + FromSuspense + Fee + VAT goes back to the provider. That is Amount, or
// nothing where money in suspense had been refunded before.
type Reversed struct {
	Identity
	Reversal
	// SuspenseID is that of the money, 0 for money that was credited at once.
	SuspenseID int64 `json:"suspense_id"`
	// PreviousStatus is the status of the payment, which stays.
	PreviousStatus string `json:"previous_status"`
	// ClientBears is taken from the client: FromUnsettled of it from what of this payment
	// is unsettled, the rest from what is available, and what that lacks is receivable.
	ClientBears   decimal.Decimal `json:"client_bears"`
	FromUnsettled decimal.Decimal `json:"from_unsettled"`
	// FromSuspense is what money in suspense shrinks by. SuspenseClosed: nothing is left.
	FromSuspense   decimal.Decimal `json:"from_suspense"`
	SuspenseClosed bool            `json:"suspense_closed"`
	// Fee and VAT go back to the client, at a void only.
	Fee decimal.Decimal `json:"fee"`
	VAT decimal.Decimal `json:"vat"`
	// Waited: ReversalReported said it before, here and in the events below.
	Waited bool `json:"waited"`
	// WasUndecided: the last ReversalReported said that a person decides, here and below.
	WasUndecided bool      `json:"was_undecided"`
	At           time.Time `json:"at"`
}

// Back is what goes back to the provider, in rupiah: Amount, or 0 where money in suspense
// had been refunded before.
func (e Reversed) Back() decimal.Decimal {
	return e.ClientBears.Add(e.FromSuspense).Add(e.Fee).Add(e.VAT)
}

// IsOfCredit reports whether the client had been credited with the money.
func (e Reversed) IsOfCredit() bool { return e.Back().GreaterThan(e.FromSuspense) }

// UndoesPayment reports whether the provider undid the payment itself: it was voided, or the
// provider's books list it as reversed as a whole. Money that was not settled by then never is.
func (e Reversed) UndoesPayment() bool {
	return e.Kind == Void || e.ReversalID == reversedID(e.ProviderPaymentID)
}

// ReversalReported says that money was taken back, and that it can't be booked yet: it is not
// known to have been paid, or a person decides which money it was. It changes nothing, and is
// decided again when more is known.
type ReversalReported struct {
	Identity
	Reversal
	// Unconfirmed: a notification says so. It is decided when the provider's books say so.
	Unconfirmed bool `json:"unconfirmed"`
	// Undecided: a person must say which money it was (AssignReversal).
	Undecided    bool      `json:"undecided"`
	Waited       bool      `json:"waited"`
	WasUndecided bool      `json:"was_undecided"`
	At           time.Time `json:"at"`
}

// ReversalContradicted says that news of a reversal does not fit the payment. It moves no
// money: a person must look at it.
type ReversalContradicted struct {
	Identity
	Reversal
	// PreviousStatus is the status of the payment, which stays.
	PreviousStatus string `json:"previous_status"`
	// Contradiction is one of the words below.
	Contradiction string    `json:"contradiction"`
	Waited        bool      `json:"waited"`
	WasUndecided  bool      `json:"was_undecided"`
	At            time.Time `json:"at"`
}

// The contradictions between the news of a reversal and a payment.
const (
	// VoidAfterReversal: a void undoes all of a payment, of which a part went back before.
	VoidAfterReversal = "void_after_reversal"
	// OtherAmount: a void of another amount than was paid.
	OtherAmount = "other_amount"
	// NotWhole: the amount is not whole rupiah above 0.
	NotWhole = "not_whole"
	// MoreThanPaid: more than was paid and not taken back yet.
	MoreThanPaid = "more_than_paid"
	// RefundedByHand: a chargeback or a void of money that we had paid back by hand. The customer
	// has it twice, and no client bears it.
	RefundedByHand = "refunded_by_hand"
)
