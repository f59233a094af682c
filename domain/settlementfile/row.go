package settlementfile

import (
	"crypto/sha256"
	"encoding/hex"
	"time"

	"gateway/domain"
	"gateway/domain/report"

	"github.com/shopspring/decimal"
)

// Row is one booking. Amounts are in rupiah, times in UTC.
type Row struct {
	Connection string `json:"connection"`
	// ID is the provider's id of the booking, unique within the connection.
	ID   string `json:"row_id"`
	Kind string `json:"kind"`
	// Reference is the gateway's: a transaction_id or a payout's reference; any other is of another program. That of our
	// own money is the reference of the treasury entry.
	Reference string `json:"reference"`
	// ProviderID is the provider's id of the payment, payout, refund or chargeback; empty if the file does not say it.
	ProviderID  string `json:"provider_id"`
	ChannelCode string `json:"channel_code"`
	// Amount is gross. Only that of an adjustment may be below zero: it takes money from us.
	Amount decimal.Decimal `json:"amount"`
	Fee    decimal.Decimal `json:"fee"`
	VAT    decimal.Decimal `json:"vat"`
	// BookedAt is when the customer paid, or when the booking was made. SettledAt is zero except for payments.
	BookedAt  time.Time `json:"booked_at"`
	SettledAt time.Time `json:"settled_at,omitzero"`
}

// The kinds of rows.
const (
	Payment = "payment"
	// Void is a payment that was taken back as a whole, as if it had not been made.
	Void   = "void"
	Payout = "payout"
	// PayoutReturned is a payout that came back after it had reached the bank.
	PayoutReturned = "payout_returned"
	Refund         = "refund"
	Chargeback     = "chargeback"
	// Adjustment, TopUp and Withdrawal are about our own money.
	Adjustment = "adjustment"
	TopUp      = "topup"
	Withdrawal = "withdrawal"
)

// kind says what a row of a kind means.
type kind struct {
	booking  report.BookingKind
	status   report.Status
	cashflow report.Cashflow
}

var kinds = map[string]kind{
	Payment:        {report.BookedPayment, report.Settled, report.MoneyIn},
	Void:           {report.BookedPayment, report.Reversed, report.MoneyIn},
	Payout:         {report.BookedPayout, report.Completed, report.MoneyOut},
	PayoutReturned: {report.BookedPayout, report.Reversed, report.MoneyOut},
	Refund:         {report.BookedRefund, report.Completed, report.MoneyOut},
	Chargeback:     {report.BookedChargeback, report.Completed, report.MoneyOut},
	Adjustment:     {report.BookedAdjustment, report.Completed, report.MoneyIn},
	TopUp:          {report.BookedTopUp, report.Completed, report.MoneyIn},
	Withdrawal:     {report.BookedWithdrawal, report.Completed, report.MoneyOut},
}

// Kinds lists the kinds of rows, in the order in which people are told them.
func Kinds() []string {
	return []string{Payment, Void, Payout, PayoutReturned, Refund, Chargeback, Adjustment, TopUp, Withdrawal}
}

// IsOwnMoney reports whether the row is about our own money, which administrators enter.
func (r Row) IsOwnMoney() bool {
	return r.Kind == Adjustment || r.Kind == TopUp || r.Kind == Withdrawal
}

// HasEstimate reports whether the fee of the row is that of a payment or a payout, which may have been estimated.
func (r Row) HasEstimate() bool { return r.Kind == Payment || r.Kind == Void || r.Kind == Payout }

// Booking returns the row as a provider lists a booking.
func (r Row) Booking() report.Booking {
	k := kinds[r.Kind]
	b := report.Booking{
		Connection: r.Connection, ID: r.ID, Kind: k.booking, ProductID: r.ProviderID, Reference: r.Reference, Status: k.status,
		Voided: r.Kind == Void, ChannelCode: r.ChannelCode, Amount: r.Amount.Abs(), Cashflow: k.cashflow, SettlesAt: r.SettledAt,
		Fee: report.Fee{Amount: r.Fee, VAT: r.VAT, Status: report.FeeFinal}, At: r.BookedAt, UpdatedAt: r.BookedAt,
	}
	if !r.SettledAt.IsZero() {
		b.UpdatedAt = r.SettledAt
	}
	if r.Amount.IsNegative() {
		b.Cashflow = report.MoneyOut
	}
	return b
}

// Net returns by how much the row changes our money at the provider.
func (r Row) Net() decimal.Decimal {
	amount := r.Amount
	switch r.Kind {
	case Void:
		amount = decimal.Zero
	case Payout, Refund, Chargeback, Withdrawal:
		amount = amount.Neg()
	}
	return amount.Sub(r.Fee).Sub(r.VAT)
}

// isSame compares all that the file says.
func (r Row) isSame(o Row) bool {
	return r.Connection == o.Connection && r.ID == o.ID && r.Kind == o.Kind && r.Reference == o.Reference && r.ProviderID == o.ProviderID &&
		r.ChannelCode == o.ChannelCode && r.Amount.Equal(o.Amount) && r.Fee.Equal(o.Fee) && r.VAT.Equal(o.VAT) &&
		r.BookedAt.Equal(o.BookedAt) && r.SettledAt.Equal(o.SettledAt)
}

// Taken says that a row was taken in: what it says of payments, payouts and fees is in their streams. It is the only
// event of its stream.
type Taken struct {
	Row
	At time.Time `json:"at"`
}

// EventType is the wire name.
func (Taken) EventType() string { return "settlement_row.taken.v1" }

// OfConnection implements connection.Of.
func (e Taken) OfConnection() string { return e.Connection }

// Events lists a zero value of each event of this package, for the codec.
func Events() []domain.Event { return []domain.Event{Taken{}} }

// Rows folds the streams of rows.
var Rows = domain.Aggregate[State]{Category: "settlement_row", Evolve: evolve}

// State is a row's stream. Taken has no ID before the row was taken in.
type State struct{ Taken Taken }

func evolve(s State, event domain.Event) State {
	if e, ok := event.(Taken); ok {
		s.Taken = e
	}
	return s
}

// Stream names the stream of the row, by the SHA-256 of its connection and its id.
func (r Row) Stream() string {
	sum := sha256.Sum256([]byte(r.Connection + "\n" + r.ID))
	return Rows.Stream(hex.EncodeToString(sum[:]))
}

// Known reports whether the row was taken in before. Refusal: row_differs, if the row that was taken in under its id says
// something else.
func (s State) Known(r Row) (bool, error) {
	switch {
	case s.Taken.ID == "":
		return false, nil
	case !s.Taken.isSame(r):
		return true, domain.Refuse(domain.Invalid, "row_differs", "a row of this id with other content was taken in at %s",
			s.Taken.At.Format(time.RFC3339))
	}
	return true, nil
}

// Take records that the row was taken in; once. Refusal: row_differs.
func Take(s State, r Row, at time.Time) ([]domain.Event, error) {
	if known, err := s.Known(r); known || err != nil {
		return nil, err
	}
	return []domain.Event{Taken{Row: r, At: at}}, nil
}
