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

// The statuses of a refund. A pending one waits for a person. An unknown outcome stays processing. A succeeded one may
// still fail: its money came back.
const (
	RefundStatusPending    = "pending"
	RefundStatusProcessing = "processing"
	RefundStatusSucceeded  = "succeeded"
	RefundStatusFailed     = "failed"
	RefundStatusCancelled  = "cancelled"
	RefundStatusRejected   = "rejected"
)

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
	FromUnsettled  decimal.Decimal `json:"from_unsettled"`
	Method         string          `json:"method"`
	Reason         string          `json:"reason"`
	Note           string          `json:"note"`
	To             *RefundTo       `json:"to,omitempty"`
	RefundMetadata json.RawMessage `json:"refund_metadata,omitempty"`
}

// RefundRequested reserves money of the payment for a refund. Package balance holds it next; a refund of which the balance
// holds nothing is never sent.
type RefundRequested struct {
	Identity
	RefundOrder
	// Approval says who must approve it: ApprovalNone ...
	Approval string    `json:"approval"`
	By       string    `json:"by"`
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

// RefundRejected, RefundCancelled and RefundFailed end a refund that moved nothing. ToUnsettled of the held amount
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
	ToUnsettled decimal.Decimal `json:"to_unsettled"`
	By          string          `json:"by"`
	Why         string          `json:"why"`
	At          time.Time       `json:"at"`
}

// RefundSubmitted is the intent to ask the provider for the refund, before it is asked. Key is stable for an attempt.
type RefundSubmitted struct {
	Identity
	RefundOrder
	Attempt int       `json:"attempt"`
	Key     string    `json:"key"`
	At      time.Time `json:"at"`
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

// RefundFailed says that a refund failed and moved nothing.
type RefundFailed struct {
	Identity
	RefundOrder
	ToUnsettled decimal.Decimal `json:"to_unsettled"`
	Code        string          `json:"failure_code"`
	Message     string          `json:"failure_message"`
	At          time.Time       `json:"at"`
}

// ReversalReturned says that money that had been taken back is here again: a refund bounced. A void that bounced takes its
// Fee and VAT again.
type ReversalReturned struct {
	Identity
	ReversalID string          `json:"reversal_id"`
	RefundID   int64           `json:"refund_id"`
	Kind       string          `json:"kind"`
	SuspenseID int64           `json:"suspense_id"`
	Amount     decimal.Decimal `json:"reversed_amount"`
	Fee        decimal.Decimal `json:"fee"`
	VAT        decimal.Decimal `json:"vat"`
	Reason     string          `json:"reason"`
	At         time.Time       `json:"at"`
}
