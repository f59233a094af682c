package balance

import (
	"testing"

	"gateway/domain"
	"gateway/domain/domaintest"
	"gateway/domain/payment"
	"gateway/test/rupiah"
)

var (
	inv     = payment.Identity{TransactionID: "INV-7-1", ClientID: client, Connection: "xendit"}
	receipt = payment.Receipt{PaidAmount: rupiah.Of("100000")}
	charge  = payment.Charge{Fee: rupiah.Of("4000"), VAT: rupiah.Of("440"), Net: rupiah.Of("95560")}
	paid    = payment.Paid{Identity: inv, Receipt: receipt, Charge: charge}
	heldPay = payment.Paid{Identity: inv, Receipt: receipt, Charge: charge, Held: true}
	settled = payment.Settled{Identity: inv, Receipt: receipt, Charge: charge, Held: true, FromUnsettled: charge.Net}
)

func from(position int64) Source {
	return Source{Store: "store-a", Commit: position, Prepare: position}
}

func cmd(position int64, e domain.Event) PostCmd {
	return PostCmd{Source: from(position), Event: e, ClientID: client, At: noon}
}

func posting(cmds ...PostCmd) decision {
	return func(s State) ([]domain.Event, error) { return Post(s, cmds) }
}

func creditedAt(position int64, held bool, m Movement) Credited {
	return Credited{
		ClientID: client, Movement: m, Source: from(position),
		Gross: rupiah.Of("100000"), Fee: rupiah.Of("4000"), VAT: rupiah.Of("440"), Net: rupiah.Of("95560"), Held: held,
	}
}

var (
	toAvailable       = []string{"provider:xendit:clearing", "-100000", "client:7:available", "95560", "revenue:fees", "4000", "tax:vat", "440"}
	toUnsettled       = []string{"provider:xendit:clearing", "-100000", "client:7:unsettled", "95560", "revenue:fees", "4000", "tax:vat", "440"}
	credited          = creditedAt(10, false, movement(noon, "INV-7-1", "95560", "0", "0", toAvailable...))
	creditedUnsettled = creditedAt(10, true, movement(noon, "INV-7-1", "0", "95560", "0", toUnsettled...))
	settledCredit     = Settled{
		ClientID: client, Source: from(11), Net: rupiah.Of("95560"),
		Movement: movement(noon, "INV-7-1", "95560", "0", "0", "client:7:unsettled", "-95560", "client:7:available", "95560"),
	}
	suspenseReceived = SuspenseReceived{
		ClientID: client, Source: from(10), SuspenseID: 5, Amount: rupiah.Of("100000"),
		Movement: movement(noon, "INV-7-1", "0", "0", "0", "provider:xendit:clearing", "-100000", "suspense", "100000"),
	}
)

func TestPost(t *testing.T) {
	t.Parallel()
	bad := payment.Paid{Identity: inv, Receipt: receipt, Charge: payment.Charge{Fee: rupiah.Of("4000"), VAT: rupiah.Of("440"), Net: rupiah.Of("95560.01")}}
	second := creditedAt(11, false, movement(noon, "INV-7-1", "191120", "0", "0", toAvailable...))
	foreign := creditedAt(10, false, movement(noon, "INV-7-1", "191120", "0", "0", toAvailable...))
	foreign.Source.Store = "store-b"
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "nothing", When: posting()},
		{Name: "paid is withdrawable at once", When: posting(cmd(10, paid)), Then: eventsOf(credited)},
		{Name: "paid through a held channel is unsettled", When: posting(cmd(10, heldPay)), Then: eventsOf(creditedUnsettled)},
		{Name: "settled frees it", Given: eventsOf(creditedUnsettled), When: posting(cmd(11, settled)), Then: eventsOf(settledCredit)},
		{Name: "settled of what was never held posts nothing", Given: eventsOf(credited), When: posting(cmd(11, payment.Settled{Identity: inv, Charge: charge}))},
		{
			Name: "settled of more than is unsettled", When: posting(cmd(11, settled)),
			Refused: "insufficient_balance",
		},
		{Name: "a batch is posted in order", When: posting(cmd(10, heldPay), cmd(11, settled)), Then: eventsOf(creditedUnsettled, settledCredit)},
		{Name: "a repeated event changes nothing", Given: eventsOf(credited), When: posting(cmd(10, paid))},
		{Name: "an older one neither", Given: eventsOf(credited), When: posting(cmd(9, paid))},
		{Name: "the same twice in a batch counts once", When: posting(cmd(10, paid), cmd(10, paid)), Then: eventsOf(credited)},
		{Name: "only what is new of a batch", Given: eventsOf(credited), When: posting(cmd(9, paid), cmd(10, paid), cmd(11, paid)), Then: eventsOf(second)},
		{
			Name: "another store's positions are all new", Given: eventsOf(credited),
			When: posting(PostCmd{Source: foreign.Source, Event: paid, ClientID: client, At: noon}), Then: eventsOf(foreign),
		},
		{
			Name: "fee, VAT and net that do not make the amount", When: posting(cmd(9, paid), cmd(10, bad)),
			Refused: "unbalanced_postings",
		},
		{Name: "events that move nothing", When: posting(cmd(1, payment.Requested{}), cmd(2, payment.Opened{}), cmd(3, payment.Refused{}),
			cmd(4, payment.Expired{}), cmd(5, payment.SuspenseSettled{}))},
		{
			Name: "an event that is no payment's", When: posting(cmd(1, Adjusted{})),
			Refused: "unknown_event",
		},
	})
}

