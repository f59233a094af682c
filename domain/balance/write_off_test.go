package balance

import (
	"slices"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/domaintest"
	"gateway/domain/ledger"
	"gateway/domain/payment"
	"gateway/test/rupiah"

	"github.com/shopspring/decimal"
)

// owed is a movement after which the client owes more, or less.
func owed(at time.Time, amount string) Adjusted {
	return Adjusted{ClientID: client, Movement: Movement{Reference: "adj", At: at, Postings: ledger.Transfer(
		ledger.Receivable(client), ledger.Equity, rupiah.Of(amount))}}
}

// givenUp is a write-off of an amount that the client had owed for a hundred days at noon.
func givenUp(reference, amount, left string) WrittenOff {
	return WrittenOff{
		ClientID: client, Amount: rupiah.Of(amount), OwedSince: noon.AddDate(0, 0, -100).UTC(), Reason: "the shop closed", By: "admin:1",
		Movement: Movement{
			Reference: reference, At: later, After: ledger.Totals{Receivable: rupiah.Of(left)},
			Postings: ledger.Transfer(ledger.CostBadDebt, ledger.Receivable(client), rupiah.Of(amount)),
		},
	}
}

func TestOnlyAnOldDebtIsWrittenOff(t *testing.T) {
	t.Parallel()
	day := 24 * time.Hour
	old, young := noon.Add(-100*day), noon.Add(-10*day)
	writeOff := func(amount string) decision {
		return func(s State) ([]domain.Event, error) {
			return WriteOff(s, WriteOffCmd{
				ClientID: client, Amount: rupiah.Of(amount), Before: noon.Add(-90 * day), Reason: "the shop closed", By: "admin:1", Reference: "WOF-7-1", At: later,
			})
		}
	}
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "a retry does nothing", Given: eventsOf(owed(old, "80"), givenUp("WOF-7-1", "80", "0"), owed(old, "5")), When: writeOff("80")},
		{
			Name: "without a reason", Given: eventsOf(owed(old, "80")), Refused: "invalid_field reason",
			When: func(s State) ([]domain.Event, error) {
				return WriteOff(s, WriteOffCmd{ClientID: client, Amount: rupiah.Of("80"), Before: noon})
			},
		},
		{Name: "a client who owes nothing", Given: eventsOf(funded), When: writeOff("80"), Refused: "nothing_to_write_off"},
		{Name: "a debt that is young", Given: eventsOf(owed(young, "80")), When: writeOff("80"), Refused: "nothing_to_write_off"},
		{Name: "a debt that was paid", Given: eventsOf(owed(old, "80"), owed(young, "-80")), When: writeOff("80"), Refused: "nothing_to_write_off"},
		{Name: "all of an old debt", Given: eventsOf(owed(old, "80")), When: writeOff("80"), Then: eventsOf(givenUp("WOF-7-1", "80", "0"))},
		{Name: "the old part of a debt", Given: eventsOf(owed(old, "80"), owed(young, "20")), When: writeOff("80"), Then: eventsOf(givenUp("WOF-7-1", "80", "-20"))},
		{Name: "what is left of the oldest debt", Given: eventsOf(owed(old, "80"), owed(young, "-30")), When: writeOff("80"), Then: eventsOf(givenUp("WOF-7-1", "50", "0"))},
		{Name: "no more than was agreed on", Given: eventsOf(owed(old, "80")), When: writeOff("70"), Then: eventsOf(givenUp("WOF-7-1", "70", "-10"))},
	})
}

