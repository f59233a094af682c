package report

import (
	"time"

	"github.com/shopspring/decimal"
)

// BookingKind says what a booking is for. The zero value is no kind.
type BookingKind string

// The kinds of bookings. BookedOther stands for everything else that the provider lists: cashback,
// remittances, and kinds that it adds in the future.
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
	// BookedTopUp is the gateway's own money that came to the provider, BookedWithdrawal the gateway's own
	// money that went to its bank.
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

// FeeStatus says what happened to the provider's fee for a booking.
type FeeStatus string

// The statuses of a fee. Only a final fee has left the gateway's balance at the provider; a fee that was
// given back had left it before.
const (
	FeeNone      FeeStatus = ""
	FeePending   FeeStatus = "PENDING"
	FeeFinal     FeeStatus = "COMPLETED"
	FeeCancelled FeeStatus = "CANCELED"
	FeeGivenBack FeeStatus = "REVERSED"
)

// Fee is what the provider charges for a booking, in rupiah: Amount, and VAT on top of it. A booking without
// a fee has the zero value.
type Fee struct {
	Amount decimal.Decimal
	VAT    decimal.Decimal
	Status FeeStatus
}

// Total returns the fee including its VAT.
func (f Fee) Total() decimal.Decimal { return f.Amount.Add(f.VAT) }

// IsFinal reports whether the fee has left the balance at the provider. Unless the provider gives it back,
// that is permanent.
func (f Fee) IsFinal() bool { return f.Status == FeeFinal }

// BookingQuery selects from the provider's books. The zero value selects all of them.
type BookingQuery struct {
	// Kinds lists the wanted kinds, empty for all. BookedOther can't be selected.
	Kinds []BookingKind
	// From and To limit the time at which the provider booked it; To is exclusive. Zero means no limit.
	From, To time.Time
	// UpdatedFrom and UpdatedTo limit the time of the booking's last change; UpdatedTo is exclusive. A
	// booking changes when its status, its settlement or its fee changes. Zero means no limit.
	UpdatedFrom, UpdatedTo time.Time
	// Reference is the gateway's reference, empty for all.
	Reference string
	// After is the ID of the last booking of the previous page, empty for the first page.
	After string
}

// BookingPage is one page of the provider's books.
type BookingPage struct {
	Bookings []Booking
	// Next is the After of the next page, empty on the last one.
	Next string
}

// Booking is one entry of the provider's books: money that moved or was expected to move.
type Booking struct {
	// Connection names the connection in whose books it is. All ids of the provider are unique within one.
	Connection string
	ID         string
	Kind       BookingKind
	// ProductID is the id of the payment, charge, payout, refund or chargeback.
	ProductID string
	// Reference is the gateway's: a transaction_id or a payout's reference. For a refund or chargeback it is
	// the transaction_id of the payment that it takes back.
	Reference string
	// Status is Paid, Settled or Reversed (the provider took it back) for a payment; Pending, Completed,
	// Failed or Reversed for a payout; Completed or Reversed for everything else.
	Status Status
	// Voided is true for a payment that is Reversed because it was voided: in full, and
	// with its fees.
	Voided      bool
	ChannelCode string
	// AccountNumber is the bank account that a payout went to. It is empty if the provider does not report
	// it, and for other kinds.
	AccountNumber string
	// UserID is the provider's id of the gateway's own account, empty if the provider does not report it.
	UserID string
	// Amount is gross rupiah, above 0; Cashflow is its direction.
	Amount   decimal.Decimal
	Cashflow Cashflow
	Fee      Fee
	// SettlesAt is when the provider settled a payment or expects to; zero if the provider does not say.
	SettlesAt time.Time
	// At is when it was booked, UpdatedAt when it last changed. Both are UTC.
	At, UpdatedAt time.Time
}

// ListingPlace is the time up to which the provider's books were read.
type ListingPlace struct {
	// At is a time of the provider's clock.
	At time.Time
	// Generation is the generation of the log in which the books were read; nil if it is not known.
	Generation *int64
	// Resets counts how often an operator set the time by hand.
	Resets int64
}
