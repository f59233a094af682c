package report

import (
	"time"

	"github.com/shopspring/decimal"
)

// BookingQuery selects from the provider's books.
type BookingQuery struct {
	// Payouts asks for money that left. Otherwise the query is for payments.
	Payouts bool
	// From and To bound when the provider booked it, To exclusive. Zero is open.
	From, To time.Time
	// Reference is ours, empty for all.
	Reference string
}

// Booking is one entry of the provider's books: money that moved or was to move.
type Booking struct {
	ID string
	// ProductID is the id of the payment, the charge or the disbursement.
	ProductID string
	// Reference is ours: a transaction_id or a payout's reference.
	Reference string
	// Status is Reversed also for a payment that the provider took back.
	Status      Status
	ChannelCode string
	Amount      decimal.Decimal
	At          time.Time
}
