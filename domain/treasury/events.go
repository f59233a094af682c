package treasury

import (
	"cmp"
	"time"

	"gateway/domain"
	"gateway/domain/connection"
	"gateway/domain/ledger"

	"github.com/shopspring/decimal"
)

// Entered is an administrator's entry, the only event of its stream.
type Entered struct {
	ID   int64  `json:"id"`
	Kind string `json:"kind"`
	// Connection is the one whose account the entry posts to; empty for none.
	Connection string `json:"connection,omitempty"`
	// Reference names the entry, such as a bank statement's line.
	Reference string `json:"reference"`
	// Amount is in rupiah, above zero, with at most two decimals.
	Amount   decimal.Decimal  `json:"amount"`
	Postings []ledger.Posting `json:"postings"`
	// ValueDate is a day in the business time zone, such as 2026-01-31. Reports select entries by the time of
	// booking, not by ValueDate.
	ValueDate string    `json:"value_date"`
	Note      string    `json:"note"`
	By        string    `json:"by"`
	At        time.Time `json:"at"`
}

// FeeBooked says that the provider took a fee for good. It is the first event of its stream, unless an estimate was
// before it. In a stream that may have estimates, a fee of nothing is booked, too, so that no estimate follows.
type FeeBooked struct {
	// Connection names the connection that took the fee.
	Connection string `json:"connection"`
	// BookingID is the provider's id of the booking that the fee is for.
	BookingID string `json:"booking_id"`
	// BookingKind is the kind of that booking, such as PAYMENT.
	BookingKind string `json:"booking_kind"`
	// Reference is the gateway's reference of the payment or payout, empty for the provider's own bookings.
	Reference string `json:"reference"`
	// Fee excludes VAT and is in rupiah.
	Fee      decimal.Decimal  `json:"fee"`
	VAT      decimal.Decimal  `json:"vat"`
	Postings []ledger.Posting `json:"postings"`
	// ValueDate is when the provider last changed the booking, as known when the gateway learned of the fee.
	ValueDate time.Time `json:"value_date"`
	At        time.Time `json:"at"`
}

// FeeReturned says that the provider gave back a fee that it had taken. It is the second and last event of
// its stream.
type FeeReturned struct {
	Connection  string           `json:"connection"`
	BookingID   string           `json:"booking_id"`
	BookingKind string           `json:"booking_kind"`
	Reference   string           `json:"reference"`
	Fee         decimal.Decimal  `json:"fee"`
	VAT         decimal.Decimal  `json:"vat"`
	Postings    []ledger.Posting `json:"postings"`
	ValueDate   time.Time        `json:"value_date"`
	At          time.Time        `json:"at"`
}

// FeeEstimated says what the provider's fee for a payment or a payout should be, by the costs of the configuration,
// while the provider has not said it. It is the first event of its stream (EstimatedFeeStream), and at most one.
type FeeEstimated struct {
	Connection string `json:"connection"`
	// BookingKind is the kind that the booking will have, PAYMENT or DISBURSEMENT.
	BookingKind string `json:"booking_kind"`
	// Reference is the gateway's reference of the payment or payout.
	Reference string `json:"reference"`
	// ProviderPaymentID is the provider's id of the money that was paid; empty for a payout.
	ProviderPaymentID string `json:"provider_payment_id"`
	ChannelCode       string `json:"channel_code"`
	// Amount is the gross amount of the payment, or what the payout brought, in rupiah.
	Amount decimal.Decimal `json:"amount"`
	// Fee excludes VAT and is in rupiah.
	Fee      decimal.Decimal  `json:"fee"`
	VAT      decimal.Decimal  `json:"vat"`
	Postings []ledger.Posting `json:"postings"`
	// ValueDate is when the customer paid, or when the bank account got the money.
	ValueDate time.Time `json:"value_date"`
	At        time.Time `json:"at"`
}

// FeeEstimateEnded takes an estimate back, because the provider booked the fee: the FeeBooked of that booking follows at
// once, in the same append.
type FeeEstimateEnded struct {
	Connection        string           `json:"connection"`
	BookingID         string           `json:"booking_id"`
	BookingKind       string           `json:"booking_kind"`
	Reference         string           `json:"reference"`
	ProviderPaymentID string           `json:"provider_payment_id"`
	Fee               decimal.Decimal  `json:"fee"`
	VAT               decimal.Decimal  `json:"vat"`
	Postings          []ledger.Posting `json:"postings"`
	ValueDate         time.Time        `json:"value_date"`
	At                time.Time        `json:"at"`
}

// Posted returns the postings, which sum to zero.
func (e Entered) Posted() []ledger.Posting { return e.Postings }

// Posted returns the postings, which sum to zero.
func (e FeeBooked) Posted() []ledger.Posting { return e.Postings }

// Posted returns the postings, which sum to zero.
func (e FeeReturned) Posted() []ledger.Posting { return e.Postings }

// Posted returns the postings, which sum to zero.
func (e FeeEstimated) Posted() []ledger.Posting { return e.Postings }

// Posted returns the postings, which sum to zero.
func (e FeeEstimateEnded) Posted() []ledger.Posting { return e.Postings }

// OfConnection implements connection.Of. An entry has no such method: an opening may be about two connections.
func (e FeeBooked) OfConnection() string { return e.Connection }

// OfConnection implements connection.Of.
func (e FeeReturned) OfConnection() string { return e.Connection }

// OfConnection implements connection.Of.
func (e FeeEstimated) OfConnection() string { return e.Connection }

// OfConnection implements connection.Of.
func (e FeeEstimateEnded) OfConnection() string { return e.Connection }

// FillIn implements domain.FilledIn.
func (e *Entered) FillIn() {
	ledger.FillIn(e.Postings)
	for _, p := range e.Postings {
		if at, ok := ledger.ConnectionOf(p.Account); ok {
			e.Connection = cmp.Or(e.Connection, at)
		}
	}
}

// FillIn implements domain.FilledIn.
func (e *FeeBooked) FillIn() {
	ledger.FillIn(e.Postings)
	e.Connection = cmp.Or(e.Connection, connection.Xendit)
}

// FillIn implements domain.FilledIn.
func (e *FeeReturned) FillIn() { (*FeeBooked)(e).FillIn() }

// EventType is the wire name.
func (Entered) EventType() string          { return "treasury.entered.v1" }
func (FeeBooked) EventType() string        { return "provider_fee.booked.v1" }
func (FeeReturned) EventType() string      { return "provider_fee.returned.v1" }
func (FeeEstimated) EventType() string     { return "provider_fee.estimated.v1" }
func (FeeEstimateEnded) EventType() string { return "provider_fee.estimate_ended.v1" }

// Events lists a zero value of each event of this package, for the codec.
func Events() []domain.Event {
	return []domain.Event{Entered{}, FeeBooked{}, FeeReturned{}, FeeEstimated{}, FeeEstimateEnded{}}
}
