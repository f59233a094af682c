package report

import (
	"time"

	"github.com/shopspring/decimal"
)

// DisputeStatus is what a provider says of a dispute.
type DisputeStatus string

// The statuses of a dispute.
const (
	// DisputeOpen: an answer is wanted.
	DisputeOpen DisputeStatus = "open"
	// DisputeUnderReview: the network has the answer.
	DisputeUnderReview DisputeStatus = "under_review"
	DisputeWon         DisputeStatus = "won"
	DisputeLost        DisputeStatus = "lost"
)

// Dispute is a notification about a dispute of a customer.
type Dispute struct {
	// Connection is where it comes from.
	Connection string
	ID         string
	// PaymentID is the provider's id of the money, and Reference ours of the payment. One of the two may be empty.
	PaymentID, Reference string
	Status               DisputeStatus
	// Amount is in rupiah; 0 where the notification does not say it, and then it is all of the money.
	Amount decimal.Decimal
	Reason string
	// DueBy is until when an answer counts; zero where the notification does not say it.
	DueBy time.Time
}
