package settlementfile_test

import (
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/domaintest"
	"gateway/domain/report"
	"gateway/domain/settlementfile"

	"github.com/shopspring/decimal"
)

func TestARowIsTakenOnceAndItsIDMeansNothingElse(t *testing.T) {
	t.Parallel()
	row := settlementfile.Row{
		Connection: "doku-1", ID: "S1", Kind: settlementfile.Payment, Reference: "INV-7-1", ProviderID: "P1", ChannelCode: "QRIS",
		Amount: decimal.NewFromInt(150_000), Fee: decimal.NewFromInt(1_050), VAT: decimal.NewFromInt(115), BookedAt: now, SettledAt: now,
	}
	taken := settlementfile.Taken{Row: row, At: now}
	take := func(change func(*settlementfile.Row)) func(settlementfile.State) ([]domain.Event, error) {
		return func(s settlementfile.State) ([]domain.Event, error) {
			r := row
			change(&r)
			return settlementfile.Take(s, r, now)
		}
	}
	cases := []domaintest.Case[settlementfile.State]{
		{Name: "new", When: take(func(*settlementfile.Row) {}), Then: []domain.Event{taken}},
		{Name: "again", Given: []domain.Event{taken}, When: take(func(r *settlementfile.Row) { r.Amount = decimal.RequireFromString("150000.00") })},
	}
	for name, change := range map[string]func(*settlementfile.Row){
		"kind":      func(r *settlementfile.Row) { r.Kind = settlementfile.Void },
		"reference": func(r *settlementfile.Row) { r.Reference = "INV-7-2" },
		"id":        func(r *settlementfile.Row) { r.ProviderID = "P2" },
		"channel":   func(r *settlementfile.Row) { r.ChannelCode = "BCA" },
		"amount":    func(r *settlementfile.Row) { r.Amount = r.Amount.Add(decimal.NewFromInt(1)) },
		"fee":       func(r *settlementfile.Row) { r.Fee = decimal.Zero },
		"VAT":       func(r *settlementfile.Row) { r.VAT = decimal.Zero },
		"booked":    func(r *settlementfile.Row) { r.BookedAt = now.Add(time.Second) },
		"settled":   func(r *settlementfile.Row) { r.SettledAt = now.Add(time.Second) },
	} {
		cases = append(cases, domaintest.Case[settlementfile.State]{
			Name: "another " + name, Given: []domain.Event{taken}, When: take(change), Refused: "row_differs",
		})
	}
	domaintest.Run(t, settlementfile.Rows, cases)
	other := row
	other.Connection = "dana-1"
	if other.Stream() == row.Stream() {
		t.Error("rows of two connections have one stream")
	}
}

func TestARowIsABooking(t *testing.T) {
	t.Parallel()
	for kind, want := range map[string]report.Booking{
		settlementfile.Payment:        {Kind: report.BookedPayment, Status: report.Settled, Cashflow: report.MoneyIn},
		settlementfile.Void:           {Kind: report.BookedPayment, Status: report.Reversed, Voided: true, Cashflow: report.MoneyIn},
		settlementfile.Payout:         {Kind: report.BookedPayout, Status: report.Completed, Cashflow: report.MoneyOut},
		settlementfile.PayoutReturned: {Kind: report.BookedPayout, Status: report.Reversed, Cashflow: report.MoneyOut},
		settlementfile.Refund:         {Kind: report.BookedRefund, Status: report.Completed, Cashflow: report.MoneyOut},
		settlementfile.Chargeback:     {Kind: report.BookedChargeback, Status: report.Completed, Cashflow: report.MoneyOut},
		settlementfile.Adjustment:     {Kind: report.BookedAdjustment, Status: report.Completed, Cashflow: report.MoneyOut},
		settlementfile.TopUp:          {Kind: report.BookedTopUp, Status: report.Completed, Cashflow: report.MoneyIn},
		settlementfile.Withdrawal:     {Kind: report.BookedWithdrawal, Status: report.Completed, Cashflow: report.MoneyOut},
	} {
		row := settlementfile.Row{Connection: "c", ID: "S", Kind: kind, Reference: "R", ProviderID: "P", Amount: decimal.NewFromInt(5), BookedAt: now}
		if kind == settlementfile.Adjustment {
			row.Amount = decimal.NewFromInt(-5)
		}
		b := row.Booking()
		if b.Kind != want.Kind || b.Status != want.Status || b.Voided != want.Voided || b.Cashflow != want.Cashflow || b.Amount.String() != "5" ||
			b.ID != "S" || b.ProductID != "P" || b.Reference != "R" || !b.Fee.IsFinal() || !b.UpdatedAt.Equal(now) {
			t.Errorf("%s: %+v", kind, b)
		}
	}
}
