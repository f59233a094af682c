package payment

import (
	"strconv"
	"time"

	"gateway/domain/file"
	"gateway/domain/mail"

	"github.com/shopspring/decimal"
)

// The statuses of a dispute. One that needs a response may be answered until it is due. The network decides one under review.
// Of one that is lost, accepted or expired, the hold stays until the provider takes the money.
const (
	DisputeStatusNeedsResponse = "needs_response"
	DisputeStatusUnderReview   = "under_review"
	DisputeStatusWon           = "won"
	DisputeStatusLost          = "lost"
	DisputeStatusAccepted      = "accepted"
	DisputeStatusExpired       = "expired"
)

// DisputeStatuses returns all statuses of a dispute.
func DisputeStatuses() []string {
	return []string{
		DisputeStatusNeedsResponse, DisputeStatusUnderReview, DisputeStatusWon, DisputeStatusLost, DisputeStatusAccepted, DisputeStatusExpired,
	}
}

// DisputeOrder is the dispute as it was opened. Amount is gross, in whole rupiah.
type DisputeOrder struct {
	// DisputeID is the id that the API shows, from the sequence `dispute`; ProviderDisputeID is the provider's, or the network's.
	DisputeID         int64  `json:"dispute_id"`
	ProviderDisputeID string `json:"provider_dispute_id"`
	// SuspenseID and ProviderPaymentID identify the money, as in a Reversed.
	SuspenseID        int64           `json:"suspense_id"`
	ProviderPaymentID string          `json:"provider_payment_id"`
	Amount            decimal.Decimal `json:"dispute_amount"`
	// FromUnsettled is the part that is held of this money's unsettled share. Available gives the rest, or else receivable.
	FromUnsettled decimal.Decimal `json:"from_unsettled"`
	// Reason is in the words of the provider. DueBy is until when an answer counts.
	Reason   string    `json:"reason"`
	DueBy    time.Time `json:"due_by"`
	OpenedAt time.Time `json:"opened_at"`
}

// OfDispute returns the id of the dispute. The events about a dispute have this method, because they embed its order.
func (o DisputeOrder) OfDispute() int64 { return o.DisputeID }

// Evidence is a merchant's answer.
type Evidence struct {
	Text  string     `json:"text"`
	Files []file.Ref `json:"files"`
}

// DisputeOpened says that a customer disputes money. Package balance holds it, and can't refuse to.
type DisputeOpened struct {
	Identity
	DisputeOrder
	// ReversalID names the chargeback that took the money before the news of the dispute came. Then nothing is held.
	ReversalID string    `json:"reversal_id,omitempty"`
	By         string    `json:"by"`
	At         time.Time `json:"at"`
}

// DisputeAnswered holds the answer of the merchant. A later one replaces it.
type DisputeAnswered struct {
	Identity
	DisputeOrder
	Evidence Evidence  `json:"evidence"`
	By       string    `json:"by"`
	At       time.Time `json:"at"`
}

// DisputeForwarded says that the network has the answer: staff forwarded it, or the provider says that it is under review.
// Previous is the status before.
type DisputeForwarded struct {
	Identity
	DisputeOrder
	Previous string    `json:"previous_status"`
	By       string    `json:"by"`
	At       time.Time `json:"at"`
}

// DisputeReminded says that an answer is due soon, and asks for a mail to the owner, whose address Email is.
type DisputeReminded struct {
	Identity
	DisputeOrder
	Email string    `json:"email"`
	At    time.Time `json:"at"`
}

// Mails implements mail.Asker.
func (e DisputeReminded) Mails() []mail.Mail {
	if e.Email == "" {
		return nil
	}
	return []mail.Mail{{
		Kind: mail.KindDisputeDue, To: e.Email, ClientID: e.ClientID, At: e.At, Until: e.DueBy,
		Values: map[string]string{
			"transaction": e.TransactionID, "amount": e.DisputeOrder.Amount.String(), "reason": e.Reason,
			"dispute": strconv.FormatInt(e.DisputeID, 10),
		},
	}}
}

// DisputeAccepted says that the merchant lets the customer have the money.
type DisputeAccepted struct {
	Identity
	DisputeOrder
	By string    `json:"by"`
	At time.Time `json:"at"`
}

// DisputeExpired says that no answer came in time.
type DisputeExpired struct {
	Identity
	DisputeOrder
	At time.Time `json:"at"`
}

// DisputeDecided says how the network decided. If it was won, Released of the hold goes back: ToUnsettled to unsettled, because
// its money is not settled by then, and the rest to available.
type DisputeDecided struct {
	Identity
	DisputeOrder
	// Outcome is DisputeStatusWon or DisputeStatusLost; Previous is the status before.
	Outcome     string          `json:"outcome"`
	Previous    string          `json:"previous_status"`
	Released    decimal.Decimal `json:"released"`
	ToUnsettled decimal.Decimal `json:"to_unsettled"`
	// HeldSince is when the hold until SETTLED began to which ToUnsettled goes back.
	HeldSince time.Time `json:"held_since,omitzero"`
	By        string    `json:"by"`
	At        time.Time `json:"at"`
}
