package treasury_test

import (
	"testing"

	"gateway/domain"
	"gateway/domain/domaintest"
	"gateway/domain/ledger"
	"gateway/domain/report"
	"gateway/domain/treasury"

	"github.com/shopspring/decimal"
)

func TestAFeeIsBookedOnceWhenItIsFinalAndItsReturnOnce(t *testing.T) {
	t.Parallel()
	booking := func(status report.FeeStatus, fee int64) report.Booking {
		return report.Booking{
			Connection: "xendit", ID: "txn_1", Kind: report.BookedPayment, Reference: "INV-7-1", Amount: decimal.NewFromInt(150_000), UpdatedAt: noon,
			Fee: report.Fee{Amount: decimal.NewFromInt(fee), VAT: decimal.NewFromInt(fee * 11 / 100), Status: status},
		}
	}
	book := func(status report.FeeStatus, fee int64) func(treasury.Fee) ([]domain.Event, error) {
		return func(s treasury.Fee) ([]domain.Event, error) { return treasury.BookFee(s, booking(status, fee), noon) }
	}
	booked := treasury.FeeBooked{
		Connection: "xendit", BookingID: "txn_1", BookingKind: "PAYMENT", Reference: "INV-7-1", Fee: decimal.NewFromInt(4_000), VAT: decimal.NewFromInt(440),
		Postings: ledger.Transfer(ledger.CostProvider, ledger.ProviderClearing("xendit"), decimal.NewFromInt(4_440)), ValueDate: noon, At: noon,
	}
	returned := treasury.FeeReturned{
		Connection: "xendit", BookingID: "txn_1", BookingKind: "PAYMENT", Reference: "INV-7-1", Fee: decimal.NewFromInt(4_000), VAT: decimal.NewFromInt(440),
		Postings: ledger.Reversed(booked.Postings), ValueDate: noon, At: noon,
	}
	domaintest.Run(t, treasury.Fees, []domaintest.Case[treasury.Fee]{
		{Name: "a booking without an id", When: func(s treasury.Fee) ([]domain.Event, error) { return treasury.BookFee(s, report.Booking{}, noon) }, Refused: "invalid_field id"},
		{Name: "none", When: book(report.FeeNone, 0)},
		{Name: "pending", When: book(report.FeePending, 4_000)},
		{Name: "cancelled", When: book(report.FeeCancelled, 4_000)},
		{Name: "given back before we knew of it", When: book(report.FeeGivenBack, 4_000)},
		{Name: "final, of nothing", When: book(report.FeeFinal, 0)},
		{Name: "final", When: book(report.FeeFinal, 4_000), Then: []domain.Event{booked}},
		{Name: "final again", Given: []domain.Event{booked}, When: book(report.FeeFinal, 4_000)},
		{Name: "final with another amount", Given: []domain.Event{booked}, When: book(report.FeeFinal, 5_000)},
		{Name: "given back", Given: []domain.Event{booked}, When: book(report.FeeGivenBack, 4_000), Then: []domain.Event{returned}},
		{Name: "given back, of another amount", Given: []domain.Event{booked}, When: book(report.FeeGivenBack, 0), Then: []domain.Event{returned}},
		{Name: "given back again", Given: []domain.Event{booked, returned}, When: book(report.FeeGivenBack, 4_000)},
		{Name: "final after it was given back", Given: []domain.Event{booked, returned}, When: book(report.FeeFinal, 4_000)},
	})
}

func TestAFeeCostsWhatWasBookedUntilItIsGivenBack(t *testing.T) {
	t.Parallel()
	booked := treasury.FeeBooked{BookingID: "txn_1", Fee: decimal.NewFromInt(4_000), VAT: decimal.NewFromInt(440)}
	for _, c := range []struct {
		events []domain.Event
		want   int64
	}{
		{nil, 0},
		{[]domain.Event{booked}, 4_440},
		{[]domain.Event{booked, treasury.FeeReturned{BookingID: "txn_1"}}, 0},
	} {
		if got := treasury.Fees.Fold(treasury.Fee{}, c.events...).Total(); !got.Equal(decimal.NewFromInt(c.want)) {
			t.Errorf("after %d events the fee costs %s, want %d", len(c.events), got, c.want)
		}
	}
}
