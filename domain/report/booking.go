package report

import (
	"time"

	"github.com/shopspring/decimal"
)

// BookingKind says what a booking is of. The zero value is no kind.
type BookingKind string

// The kinds of bookings. BookedOther stands for all that the provider lists besides: cashback,
// remittances, and what it adds in the future.
const (
	// BookedPayment is a customer's payment, also one that was voided since.
	BookedPayment BookingKind = "PAYMENT"
	// BookedPayout is a payout, which the provider calls a disbursement.
	BookedPayout BookingKind = "DISBURSEMENT"
	// BookedRefund and BookedChargeback take a payment back, in whole or in part. The
	// booking of the payment stays as it is.
	BookedRefund     BookingKind = "REFUND"
	BookedChargeback BookingKind = "CHARGEBACK"
	// BookedAdjustment is the provider's correction of its own books.
	BookedAdjustment BookingKind = "ADJUSTMENT"
	// BookedTopUp is the gateway's own money that came to the provider, BookedWithdrawal
	// its own money that went to its bank.
	BookedTopUp      BookingKind = "TOPUP"
	BookedWithdrawal BookingKind = "WITHDRAWAL"
	BookedTransfer   BookingKind = "TRANSFER"
	BookedOther      BookingKind = "OTHER"
)

// TakesBack reports whether a booking of the kind takes a payment back.
func (k BookingKind) TakesBack() bool { return k == BookedRefund || k == BookedChargeback }

// Cashflow is the direction of a booking, as seen by the gateway.
type Cashflow string

// The directions.
const (
	MoneyIn  Cashflow = "MONEY_IN"
	MoneyOut Cashflow = "MONEY_OUT"
)

// FeeStatus says what became of the provider's fee for a booking.
type FeeStatus string

// The statuses of a fee. Only a final one has left the gateway's balance at the provider;
// one that was given back had left it before.
const (
	FeeNone      FeeStatus = ""
	FeePending   FeeStatus = "PENDING"
	FeeFinal     FeeStatus = "COMPLETED"
	FeeCancelled FeeStatus = "CANCELED"
	FeeGivenBack FeeStatus = "REVERSED"
)

// Fee is what the provider takes for a booking, in rupiah: Amount, and VAT on top of it. A
// booking without a fee has the zero value.
type Fee struct {
	Amount decimal.Decimal
	VAT    decimal.Decimal
	Status FeeStatus
}

// Total is the fee with its VAT.
func (f Fee) Total() decimal.Decimal { return f.Amount.Add(f.VAT) }

// IsFinal reports whether the fee has left the balance at the provider, for good unless it
// is given back.
func (f Fee) IsFinal() bool { return f.Status == FeeFinal }

// BookingQuery selects from the provider's books. The zero value selects all of them.
type BookingQuery struct {
	// Kinds are the kinds asked for, empty for all. BookedOther can't be asked for.
	Kinds []BookingKind
	// From and To bound when the provider booked it, To exclusive. Zero is open.
	From, To time.Time
	// UpdatedFrom and UpdatedTo bound when the booking last changed, UpdatedTo exclusive.
	// A booking changes when its status, its settlement or its fee does. Zero is open.
	UpdatedFrom, UpdatedTo time.Time
	// Reference is ours, empty for all.
	Reference string
	// After is the ID of the last booking of the page before, empty for the first page.
	After string
}

// BookingPage is one page of the provider's books.
type BookingPage struct {
	Bookings []Booking
	// Next is the After of the next page, empty on the last one.
	Next string
}

// Booking is one entry of the provider's books: money that moved or was to move.
type Booking struct {
	ID   string
	Kind BookingKind
	// ProductID is the id of the payment, the charge, the payout, the refund or the
	// chargeback.
	ProductID string
	// Reference is ours: a transaction_id, of a refund or chargeback that of the payment
	// that it takes back, or a payout's reference.
	Reference string
	// Status of a payment is Paid, Settled or Reversed (the provider took it back), of a
	// payout Pending, Completed, Failed or Reversed, of everything else Completed or
	// Reversed.
	Status Status
	// Voided is true for a payment that is Reversed because it was voided: in full, and
	// with its fees.
	Voided      bool
	ChannelCode string
	// AccountNumber is the bank account that a payout went to, empty where the provider does not tell it, and for
	// other kinds.
	AccountNumber string
	// UserID is the provider's id of the gateway's own account, empty where it does not tell.
	UserID string
	// Amount is gross rupiah, above 0; Cashflow is its direction.
	Amount   decimal.Decimal
	Cashflow Cashflow
	Fee      Fee
	// SettlesAt is when the provider expects to settle a payment, or did; zero where it
	// does not say.
	SettlesAt time.Time
	// At is when it was booked, UpdatedAt when it last changed. Both are UTC.
	At, UpdatedAt time.Time
}

// ListingPlace is up to when the provider's books were read.
type ListingPlace struct {
	// At is in the provider's time.
	At time.Time
	// Generation is that of the log in which they were read; nil where it is not known.
	Generation *int64
	// Resets counts the times that an operator named.
	Resets int64
}
