package balance

import (
	"testing"

	"gateway/domain"
	"gateway/domain/domaintest"
	"gateway/domain/ledger"
	"gateway/domain/payment"
	"gateway/test/rupiah"
)

// chargeback takes back a whole payment of 100,000, whose net amount is 95,560.
func chargeback(fromUnsettled string) payment.Reversed {
	return payment.Reversed{
		Identity:    inv,
		Reversal:    payment.Reversal{ReversalID: "cb-1", Kind: payment.Chargeback, Amount: rupiah.Of("100000"), Reason: "fraud", By: payment.ByProvider},
		ClientBears: rupiah.Of("100000"), FromUnsettled: rupiah.Of(fromUnsettled),
	}
}

func postedBack(position int64, amount string, m Movement) PaymentReversed {
	return PaymentReversed{
		ClientID: client, Movement: m, Source: from(position), ReversalID: "cb-1", Kind: payment.Chargeback,
		Amount: rupiah.Of(amount), Reason: "fraud", By: payment.ByProvider,
	}
}

// owing is like movement, for totals with a receivable.
func owing(receivable string, m Movement) Movement {
	m.After.Receivable = rupiah.Of(receivable)
	return m
}

// worked returns events after which the client has 20,000 available and 50,000 held; the payment's 95,560 are
// unsettled or withdrawn.
func worked(unsettled string) []domain.Event {
	return eventsOf(
		Adjusted{ClientID: client, Movement: movement(noon, "start", "20000", unsettled, "50000",
			"provider:xendit:clearing", "-70000", "client:7:available", "20000", "client:7:held", "50000", "client:7:unsettled", unsettled)},
	)
}

func TestAChargebackTakesWhatIsUnsettledThenWhatIsAvailableAndTheRestIsReceivable(t *testing.T) {
	t.Parallel()
	unsettled := postedBack(20, "100000", movement(noon, "INV-7-1", "15560", "0", "50000",
		"provider:xendit:clearing", "100000", "client:7:unsettled", "-95560", "client:7:available", "-4440"))
	withdrawn := postedBack(20, "100000", owing("-80000", movement(noon, "INV-7-1", "0", "0", "50000",
		"provider:xendit:clearing", "100000", "client:7:available", "-20000", "client:7:receivable", "-80000")))
	next := creditedAt(21, false, movement(noon, "INV-7-1", "15560", "0", "50000",
		"provider:xendit:clearing", "-100000", "client:7:receivable", "80000", "client:7:available", "15560", "revenue:fees", "4000", "tax:vat", "440"))
	void := chargeback("0")
	void.Kind, void.ClientBears, void.Fee, void.VAT = payment.Void, charge.Net, charge.Fee, charge.VAT
	voided := postedBack(20, "100000", owing("-75560", movement(noon, "INV-7-1", "0", "0", "50000",
		"provider:xendit:clearing", "100000", "client:7:available", "-20000", "client:7:receivable", "-75560", "revenue:fees", "-4000", "tax:vat", "-440")))
	voided.Kind = payment.Void
	inSuspense := payment.Reversed{Identity: inv, Reversal: chargeback("0").Reversal, SuspenseID: 5, FromSuspense: rupiah.Of("40000")}
	shrunk := postedBack(20, "40000", movement(noon, "INV-7-1", "0", "0", "0", "provider:xendit:clearing", "40000", "suspense", "-40000"))
	shrunk.SuspenseID = 5
	refundedBefore := inSuspense
	refundedBefore.FromSuspense = rupiah.Of("0")
	ended := HoldEnded{
		ClientID: client, Source: from(20), Amount: rupiah.Of("95560"), Reason: "agreed", By: "admin:1",
		Movement: movement(noon, "INV-7-1", "115560", "0", "50000", "client:7:unsettled", "-95560", "client:7:available", "95560"),
	}
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "of what is unsettled", Given: worked("95560"), When: posting(cmd(20, chargeback("95560"))), Then: eventsOf(unsettled)},
		{Name: "of what was settled and withdrawn", Given: worked("0"), When: posting(cmd(20, chargeback("0"))), Then: eventsOf(withdrawn)},
		{Name: "the next credit fills the receivable first", Given: append(worked("0"), withdrawn), When: posting(cmd(21, paid)), Then: eventsOf(next)},
		{Name: "a void takes the net amount, and fee and VAT go back", Given: worked("0"), When: posting(cmd(20, void)), Then: eventsOf(voided)},
		{Name: "money in suspense shrinks, and the client bears nothing", When: posting(cmd(20, inSuspense)), Then: eventsOf(shrunk)},
		{Name: "what was refunded out of suspense before moves nothing", When: posting(cmd(20, refundedBefore))},
		{Name: "it is posted once", Given: append(worked("0"), withdrawn), When: posting(cmd(20, chargeback("0")))},
		{
			Name: "the end of a hold makes it available", Given: worked("95560"), Then: eventsOf(ended),
			When: posting(cmd(20, payment.HoldEnded{Identity: inv, FromUnsettled: rupiah.Of("95560"), Reason: "agreed", By: "admin:1"})),
		},
	})
	if sum := Aggregate.Fold(State{}, append(worked("0"), withdrawn)...).Totals.Sum(); !sum.Equal(rupiah.Of("-30000")) {
		t.Errorf("the balance is %s, want -30000", sum)
	}
	if sum := Aggregate.Fold(State{}, append(worked("95560"), unsettled)...).Totals.Sum(); !sum.Equal(rupiah.Of("65560")) {
		t.Errorf("the balance is %s, want 65560", sum)
	}
}

