package payment

import (
	"time"

	"github.com/shopspring/decimal"
)

// The kinds of reversal. A void undoes a payment as if it had not been made. A refund returns money at the
// merchant's wish, a chargeback at the customer's.
const (
	Void       = "void"
	Refund     = "refund"
	Chargeback = "chargeback"
)

// The parties that can take money back.
const (
	ByProvider = "provider"
	ByMerchant = "merchant"
	ByAdmin    = "admin"
)

// MaxReversals limits the reversals of one payment, including those that wait and those that contradict the
// payment.
const MaxReversals = 100

// Reversal is the news that money of a payment was taken back.
type Reversal struct {
	// ReversalID distinguishes a second reversal from repeated news. It is the provider's id of the reversal,
	// or else one made by the gateway.
	ReversalID string `json:"reversal_id"`
	Kind       string `json:"kind"`
	// Amount is whole rupiah of the gross amount. 0 stands for the whole amount of a void.
	Amount decimal.Decimal `json:"reversed_amount"`
	Reason string          `json:"reason"`
	// By is provider, merchant or admin.
	By string `json:"by"`
	// RefundID identifies the refund that a merchant asked for, 0 for none.
	RefundID int64 `json:"refund_id"`
	// ProviderPaymentID identifies the money. It is empty if the news does not name it.
	ProviderPaymentID string `json:"provider_payment_id"`
}

// Reversed says that money was taken back after it was paid (API reference: Money taken back). The status of
// the payment stays. The amounts are in rupiah: ClientBears + FromSuspense + Fee + VAT goes back to the
// provider. That sum is Amount, or 0 if money in suspense had been refunded before.
type Reversed struct {
	Identity
	Reversal
	// SuspenseID identifies the suspended money; 0 for money that was credited at once.
	SuspenseID int64 `json:"suspense_id"`
	// PreviousStatus is the status of the payment, which stays.
	PreviousStatus string `json:"previous_status"`
	// ClientBears is taken from the client: FromUnsettled of it from the unsettled part of this payment, the
	// rest from the available balance. What the available balance lacks becomes receivable.
	ClientBears   decimal.Decimal `json:"client_bears"`
	FromUnsettled decimal.Decimal `json:"from_unsettled"`
	// FromSuspense is the amount by which the money in suspense shrinks. SuspenseClosed is true if nothing is
	// left.
	FromSuspense   decimal.Decimal `json:"from_suspense"`
	SuspenseClosed bool            `json:"suspense_closed"`
	// Fee and VAT go back to the client, only for a void.
	Fee decimal.Decimal `json:"fee"`
	VAT decimal.Decimal `json:"vat"`
	// Waited is true if a ReversalReported announced it before. The same holds in the events below.
	Waited bool `json:"waited"`
	// WasUndecided is true if the last ReversalReported said that a person decides. The same holds below.
	WasUndecided bool      `json:"was_undecided"`
	At           time.Time `json:"at"`
}

// Back returns what goes back to the provider, in rupiah: Amount, or 0 if money in suspense had been refunded
// before.
func (e Reversed) Back() decimal.Decimal {
	return e.ClientBears.Add(e.FromSuspense).Add(e.Fee).Add(e.VAT)
}

// IsOfCredit reports whether the client had been credited with the money.
func (e Reversed) IsOfCredit() bool { return e.Back().GreaterThan(e.FromSuspense) }

// UndoesPayment reports whether the provider undid the payment itself: it was voided, or the provider's books
// list it as reversed as a whole. If such money was not settled by then, it never will be.
func (e Reversed) UndoesPayment() bool {
	return e.Kind == Void || e.ReversalID == reversedID(e.ProviderPaymentID)
}

// ReversalReported says that money was taken back but the reversal can't be booked yet: the gateway does not
// know that the money was paid, or a person must decide which money it was. It changes nothing, and is
// decided again when more is known.
type ReversalReported struct {
	Identity
	Reversal
	// Unconfirmed is true if only a notification reports the reversal. It is decided once the provider's
	// books list it.
	Unconfirmed bool `json:"unconfirmed"`
	// Undecided is true if a person must say which money it was (AssignReversal).
	Undecided    bool      `json:"undecided"`
	Waited       bool      `json:"waited"`
	WasUndecided bool      `json:"was_undecided"`
	At           time.Time `json:"at"`
}

// ReversalContradicted says that news of a reversal does not fit the payment. It moves no money; a person
// must look at it.
type ReversalContradicted struct {
	Identity
	Reversal
	// PreviousStatus is the status of the payment, which stays.
	PreviousStatus string `json:"previous_status"`
	// Contradiction is one of the constants below.
	Contradiction string    `json:"contradiction"`
	Waited        bool      `json:"waited"`
	WasUndecided  bool      `json:"was_undecided"`
	At            time.Time `json:"at"`
}

// The contradictions between the news of a reversal and a payment.
const (
	// VoidAfterReversal: the void concerns a whole payment of which a part went back before.
	VoidAfterReversal = "void_after_reversal"
	// OtherAmount: the void has another amount than was paid.
	OtherAmount = "other_amount"
	// NotWhole: the amount is not whole rupiah above 0.
	NotWhole = "not_whole"
	// MoreThanPaid: the amount is more than what was paid and not taken back yet.
	MoreThanPaid = "more_than_paid"
	// RefundedByHand: the chargeback or void concerns money that the gateway's staff had paid back by hand.
	// The customer has it twice, and no client bears it.
	RefundedByHand = "refunded_by_hand"
)
