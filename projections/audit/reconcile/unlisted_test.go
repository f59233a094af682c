package reconcile

import (
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/ledger"
	"gateway/domain/payment"
	"gateway/domain/report"
	"gateway/domain/settlementfile"
	"gateway/domain/treasury"
	"gateway/eventstore"

	"github.com/shopspring/decimal"
)

// At a connection without a list of bookings the equation holds to the rupiah at each step: paid and estimated, settled
// and trued up. A payout's fee is taken with the payout.
func TestTheEquationHoldsBeforeAndAfterASettlementFile(t *testing.T) {
	t.Parallel()
	noon := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	of := decimal.NewFromInt
	i := payment.Identity{TransactionID: "INV-7-1", ClientID: 7, Connection: "doku-1"}
	r := payment.Receipt{ProviderPaymentID: "P1", PaidAmount: of(100_000), PaidAt: noon}
	row := report.Booking{
		Connection: "doku-1", ID: "S1", Kind: report.BookedPayment, Reference: "INV-7-1", ProductID: "P1",
		Fee: report.Fee{Amount: of(3_500), VAT: of(385), Status: report.FeeFinal},
	}
	var events []domain.Event
	step := func(what string, atProvider, estimated, unsettledFees int64, waiting int64, more ...domain.Event) {
		t.Helper()
		events = append(events, more...)
		m := newMoney("doku-1")
		for _, e := range events {
			m.fold(eventstore.Envelope{Event: e})
		}
		e := newEquation(&m, of(atProvider))
		if !e.Holds() || !e.EstimatedFees.Equal(of(estimated)) || !e.UnsettledFees.Equal(of(unsettledFees)) || e.UnsettledPayments != waiting {
			t.Errorf("%s: %+v", what, e)
		}
		if waits := e.UnsettledSince != nil; waits != (waiting > 0) || waits && !e.UnsettledSince.Equal(noon) {
			t.Errorf("%s: waits since %v", what, e.UnsettledSince)
		}
	}
	moved := func(from, to string, amount int64) balance.Movement {
		return balance.Movement{Postings: ledger.Transfer(from, to, of(amount))}
	}
	step("paid", 0, 0, 0, 1, payment.Paid{Identity: i, Receipt: r},
		balance.Credited{Movement: moved(ledger.ProviderClearing("doku-1"), ledger.Available(7), 100_000)})
	estimate := treasury.Estimate(treasury.Fee{}, treasury.EstimateCmd{
		Connection: "doku-1", Kind: report.BookedPayment, Reference: "INV-7-1", ProviderPaymentID: "P1", Amount: of(100_000), Cost: treasury.Cost{Flat: of(4_000), VAT: of(11)},
	})
	step("estimated", 0, 4_440, 4_440, 1, estimate...)
	trueUp, err := treasury.BookEstimated(treasury.Fees.Fold(treasury.Fee{}, estimate...), row, noon)
	if err != nil {
		t.Fatal(err)
	}
	step("settled", 96_115, 0, 0, 0, append([]domain.Event{payment.Settled{Identity: i, Receipt: r}}, trueUp...)...)

	paidOut := treasury.Estimate(treasury.Fee{}, treasury.EstimateCmd{
		Connection: "doku-1", Kind: report.BookedPayout, Reference: "withdrawal-7-1", Amount: of(50_000), Cost: treasury.Cost{Flat: of(2_500)},
	})
	step("paid out", 96_115-52_500, 2_500, 0, 0, append([]domain.Event{
		balance.PayoutCompleted{
			Order: balance.Order{Kind: "withdrawal", ID: 1, ClientID: 7, Amount: of(50_000), Connection: "doku-1"}, ProviderID: "T1",
			Movement: moved(ledger.Held(7), ledger.ProviderPayouts("doku-1"), 50_000),
		},
	}, paidOut...)...)

	second := payment.Receipt{ProviderPaymentID: "P2", PaidAmount: of(5_000), PaidAt: noon}
	step("a second payment, released", 96_115-52_500, 2_500, 0, 1,
		payment.Suspended{Identity: i, Receipt: second, SuspenseID: 3},
		balance.SuspenseReceived{Movement: moved(ledger.ProviderClearing("doku-1"), ledger.Suspense, 5_000)},
		payment.SuspenseReleased{Identity: i, Receipt: second, SuspenseID: 3})
	step("a second payment, settled by a file", 96_115-52_500+5_000, 2_500, 0, 0,
		settlementfile.Taken{Row: settlementfile.Row{Connection: "doku-1", ID: "S2", Kind: settlementfile.Payment, Reference: "INV-7-1", ProviderID: "P2"}})
}