func TestEverythingThatComesIntoAvailableFillsTheReceivableFirst(t *testing.T) {
	t.Parallel()
	owes := State{ClientID: client, Totals: ledger.Totals{Receivable: rupiah.Of("-80000"), Unsettled: rupiah.Of("95560"), Held: rupiah.Of("55000")}}
	owes.Open = []Payout{{Order: withdrawal1, Status: StatusPending}}
	owes.Closed = []ClosedPayout{{Kind: Settlement, ID: 9, ExternalID: "ST-9", Status: StatusCompleted, Amount: rupiah.Of("60000"), Fee: rupiah.Of("5000"), ProviderID: "p"}}
	settledAll := payment.Settled{Identity: inv, FromUnsettled: rupiah.Of("95560")}
	for name, c := range map[string]struct {
		decide                decision
		available, receivable string
	}{
		"a credit":            {posting(cmd(20, paid)), "15560", "0"},
		"money from suspense": {posting(cmd(20, payment.SuspenseReleased{Identity: inv, Receipt: receipt, Charge: charge})), "15560", "0"},
		"a SETTLED":           {posting(cmd(20, settledAll)), "15560", "0"},
		"an adjustment": {func(s State) ([]domain.Event, error) {
			return Adjust(s, AdjustCmd{ClientID: client, Amount: rupiah.Of("30000"), Reason: "r", Reference: "a"})
		}, "0", "-50000"},
		"a released hold":       {func(s State) ([]domain.Event, error) { return Cancel(s, Withdrawal, 1, later) }, "0", "-25000"},
		"a reversal of payouts": {func(s State) ([]domain.Event, error) { return Reverse(s, Settlement, 9, ReverseCmd{}) }, "0", "-15000"},
	} {
		events, err := c.decide(owes)
		if err != nil {
			t.Error(name, err)
			continue
		}
		_, m := events[0].(Mover).Moved()
		if !m.After.Available.Equal(rupiah.Of(c.available)) || !m.After.Receivable.Equal(rupiah.Of(c.receivable)) || !ledger.Sum(m.Postings).IsZero() {
			t.Errorf("%s: %v leaves %+v, want %s available and %s receivable", name, m.Postings, m.After, c.available, c.receivable)
		}
	}
	if _, err := RequestSettlement(owes, RequestCmd{Order: order(Settlement, 10, "ST-10")}); domaintest.Refusal(err) != "insufficient_balance" {
		t.Errorf("a client who owes may withdraw: %v", err)
	}
}
