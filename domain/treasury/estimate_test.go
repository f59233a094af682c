package treasury_test

import (
	"math/rand/v2"
	"testing"

	"gateway/domain"
	"gateway/domain/domaintest"
	"gateway/domain/ledger"
	"gateway/domain/report"
	"gateway/domain/treasury"

	"github.com/shopspring/decimal"
)

var estimateCmd = treasury.EstimateCmd{
	Connection: "doku-1", Kind: report.BookedPayment, Reference: "INV-7-1", ProviderPaymentID: "P1", ChannelCode: "QRIS",
	Amount: decimal.NewFromInt(150_000), ValueDate: noon, At: noon,
	Cost: treasury.Cost{Percent: decimal.RequireFromString("0.7"), VAT: decimal.NewFromInt(11)},
}

var estimated = treasury.FeeEstimated{
	Connection: "doku-1", BookingKind: "PAYMENT", Reference: "INV-7-1", ProviderPaymentID: "P1", ChannelCode: "QRIS",
	Amount: decimal.NewFromInt(150_000), Fee: decimal.NewFromInt(1_050), VAT: decimal.RequireFromString("115.5"),
	Postings:  ledger.Transfer(ledger.CostEstimates, ledger.ProviderClearing("doku-1"), decimal.RequireFromString("1165.5")),
	ValueDate: noon, At: noon,
}

// rowOf is a booking of a settlement file.
func rowOf(id string, status report.FeeStatus, fee int64) report.Booking {
	return report.Booking{
		Connection: "doku-1", ID: id, Kind: report.BookedPayment, ProductID: "P1", Reference: "INV-7-1", Amount: decimal.NewFromInt(150_000),
		UpdatedAt: noon, Fee: report.Fee{Amount: decimal.NewFromInt(fee), VAT: decimal.NewFromInt(fee / 10), Status: status},
	}
}

func TestAnEstimateIsMadeOnceAndEndsWithTheBooking(t *testing.T) {
	t.Parallel()
	estimate := func(cmd treasury.EstimateCmd) func(treasury.Fee) ([]domain.Event, error) {
		return func(s treasury.Fee) ([]domain.Event, error) { return treasury.Estimate(s, cmd), nil }
	}
	book := func(id string, status report.FeeStatus, fee int64) func(treasury.Fee) ([]domain.Event, error) {
		return func(s treasury.Fee) ([]domain.Event, error) {
			return treasury.BookEstimated(s, rowOf(id, status, fee), noon)
		}
	}
	bookedOf := func(fee int64) treasury.FeeBooked {
		b := treasury.FeeBooked{
			Connection: "doku-1", BookingID: "S1", BookingKind: "PAYMENT", Reference: "INV-7-1", Fee: decimal.NewFromInt(fee),
			VAT: decimal.NewFromInt(fee / 10), Postings: []ledger.Posting{}, ValueDate: noon, At: noon,
		}
		if fee > 0 {
			b.Postings = ledger.Transfer(ledger.CostProvider, ledger.ProviderClearing("doku-1"), decimal.NewFromInt(fee+fee/10))
		}
		return b
	}
	ended := treasury.FeeEstimateEnded{
		Connection: "doku-1", BookingID: "S1", BookingKind: "PAYMENT", Reference: "INV-7-1", ProviderPaymentID: "P1",
		Fee: estimated.Fee, VAT: estimated.VAT, Postings: ledger.Reversed(estimated.Postings), ValueDate: noon, At: noon,
	}
	returned := treasury.FeeReturned{
		Connection: "doku-1", BookingID: "S1", BookingKind: "PAYMENT", Reference: "INV-7-1", Fee: decimal.NewFromInt(900), VAT: decimal.NewFromInt(90),
		Postings: ledger.Reversed(bookedOf(900).Postings), ValueDate: noon, At: noon,
	}
	unknown := estimateCmd
	unknown.Cost = treasury.Cost{VAT: decimal.NewFromInt(11)}
	trueUp := []domain.Event{estimated, ended, bookedOf(900)}
	domaintest.Run(t, treasury.Fees, []domaintest.Case[treasury.Fee]{
		{Name: "estimated", When: estimate(estimateCmd), Then: []domain.Event{estimated}},
		{Name: "estimated again", Given: []domain.Event{estimated}, When: estimate(estimateCmd)},
		{Name: "no cost is known", When: estimate(unknown)},
		{Name: "the booking was first", Given: []domain.Event{bookedOf(900)}, When: estimate(estimateCmd)},
		{Name: "the booking of nothing was first", Given: []domain.Event{bookedOf(0)}, When: estimate(estimateCmd)},
		{Name: "estimated after it was trued up", Given: trueUp, When: estimate(estimateCmd)},
		{Name: "estimated after the return", Given: append(trueUp[:3:3], returned), When: estimate(estimateCmd)},

		{Name: "a booking without an id", When: book("", report.FeeFinal, 900), Refused: "invalid_field id"},
		{Name: "a booking without a final fee", Given: []domain.Event{estimated}, When: book("S1", report.FeePending, 900)},
		{Name: "booked without an estimate", When: book("S1", report.FeeFinal, 900), Then: []domain.Event{bookedOf(900)}},
		{Name: "trued up", Given: []domain.Event{estimated}, When: book("S1", report.FeeFinal, 900), Then: []domain.Event{ended, bookedOf(900)}},
		{Name: "trued up to nothing", Given: []domain.Event{estimated}, When: book("S1", report.FeeFinal, 0), Then: []domain.Event{ended, bookedOf(0)}},
		{Name: "nothing, without an estimate", When: book("S1", report.FeeFinal, 0), Then: []domain.Event{bookedOf(0)}},
		{Name: "trued up again", Given: trueUp, When: book("S1", report.FeeFinal, 900)},
		{Name: "trued up again with another amount", Given: trueUp, When: book("S1", report.FeeFinal, 901), Refused: "fee_booked"},
		{Name: "by another booking", Given: trueUp, When: book("S2", report.FeeFinal, 900), Refused: "fee_booked"},
		{Name: "given back", Given: trueUp, When: book("S1", report.FeeGivenBack, 900), Then: []domain.Event{returned}},
		{Name: "given back again", Given: append(trueUp[:3:3], returned), When: book("S1", report.FeeGivenBack, 900)},
		{Name: "given back before it was known", Given: []domain.Event{estimated}, When: book("S1", report.FeeGivenBack, 900), Then: []domain.Event{ended, bookedOf(0)}},
		{Name: "given back before it was known, again", Given: []domain.Event{bookedOf(0)}, When: book("S1", report.FeeGivenBack, 900)},
		{Name: "booked after it was given back", Given: append(trueUp[:3:3], returned), When: book("S1", report.FeeFinal, 900)},
	})
}