func TestWhatComesBackLaterReversesTheWriteOffBeforeItIsAvailable(t *testing.T) {
	t.Parallel()
	written := eventsOf(owed(noon, "30000"), givenUp("WOF-7-1", "30000", "0"))
	for name, c := range map[string]struct {
		given                           []domain.Event
		decide                          decision
		recovered, available, stillLost string
	}{
		"a credit above it":              {written, posting(cmd(20, paid)), "30000", "65560", "0"},
		"two credits in one batch":       {append(written, owed(later, "90000")), posting(cmd(20, paid), cmd(21, paid)), "30000", "71120", "0"},
		"an adjustment below it":         {written, adjusted("10000"), "10000", "0", "20000"},
		"a slip":                         {append(written, slipSubmitted), creditedSlip, "3000", "0", "27000"},
		"before a debt that is new":      {append(written, owed(later, "4000")), adjusted("10000"), "10000", "0", "20000"},
		"and the debt with what is left": {append(written, owed(later, "4000")), adjusted("33000"), "30000", "0", "0"},
		"and both, and something more":   {append(written, owed(later, "4000")), adjusted("35000"), "30000", "1000", "0"},
		"nothing was written off":        {nil, adjusted("10000"), "0", "10000", "0"},
		"it was recovered before":        {append(written, recoveredBefore("30000")), adjusted("10000"), "0", "10000", "0"},
	} {
		s := Aggregate.Fold(State{}, c.given...)
		events, err := c.decide(s)
		if err != nil {
			t.Error(name, err)
			continue
		}
		recovered := decimal.Zero
		for _, e := range events {
			_, m := e.(Mover).Moved()
			if !ledger.Sum(m.Postings).IsZero() || !m.After.Sound() {
				t.Errorf("%s: %+v", name, e)
			}
			if r, ok := e.(WriteOffRecovered); ok {
				recovered = recovered.Add(r.Amount)
			}
		}
		after := Aggregate.Fold(s, events...)
		if !recovered.Equal(rupiah.Of(c.recovered)) || !after.Totals.Available.Equal(rupiah.Of(c.available)) || !after.GivenUp.Equal(rupiah.Of(c.stillLost)) {
			t.Errorf("%s: %s is recovered, %s available, %s lost", name, recovered, after.Totals.Available, after.GivenUp)
		}
	}
}

// bringing are decisions that bring an owing client money, by their event, with the amount that would be available.
func bringing(open string) map[string]struct {
	decide decision
	brings string
} {
	type row = struct {
		decide decision
		brings string
	}
	payout := func(decide decision) decision {
		return func(s State) ([]domain.Event, error) {
			s.Open = []Payout{{Order: withdrawal1, Status: open}}
			return decide(s)
		}
	}
	return map[string]row{
		Credited{}.EventType():         {posting(cmd(20, paid)), "95560"},
		SuspenseReleased{}.EventType(): {posting(cmd(20, payment.SuspenseReleased{Identity: inv, Receipt: receipt, Charge: charge})), "95560"},
		Settled{}.EventType():          {posting(cmd(20, payment.Settled{Identity: inv, FromUnsettled: rupiah.Of("95560")})), "95560"},
		HoldEnded{}.EventType():        {posting(cmd(20, payment.HoldEnded{Identity: inv, FromUnsettled: rupiah.Of("95560")})), "95560"},
		RefundReleased{}.EventType(): {posting(cmd(20, payment.RefundFailed{
			Identity: inv, RefundOrder: payment.RefundOrder{RefundID: 5, FromUnsettled: rupiah.Of("95560")},
		})), "95560"},
		DisputeReleased{}.EventType():  {posting(cmd(20, payment.DisputeDecided{Identity: inv, Released: rupiah.Of("50000")})), "50000"},
		ReversalReturned{}.EventType(): {posting(cmd(20, payment.ReversalReturned{Identity: inv, ClientGets: rupiah.Of("7000")})), "7000"},
		Adjusted{}.EventType():         {adjusted("10000"), "10000"},
		PayoutRejected{}.EventType(): {payout(func(s State) ([]domain.Event, error) {
			return Reject(s, Withdrawal, 1, RejectCmd{Reason: "r"})
		}), "55000"},
		PayoutCancelled{}.EventType(): {payout(func(s State) ([]domain.Event, error) { return Cancel(s, Withdrawal, 1, later) }), "55000"},
		PayoutFailed{}.EventType():    {payout(func(s State) ([]domain.Event, error) { return s.fail(withdrawal1, FailCmd{}) }), "55000"},
		PayoutReversed{}.EventType(): {func(s State) ([]domain.Event, error) {
			s.Closed = []ClosedPayout{{
				Kind: Settlement, ID: 9, ExternalID: "ST-9", Status: StatusCompleted, Amount: rupiah.Of("60000"), Fee: rupiah.Of("5000"), ProviderID: "p",
			}}
			return Reverse(s, Settlement, 9, ReverseCmd{})
		}, "65000"},
		WithholdingApproved{}.EventType(): {func(s State) ([]domain.Event, error) {
			return ApproveSlip(Evolve(s, slipSubmitted), ApproveSlipCmd{ClientID: client, ID: 1, Fees: rupiah.Of("150000"), Rules: slipRules})
		}, "3000"},
		WithholdingCorrected{}.EventType(): {func(s State) ([]domain.Event, error) {
			s.SlipsCredited = []CreditedSlip{{Period: "2026-10", Tax: rupiah.Of("3000")}}
			s.WithheldBack = []WithheldBack{{Period: "2026-10", Tax: rupiah.Of("3000")}} // all of it went back before
			return CorrectWithholding(s, CorrectWithholdingCmd{ClientID: client, Period: "2026-10", Fees: rupiah.Of("150000"), Rules: slipRules})
		}, "3000"},
	}
}