func TestSourceAtOrBefore(t *testing.T) {
	t.Parallel()
	mark := Source{Store: "a", Commit: 5, Prepare: 3}
	for src, want := range map[Source]bool{
		{Store: "a", Commit: 4, Prepare: 9}: true,
		{Store: "a", Commit: 5, Prepare: 3}: true,
		{Store: "a", Commit: 5, Prepare: 4}: false,
		{Store: "a", Commit: 6, Prepare: 0}: false,
		{Store: "b", Commit: 1, Prepare: 1}: false,
	} {
		if got := src.AtOrBefore(mark); got != want {
			t.Errorf("%v at or before %v: %t", src, mark, got)
		}
	}
}

func TestWhichEventsOfAPaymentMoveMoney(t *testing.T) {
	t.Parallel()
	some := rupiah.Of("1")
	for _, c := range []struct {
		name  string
		event domain.Event
		moves bool
	}{
		{"paid", payment.Paid{}, true},
		{"paid out of suspense, which was released before", payment.Paid{SuspenseID: 5}, false},
		{"settled, and some of it was unsettled", payment.Settled{FromUnsettled: some}, true},
		{"settled, and nothing of it was unsettled", payment.Settled{}, false},
		{"suspended", payment.Suspended{}, true},
		{"released", payment.SuspenseReleased{}, true},
		{"refunded from the bank", payment.SuspenseRefunded{PaidFrom: payment.RefundFromBank}, true},
		{"refunded by the provider, which has not listed it", payment.SuspenseRefunded{PaidFrom: payment.RefundFromProvider}, false},
		{"reversed", payment.Reversed{ClientBears: some}, true},
		{"reversed after it was refunded out of suspense", payment.Reversed{}, false},
		{"the hold ended", payment.HoldEnded{}, true},
		{"requested", payment.Requested{}, false},
		{"opened", payment.Opened{}, false},
		{"refused", payment.Refused{}, false},
		{"expired", payment.Expired{}, false},
		{"settled in suspense", payment.SuspenseSettled{}, false},
		{"a reversal that waits", payment.ReversalReported{}, false},
		{"a reversal that was assigned", payment.ReversalAssigned{}, false},
		{"a reversal that does not fit", payment.ReversalContradicted{}, false},
		{"suspense reopened", payment.SuspenseReopened{}, false},
		{"no event of a payment", Adjusted{}, false},
	} {
		if got := MovesMoney(c.event); got != c.moves {
			t.Errorf("%s: moves money %t", c.name, got)
		}
		_, is := c.event.(Adjusted)
		if events, err := Post(State{}, []PostCmd{cmd(1, c.event)}); !is && !c.moves && (err != nil || len(events) > 0) {
			t.Errorf("%s: posted as %v, %v", c.name, events, err)
		}
	}
}