func TestACostIsFlatAndAPercentageWithVATOnTop(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ flat, percent, vat, amount, fee, tax string }{
		{"4000", "0", "11", "150000", "4000", "440"},
		{"0", "0.7", "0", "12345", "86.42", "0"}, // 86.415
		{"500", "1.5", "11", "99999", "1999.99", "220"},
		{"0", "0", "11", "99999", "0", "0"},
	} {
		of := decimal.RequireFromString
		fee, vat := treasury.Cost{Flat: of(c.flat), Percent: of(c.percent), VAT: of(c.vat)}.Of(of(c.amount))
		if !fee.Equal(of(c.fee)) || !vat.Equal(of(c.tax)) {
			t.Errorf("%+v: fee %s, VAT %s", c, fee, vat)
		}
	}
}

// Whatever the order and the repetitions of estimate, booking and return: the postings of the stream sum to what the
// provider took in the end, and while it has said nothing, to the estimate.
func TestTheLedgerEndsWithTheFeeAsBooked(t *testing.T) {
	t.Parallel()
	for seed := range uint64(2_000) {
		random := rand.New(rand.NewPCG(seed, 14))
		fee := int64(random.IntN(3)) * 700
		var events []domain.Event
		isEstimated, isBooked, isReturned := false, false, false
		for range 1 + random.IntN(12) {
			state := treasury.Fees.Fold(treasury.Fee{}, events...)
			var next []domain.Event
			var err error
			switch random.IntN(4) {
			case 0:
				next = treasury.Estimate(state, estimateCmd)
				isEstimated = true
			case 1:
				next, err = treasury.BookEstimated(state, rowOf("S1", report.FeeFinal, fee), noon)
				isBooked = true
			case 2:
				next, err = treasury.BookEstimated(state, rowOf("S1", report.FeePending, fee), noon)
			case 3:
				if isBooked { // a file says it of a fee that it has booked
					next, err = treasury.BookEstimated(state, rowOf("S1", report.FeeGivenBack, fee), noon)
					isReturned = true
				}
			}
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			events = append(events, next...)
		}
		want := decimal.Zero
		switch {
		case isReturned:
		case isBooked:
			want = decimal.NewFromInt(fee + fee/10)
		case isEstimated:
			want = estimated.Fee.Add(estimated.VAT)
		}
		var postings []ledger.Posting
		estimates := 0
		for _, e := range events {
			postings = append(postings, e.(interface{ Posted() []ledger.Posting }).Posted()...)
			if _, is := e.(treasury.FeeEstimated); is {
				estimates++
			}
		}
		if got := costOf(postings); !got.Equal(want) || !ledger.Sum(postings).IsZero() || estimates > 1 {
			t.Fatalf("seed %d: %d events cost %s, want %s; %d estimates", seed, len(events), got, want, estimates)
		}
		if got := treasury.Fees.Fold(treasury.Fee{}, events...).Total(); !got.Equal(want) {
			t.Fatalf("seed %d: the fee costs %s, want %s", seed, got, want)
		}
	}
}

// costOf is what the postings cost, booked or estimated: a cost makes its account more negative.
func costOf(postings []ledger.Posting) (sum decimal.Decimal) {
	for _, p := range postings {
		if p.Account == ledger.CostProvider || p.Account == ledger.CostEstimates {
			sum = sum.Sub(p.Amount)
		}
	}
	return sum
}
