package treasury

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"time"

	"gateway/domain"
	"gateway/domain/connection"
	"gateway/domain/ledger"
	"gateway/domain/report"

	"github.com/shopspring/decimal"
)

// Fees folds the streams of the provider's fees: one for each of its bookings (FeeStream), or one for each payment and
// payout where fees are estimated first (EstimatedFeeStream).
var Fees = domain.Aggregate[Fee]{Category: "provider_fee", Evolve: evolveFee}

// FeeStream names the stream of a booking's fee by the SHA-256 of the provider's id. Ids of two connections may be
// the same; the streams of the first one have their former names.
func FeeStream(at, bookingID string) string {
	if at != connection.Xendit {
		bookingID = at + "\n" + bookingID
	}
	sum := sha256.Sum256([]byte(bookingID))
	return Fees.Stream(hex.EncodeToString(sum[:]))
}

// Fee is what was estimated and booked for the fee of one booking.
type Fee struct {
	// Estimated is the estimate until it has ended.
	Estimated *FeeEstimated
	Booked    FeeBooked
	Returned  bool
}

// Exists reports whether the fee was booked, even if it was returned since.
func (f Fee) Exists() bool { return f.Booked.BookingID != "" }

// Total returns what the fee costs the gateway now, with VAT, in rupiah: the estimate until the fee is booked.
func (f Fee) Total() decimal.Decimal {
	switch {
	case f.Returned:
		return decimal.Zero
	case f.Estimated != nil:
		return f.Estimated.Fee.Add(f.Estimated.VAT)
	}
	return f.Booked.Fee.Add(f.Booked.VAT)
}

func evolveFee(s Fee, event domain.Event) Fee {
	switch e := event.(type) {
	case FeeBooked:
		s.Booked = e
	case FeeReturned:
		s.Returned = true
	case FeeEstimated:
		s.Estimated = &e
	case FeeEstimateEnded:
		s.Estimated = nil
	}
	return s
}

// BookFee books the fee of the provider's booking in its present state: once when it is final, and once when
// it is returned. A fee that may still change, a fee of zero, and a repetition make no event. If the amount
// differs from the booked one, BookFee makes no event either; reconciliation reports it. Check: invalid_field
// id, if the booking has none.
func BookFee(s Fee, b report.Booking, at time.Time) ([]domain.Event, error) {
	if b.ID == "" {
		return nil, domain.InvalidField("id", "the booking has none")
	}
	switch {
	case !s.Exists() && b.Fee.IsFinal() && b.Fee.Total().IsPositive():
		return []domain.Event{booked(b, at)}, nil
	case s.Exists() && !s.Returned && b.Fee.Status == report.FeeGivenBack:
		return []domain.Event{returned(s.Booked, b, at)}, nil
	}
	return nil, nil
}

func booked(b report.Booking, at time.Time) FeeBooked {
	return FeeBooked{
		Connection: b.Connection, BookingID: b.ID, BookingKind: string(b.Kind), Reference: b.Reference, Fee: b.Fee.Amount, VAT: b.Fee.VAT,
		Postings: costs(ledger.CostProvider, b.Connection, b.Fee.Total()), ValueDate: valueDate(b), At: at,
	}
}

func returned(f FeeBooked, b report.Booking, at time.Time) FeeReturned {
	return FeeReturned{
		Connection: f.Connection, BookingID: f.BookingID, BookingKind: f.BookingKind, Reference: f.Reference, Fee: f.Fee, VAT: f.VAT,
		Postings: ledger.Reversed(f.Postings), ValueDate: valueDate(b), At: at,
	}
}

// costs posts a fee that leaves our money at the connection to an account of costs. There are no postings of nothing.
func costs(account, connection string, total decimal.Decimal) []ledger.Posting {
	if total.IsZero() {
		return []ledger.Posting{}
	}
	return ledger.Transfer(account, ledger.ProviderClearing(connection), total)
}

func valueDate(b report.Booking) time.Time { return cmp.Or(b.UpdatedAt, b.At).UTC() }
