package payment

import (
	"encoding/json"
	"time"

	"github.com/shopspring/decimal"
)

// The methods of a refund, in the order in which they are tried: MethodVoid undoes the payment on its day, MethodProvider
// returns money at the provider to where it came from, and MethodTransfer pays it to a bank account.
const (
	MethodVoid     = "void"
	MethodProvider = "provider"
	MethodTransfer = "transfer"
)

// The statuses of a refund. A requested one is not shown yet: the balance has not held its money. A pending one waits for a
// person. An unknown outcome stays processing. A succeeded one may still fail: its money came back.
const (
	RefundStatusRequested  = "requested"
	RefundStatusPending    = "pending"
	RefundStatusProcessing = "processing"
	RefundStatusSucceeded  = "succeeded"
	RefundStatusFailed     = "failed"
	RefundStatusCancelled  = "cancelled"
	RefundStatusRejected   = "rejected"
)

// RefundStatuses returns the statuses that the API shows.
func RefundStatuses() []string {
	return []string{
		RefundStatusPending, RefundStatusProcessing, RefundStatusSucceeded, RefundStatusFailed, RefundStatusCancelled, RefundStatusRejected,
	}
}

// RefundMethods returns the methods of a refund.
func RefundMethods() []string { return []string{MethodVoid, MethodProvider, MethodTransfer} }

// Who must approve a refund before it is sent.
const (
	ApprovalNone  = ""
	ApprovalOwner = "owner"
	ApprovalAdmin = "admin"
)

// RefundReasons are the reasons that a merchant can give.
func RefundReasons() []string {
	return []string{"requested_by_customer", "duplicate", "fraudulent", "cancelled", "other"}
}

// RefundTo is the bank account that a refund by transfer goes to.
type RefundTo struct {
	Bank          string `json:"bank"`
	AccountNumber string `json:"norek"`
	AccountHolder string `json:"account_holder"`
}

// RefundOf returns the id of the refund. The events of a refund have this method, because they embed its order.
func (o RefundOrder) RefundOf() int64 { return o.RefundID }

// RefundOrder is the refund as it was asked for. Amount is gross, in whole rupiah.
type RefundOrder struct {
	// RefundID is the id that the API shows, from the sequence `refund`.
	RefundID         int64  `json:"refund_id"`
	RefundExternalID string `json:"refund_external_id"`
	// SuspenseID and ProviderPaymentID identify the money, as in a Reversed.
	SuspenseID        int64           `json:"suspense_id"`
	ProviderPaymentID string          `json:"provider_payment_id"`
	Amount            decimal.Decimal `json:"refund_amount"`
	// FromUnsettled is the part that this money's unsettled share gives; available gives the rest.
	FromUnsettled decimal.Decimal `json:"from_unsettled"`
	// HeldSince is the time from which that share waits to be settled.
	HeldSince time.Time `json:"held_since"`
	Method    string    `json:"method"`
	// Fee is what a transfer costs the client on top, in rupiah with its VAT, FeeVAT; both 0 for other methods.
	Fee    decimal.Decimal `json:"refund_fee"`
	FeeVAT decimal.Decimal `json:"refund_fee_vat"`
	// FeeVATRate is the VAT rate of the fee in percent; nil without a fee, and in older events.
	FeeVATRate     *decimal.Decimal `json:"refund_fee_vat_rate,omitempty"`
	Reason         string           `json:"reason"`
	Note           string           `json:"refund_note"`
	To             *RefundTo        `json:"to,omitempty"`
	RefundMetadata json.RawMessage  `json:"refund_metadata,omitempty"`
	RequestedAt    time.Time        `json:"requested_at"`
}

// RefundLimit says how much may go back on a day without a person. Package balance knows what the day had before.
type RefundLimit struct {
	// Day is the date of the request in the business time zone. Cap is in rupiah; nil means no limit. Never says that each
	// refund of this kind needs a person: auto-approval is off, or paused.
	Day   string           `json:"day"`
	Cap   *decimal.Decimal `json:"cap,omitempty"`
	Never bool             `json:"never,omitempty"`
	// Approval is who must approve what is above it.
	Approval string `json:"approval"`
}

// RefundRequested reserves money of the payment for a refund. Package balance holds it next, and then it is confirmed, or
// undone. A refund that is not confirmed is never sent.
type RefundRequested struct {
	Identity
	RefundOrder
	Limit RefundLimit `json:"limit"`
	By    string      `json:"by"`
	At    time.Time   `json:"at"`
}

