package balance

import (
	"testing"

	"gateway/domain"
	"gateway/domain/domaintest"
	"gateway/domain/ledger"
	"gateway/domain/payment"
	"gateway/domain/report"
	"gateway/test/rupiah"
)

// A balance below zero means that somebody changed the log, or that there is a defect.
func TestNothingMovesABalanceThatIsBelowZero(t *testing.T) {
	t.Parallel()
	wrong := Adjusted{ClientID: client, Movement: movement(noon, "wrong", "0", "0", "-60000",
		"client:7:held", "-60000", "client:7:unsettled", "-200000", "equity", "260000")}
	pending := eventsOf(funded, requested, wrong)
	processing := eventsOf(funded, requested, approved, submitted, wrong)
	reported := func(status report.Status) decision {
		return func(s State) ([]domain.Event, error) { return TakeReport(s, Withdrawal, 1, provided(status), later) }
	}
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "paid", Given: pending, When: posting(cmd(20, paid)), Refused: "insufficient_balance"},
		{Name: "settled", Given: pending, When: posting(cmd(20, settled)), Refused: "insufficient_balance"},
		{Name: "suspended", Given: pending, When: posting(cmd(20, payment.Suspended{Identity: inv, Receipt: receipt})), Refused: "insufficient_balance"},
		{Name: "released", Given: pending, When: posting(cmd(20, payment.SuspenseReleased{Identity: inv, Receipt: receipt, Charge: charge})), Refused: "insufficient_balance"},
		{Name: "refunded", Given: pending, When: posting(cmd(20, payment.SuspenseRefunded{Identity: inv, Receipt: receipt})), Refused: "insufficient_balance"},
		{Name: "taken back", Given: pending, When: posting(cmd(20, chargeback("0"))), Refused: "insufficient_balance"},
		{Name: "its hold ended", Given: pending, When: posting(cmd(20, payment.HoldEnded{Identity: inv, FromUnsettled: rupiah.Of("1")})), Refused: "insufficient_balance"},
		{Name: "rejected", Given: pending, When: func(s State) ([]domain.Event, error) { return Reject(s, Withdrawal, 1, RejectCmd{}) }, Refused: "insufficient_balance"},
		{Name: "cancelled", Given: pending, When: func(s State) ([]domain.Event, error) { return Cancel(s, Withdrawal, 1, later) }, Refused: "insufficient_balance"},
		{Name: "completed", Given: processing, When: reported(report.Completed), Refused: "insufficient_balance"},
		{Name: "failed", Given: processing, When: reported(report.Failed), Refused: "insufficient_balance"},
		{Name: "reversed", Given: append(completedPayout[:len(completedPayout):len(completedPayout)], wrong), When: reported(report.Reversed), Refused: "insufficient_balance"},
	})
}

func TestWhatMustBeUnsettledForAPaymentToChangeIt(t *testing.T) {
	t.Parallel()
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{
			Name: "a reversal of more than is unsettled", Given: worked("95559"), When: posting(cmd(20, chargeback("95560"))),
			Refused: "insufficient_balance",
		},
		{
			Name: "the end of a hold of more than is unsettled", Given: worked("95559"), Refused: "insufficient_balance",
			When: posting(cmd(20, payment.HoldEnded{Identity: inv, FromUnsettled: rupiah.Of("95560")})),
		},
		{
			Name: "a release whose fee, VAT and net do not make the amount", Given: eventsOf(suspenseReceived), Refused: "unbalanced_postings",
			When: posting(cmd(20, payment.SuspenseReleased{Identity: inv, Receipt: receipt, Charge: payment.Charge{Net: rupiah.Of("1")}})),
		},
	})
}

func TestAllThatComesIntoAvailableFillsTheReceivableUntilItIsFull(t *testing.T) {
	t.Parallel()
	s := State{ClientID: client, Totals: ledger.Totals{Receivable: rupiah.Of("-100"), Held: rupiah.Of("500")}}
	for _, c := range []struct {
		name        string
		given, want Movement
	}{
		{
			"less than is owed", movement(noon, "r", "0", "0", "0", "client:7:held", "-60", "client:7:available", "60"),
			owing("-40", movement(noon, "r", "0", "0", "440", "client:7:held", "-60", "client:7:receivable", "60")),
		},
		{
			"just what is owed", movement(noon, "r", "0", "0", "0", "client:7:held", "-100", "client:7:available", "100"),
			owing("0", movement(noon, "r", "0", "0", "400", "client:7:held", "-100", "client:7:receivable", "100")),
		},
		{
			"two parts that are more together",
			movement(noon, "r", "0", "0", "0", "client:7:available", "60", "client:7:held", "-130", "client:7:available", "70"),
			owing("0", movement(noon, "r", "30", "0", "370", "client:7:receivable", "60", "client:7:held", "-130", "client:7:receivable", "40", "client:7:available", "30")),
		},
		{
			"nothing comes in", movement(noon, "r", "0", "0", "0", "client:7:held", "-60", "client:7:unsettled", "60"),
			owing("-100", movement(noon, "r", "0", "60", "440", "client:7:held", "-60", "client:7:unsettled", "60")),
		},
	} {
		got, err := s.move(client, "r", noon, c.given.Postings)
		if err != nil || inJSON(t, got) != inJSON(t, c.want) {
			t.Errorf("%s:\ngot  %s (%v)\nwant %s", c.name, inJSON(t, got), err, inJSON(t, c.want))
		}
	}
}