// Every event that moves money is here: it brings none, or reverses a write-off first.
func TestWhateverBringsMoneyReversesTheWriteOffFirst(t *testing.T) {
	t.Parallel()
	bringsNone := eventsOf(
		SuspenseReceived{}, SuspenseRefunded{}, PaymentReversed{}, RefundHeld{}, DisputeHeld{}, WrittenOff{}, WriteOffRecovered{},
		WithdrawalRequested{}, SettlementRequested{}, PayoutCompleted{},
	)
	start := State{ClientID: client, GivenUp: rupiah.Of("1000000"), Debts: []Debt{{noon, rupiah.Of("4000")}}, Totals: ledger.Totals{
		Receivable: rupiah.Of("-4000"), Unsettled: rupiah.Of("95560"), Held: rupiah.Of("55000"),
	}}
	cases := bringing(StatusPending)
	for _, e := range Events() {
		if _, moves := e.(Mover); !moves || slices.ContainsFunc(bringsNone, func(n domain.Event) bool { return n.EventType() == e.EventType() }) {
			continue
		}
		c, known := cases[e.EventType()]
		if !known {
			t.Errorf("%s: does it reverse a write-off?", e.EventType())
			continue
		}
		events, err := c.decide(start)
		if err != nil || len(events) != 2 || events[1].EventType() != e.EventType() {
			t.Errorf("%s: %v %v", e.EventType(), events, err)
			continue
		}
		after := start
		for _, e := range events {
			_, m := e.(Mover).Moved()
			if after = Evolve(after, e); !ledger.Sum(m.Postings).IsZero() || !m.After.Sound() || !m.After.Receivable.Equal(after.Totals.Receivable) {
				t.Errorf("%+v", e)
			}
		}
		lost := start.GivenUp.Sub(rupiah.Of(c.brings))
		if !after.GivenUp.Equal(lost) || !after.Totals.Available.IsZero() || !after.Totals.Receivable.Equal(rupiah.Of("-4000")) {
			t.Errorf("%s: %s lost, %+v", e.EventType(), after.GivenUp, after.Totals)
		}
		if len(after.Debts) != 1 || !after.Debts[0].At.Equal(noon) || !after.Debts[0].Amount.Equal(rupiah.Of("4000")) {
			t.Errorf("%s: the debt is %+v", e.EventType(), after.Debts)
		}
	}
}

func TestTheStateTellsApartAtMostSoManyDebts(t *testing.T) {
	t.Parallel()
	s := State{}
	for i := range maxDebts + 5 {
		s = Aggregate.Fold(s, owed(noon.Add(time.Duration(i)*time.Hour), "1"))
	}
	if all := s.OwedSince(noon.Add(1_000 * time.Hour)); len(s.Debts) != maxDebts || !all.Equal(decimal.NewFromInt(maxDebts+5)) {
		t.Errorf("%d debts of %s", len(s.Debts), all)
	}
}

func adjusted(amount string) decision {
	return func(s State) ([]domain.Event, error) {
		return Adjust(s, AdjustCmd{ClientID: client, Amount: rupiah.Of(amount), Reason: "r", Reference: "a", At: later})
	}
}

func creditedSlip(s State) ([]domain.Event, error) {
	return ApproveSlip(s, ApproveSlipCmd{ClientID: client, ID: 1, Fees: rupiah.Of("150000"), Rules: slipRules, By: "admin:1", At: later})
}

func recoveredBefore(amount string) WriteOffRecovered {
	return WriteOffRecovered{ClientID: client, Amount: rupiah.Of(amount), Movement: Movement{
		Postings: ledger.Transfer(ledger.Equity, ledger.CostBadDebt, rupiah.Of(amount)), // from another account, to keep the case short
	}}
}