// RefundConfirmed says that the balance holds the money of the refund. Approval says who must approve it: ApprovalNone ...
type RefundConfirmed struct {
	Identity
	RefundOrder
	Approval string    `json:"approval"`
	At       time.Time `json:"at"`
}

// RefundUndone says that the balance had too little to hold, so that nothing is reserved. The refund was never seen.
type RefundUndone struct {
	Identity
	RefundOrder
	ToUnsettled decimal.Decimal `json:"to_unsettled"`
	At          time.Time       `json:"at"`
}

// RefundApproved lets a pending refund be sent.
type RefundApproved struct {
	Identity
	RefundOrder
	By string    `json:"by"`
	At time.Time `json:"at"`
}

// RefundRejected ends a refund that moved nothing, as RefundCancelled and RefundFailed do. ToUnsettled of the held amount
// goes back to unsettled, because its money is not settled by then; the rest becomes available.
type RefundRejected struct {
	Identity
	RefundOrder
	ToUnsettled decimal.Decimal `json:"to_unsettled"`
	By          string          `json:"by"`
	Why         string          `json:"why"`
	At          time.Time       `json:"at"`
}

// RefundCancelled ends a refund that was not sent: its merchant cancelled it, or a chargeback took its money.
type RefundCancelled struct {
	Identity
	RefundOrder
	PreviousStatus string          `json:"previous_status"`
	ToUnsettled    decimal.Decimal `json:"to_unsettled"`
	By             string          `json:"by"`
	Why            string          `json:"why"`
	At             time.Time       `json:"at"`
}

// RefundSubmitted is the intent to ask the provider for the refund, before it is asked. Key is stable for an attempt. It is
// appended again before the same attempt is repeated. PaidBy and ProviderAPI say by which connection and API a transfer is made.
type RefundSubmitted struct {
	Identity
	RefundOrder
	Attempt     int       `json:"attempt"`
	Key         string    `json:"key"`
	PaidBy      string    `json:"paid_by,omitempty"`
	ProviderAPI string    `json:"provider_api,omitempty"`
	At          time.Time `json:"at"`
}

// RefundAccepted says that the provider took the refund, and calls it by RefundProviderID.
type RefundAccepted struct {
	Identity
	RefundOrder
	RefundProviderID string    `json:"refund_provider_id"`
	At               time.Time `json:"at"`
}

// RefundAttemptFailed says that an attempt certainly made nothing, and that another one follows: by NextMethod.
type RefundAttemptFailed struct {
	Identity
	RefundOrder
	Attempt    int       `json:"attempt"`
	Code       string    `json:"code"`
	NextMethod string    `json:"next_method"`
	At         time.Time `json:"at"`
}

// RefundFailed says that a refund failed and moved nothing. By names the administrator who ended it by hand.
type RefundFailed struct {
	Identity
	RefundOrder
	ToUnsettled decimal.Decimal `json:"to_unsettled"`
	Code        string          `json:"failure_code"`
	Message     string          `json:"failure_message"`
	By          string          `json:"by,omitempty"`
	At          time.Time       `json:"at"`
}

// ReversalReturned says that money that had been taken back is here again: a refund bounced, or a chargeback came back. A
// void that bounced takes its Fee and VAT again. Reversal is the former one, by its id.
type ReversalReturned struct {
	Identity
	Reversal
	SuspenseID int64 `json:"suspense_id"`
	// DisputeID is the dispute that was won after its chargeback had taken the money; 0 for none.
	DisputeID int64 `json:"dispute_id,omitempty"`
	// ClientGets is what the client had borne, in rupiah.
	ClientGets decimal.Decimal `json:"client_gets"`
	Fee        decimal.Decimal `json:"fee"`
	VAT        decimal.Decimal `json:"vat"`
	// Paid says from where a refund had been paid; nil for the connection's clearing.
	Paid *RefundPaid `json:"paid,omitempty"`
	// Code says why it came back, in the provider's words.
	Code string    `json:"failure_code"`
	At   time.Time `json:"at"`
}

// RefundPaid says from where a refund was paid that did not go back by the provider's refund: by a transfer of the
// connection PaidBy, which cost Fee with VAT in it, or by hand if PaidBy is empty.
type RefundPaid struct {
	PaidBy string          `json:"paid_by"`
	Fee    decimal.Decimal `json:"fee"`
	VAT    decimal.Decimal `json:"vat"`
	// VATRate is the rate of VAT in percent; nil without a fee, and in older events.
	VATRate *decimal.Decimal `json:"vat_rate,omitempty"`
}
