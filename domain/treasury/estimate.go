package treasury

import (
	"time"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/ledger"
	"gateway/domain/money"
	"gateway/domain/report"

	"github.com/shopspring/decimal"
)

// EstimatedFeeStream names the stream of the fee for one payment of money, or for one payout, at a connection that lists
// no bookings. Estimate and booking find it by what both know: the kind, the gateway's reference, and for a payment the
// provider's id of the money (payment.Receipt), because one payment may be paid twice.
func EstimatedFeeStream(at string, kind report.BookingKind, reference, providerPaymentID string) string {
	if kind == report.BookedPayout {
		reference, providerPaymentID = PayoutName(reference), ""
	}
	return FeeStream(at, string(kind)+"\n"+reference+"\n"+providerPaymentID)
}

// PayoutName returns the name of the payout that a reference is an attempt of (balance.Order.Name): of its attempts, one
// is completed. Any other text is returned as it is.
func PayoutName(reference string) string {
	kind, clientID, id, ok := balance.ParseReference(reference)
	if !ok {
		return reference
	}
	return balance.Order{Kind: kind, ClientID: clientID, ID: id}.Name()
}

// Cost is what a connection charges for a payment or a payout: Flat in rupiah, Percent of the amount, and VAT percent on
// top of both. The zero Cost is one that is not known.
type Cost struct {
	Flat    decimal.Decimal `json:"flat"`
	Percent decimal.Decimal `json:"percent"`
	VAT     decimal.Decimal `json:"vat"`
}

// Of returns the fee for an amount, and its VAT, each rounded to two decimals.
func (c Cost) Of(amount decimal.Decimal) (fee, vat decimal.Decimal) {
	hundred := decimal.NewFromInt(100)
	fee = money.RoundQuotient(c.Flat.Mul(hundred).Add(amount.Mul(c.Percent)), hundred)
	return fee, money.RoundQuotient(fee.Mul(c.VAT), hundred)
}

// EstimateCmd estimates the fee for money that a connection without a list of bookings received or paid out. The
// comments are those of FeeEstimated.
type EstimateCmd struct {
	Connection        string
	Kind              report.BookingKind
	Reference         string
	ProviderPaymentID string
	ChannelCode       string
	Amount            decimal.Decimal
	Cost              Cost
	ValueDate, At     time.Time
}

// Stream returns the stream that the command is decided on.
func (cmd EstimateCmd) Stream() string {
	return EstimatedFeeStream(cmd.Connection, cmd.Kind, cmd.Reference, cmd.ProviderPaymentID)
}

// Estimate decides an EstimateCmd. There is one estimate at most, none after the fee was booked, and none where the cost
// is not known.
func Estimate(s Fee, cmd EstimateCmd) []domain.Event {
	fee, vat := cmd.Cost.Of(cmd.Amount)
	if s.Exists() || s.Estimated != nil || !fee.Add(vat).IsPositive() {
		return nil
	}
	return []domain.Event{FeeEstimated{
		Connection: cmd.Connection, BookingKind: string(cmd.Kind), Reference: cmd.Reference, ProviderPaymentID: cmd.ProviderPaymentID,
		ChannelCode: cmd.ChannelCode, Amount: cmd.Amount, Fee: fee, VAT: vat, ValueDate: cmd.ValueDate.UTC(), At: cmd.At,
		Postings: costs(ledger.CostEstimates, cmd.Connection, fee.Add(vat)),
	}}
}

// BookEstimated is BookFee in a stream that may have an estimate (EstimatedFeeStream). The estimate ends when the fee is
// booked, so that afterwards the ledger has the fee as booked and nothing else. A fee of nothing is booked, too, and so
// is one that was given back before the gateway knew of it, as nothing: no estimate is made after it.
//
// Checks:
//
//  1. invalid_field id: the booking has none
//  2. fee_booked: another booking, or the same one with another amount, was booked for this payment or payout
func BookEstimated(s Fee, b report.Booking, at time.Time) ([]domain.Event, error) {
	givenBack := b.Fee.Status == report.FeeGivenBack
	switch {
	case b.ID == "":
		return nil, domain.InvalidField("id", "the booking has none")
	case !b.Fee.IsFinal() && !givenBack:
		return nil, nil
	case s.Exists() && s.Booked.BookingID != b.ID:
		return nil, domain.Refuse(domain.Invalid, "fee_booked", "the fee was booked by %s: Rp %s, VAT Rp %s",
			s.Booked.BookingID, s.Booked.Fee.StringFixed(2), s.Booked.VAT.StringFixed(2))
	case s.Exists() && givenBack && !s.Returned && !s.Total().IsZero():
		return []domain.Event{returned(s.Booked, b, at)}, nil
	case s.Exists() && !givenBack && !(s.Booked.Fee.Equal(b.Fee.Amount) && s.Booked.VAT.Equal(b.Fee.VAT)):
		return nil, domain.Refuse(domain.Invalid, "fee_booked", "the fee was booked as Rp %s, VAT Rp %s",
			s.Booked.Fee.StringFixed(2), s.Booked.VAT.StringFixed(2))
	case s.Exists():
		return nil, nil
	}
	if givenBack {
		b.Fee.Amount, b.Fee.VAT = decimal.Zero, decimal.Zero
	}
	if s.Estimated == nil {
		return []domain.Event{booked(b, at)}, nil
	}
	e := s.Estimated
	return []domain.Event{FeeEstimateEnded{
		Connection: e.Connection, BookingID: b.ID, BookingKind: e.BookingKind, Reference: e.Reference,
		ProviderPaymentID: e.ProviderPaymentID, Fee: e.Fee, VAT: e.VAT, Postings: ledger.Reversed(e.Postings),
		ValueDate: valueDate(b), At: at,
	}, booked(b, at)}, nil
}
