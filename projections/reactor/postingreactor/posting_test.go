package postingreactor

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/catalogue"
	"gateway/domain/ledger"
	"gateway/domain/payment"
	"gateway/eventstore"
	"gateway/projections/engine"
	"gateway/projections/reactor"
	"gateway/projections/reactor/reactortest"
	"gateway/test/poll"
	"gateway/test/rupiah"
)

func (h *postingFixture) posting() *Posting { return NewPosting(h.Log, h.Read, h.Logger) }

func (h *postingFixture) status(p *Posting) engine.Status {
	h.T.Helper()
	s, err := p.Status(context.Background())
	h.Must(err)
	return s
}

// reach waits until the reactor has read everything that is in the log now.
func (h *postingFixture) reach(p *Posting) {
	h.T.Helper()
	head, err := h.Store.Head(context.Background())
	h.Must(err)
	poll.Until(h.T, "the reactor has read the log", func() bool { return h.status(p).Position >= head.Commit })
}

func (h *postingFixture) checkpoint() engine.Checkpoint {
	h.T.Helper()
	all, err := engine.Checkpoints(context.Background(), h.Read)
	h.Must(err)
	return all[postingName]
}

func TestPaymentsAreCreditedOnceEach(t *testing.T) {
	t.Parallel()
	h := newPostingFixture(t)
	for client := int64(1); client <= 3; client++ {
		for n := range 4 {
			id := fmt.Sprintf("INV-%d-%d", client, n)
			h.Append(payment.Stream(id), reactortest.Paid(client, id))
		}
	}
	h.Run(h.posting().Run)
	for client := int64(1); client <= 3; client++ {
		h.EventuallyAvailable(client, 4*96_000)
	}
}

func TestEveryKindOfPaymentEventIsPosted(t *testing.T) {
	t.Parallel()
	h := newPostingFixture(t)
	held := reactortest.Paid(1, "held")
	held.Held = true
	h.Append(payment.Stream("held"), held)
	h.Append(payment.Stream("held"), payment.Settled{Identity: held.Identity, Receipt: held.Receipt, Charge: held.Charge, Held: true, FromUnsettled: held.Net})
	other := reactortest.Identity(1, "other")
	receipt := payment.Receipt{ProviderPaymentID: "x", PaidAmount: rupiah.Of(50_000)}
	charge := payment.Charge{Fee: rupiah.Of(900), VAT: rupiah.Of(100), Net: rupiah.Of(49_000)}
	h.Append(payment.Stream("other"),
		payment.Suspended{Identity: other, Receipt: receipt, SuspenseID: 1},
		payment.SuspenseReleased{Identity: other, Receipt: receipt, Charge: charge, SuspenseID: 1},
		payment.Paid{Identity: other, Receipt: receipt, Charge: charge, SuspenseID: 1},
		payment.Suspended{Identity: other, Receipt: receipt, SuspenseID: 2},
		payment.SuspenseRefunded{Identity: other, Receipt: receipt, SuspenseID: 2})
	p := h.posting()
	h.Run(p.Run)
	h.reach(p)
	want := []string{
		"balance.credited.v1", "balance.settled.v1", "balance.suspense_received.v1",
		"balance.suspense_released.v1", "balance.suspense_received.v1", "balance.suspense_refunded.v1",
	}
	if got := h.Events(balance.Stream(1)); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("posted %v", got)
	}
	if got := h.Available(1); got != 96_000+49_000 {
		t.Errorf("available: %d", got)
	}
}

func TestAReplayFromZeroChangesNothing(t *testing.T) {
	t.Parallel()
	h := newPostingFixture(t)
	for n := range 5 {
		id := fmt.Sprint("INV-", n)
		h.Append(payment.Stream(id), reactortest.Paid(1, id))
	}
	first := h.posting()
	stop := h.Run(first.Run)
	h.EventuallyAvailable(1, 5*96_000)
	poll.Until(h.T, "the checkpoint is written", func() bool { return h.checkpoint().Position.Commit >= 5 })
	stop()
	if s := h.status(first); s.Position < 5 {
		t.Errorf("status of one that does not run: %+v", s)
	}

	_, err := h.Read.Exec(`DELETE FROM checkpoints`)
	h.Must(err)
	before := h.Events(balance.Stream(1))
	second := h.posting()
	h.Run(second.Run)
	h.reach(second)
	if after := h.Events(balance.Stream(1)); len(after) != len(before) {
		t.Errorf("%d events became %d", len(before), len(after))
	}
}

func TestTwoInstancesPostingAtOnceCreditOnce(t *testing.T) {
	t.Parallel()
	h := newPostingFixture(t)
	other := eventstore.NewLog(h.Store, h.Log.Codec(), eventstore.Options{Owns: catalogue.Owns})
	h.Run(h.posting().Run)
	h.Run(NewPosting(other, h.Read, h.Logger).Run)
	for n := range 50 {
		id := fmt.Sprint("INV-", n)
		h.Append(payment.Stream(id), reactortest.Paid(1, id))
	}
	h.EventuallyAvailable(1, 50*96_000)
	if n := len(h.Events(balance.Stream(1))); n != 50 {
		t.Errorf("%d credits", n)
	}
}

// settledFirst returns an event that can't be posted until the client has a held credit to settle.
func settledFirst(client int64, id string) payment.Settled {
	e := reactortest.Paid(client, id)
	return payment.Settled{Identity: e.Identity, Receipt: e.Receipt, Charge: e.Charge, Held: true, FromUnsettled: e.Net, At: e.At}
}

func TestAClientWhoseEventCannotBePostedIsParkedAndTheOthersGoOn(t *testing.T) {
	t.Parallel()
	h := newPostingFixture(t)
	h.Append(payment.Stream("a"), reactortest.Paid(1, "a"))
	h.Append(payment.Stream("poison"), settledFirst(1, "poison"))
	h.Append(payment.Stream("b"), reactortest.Paid(1, "b"), reactortest.Paid(2, "b"))
	p := h.posting()
	stop := h.Run(p.Run)
	h.EventuallyAvailable(2, 96_000)
	h.Append(payment.Stream("c"), reactortest.Paid(1, "c"))
	h.Append(payment.Stream("d"), reactortest.Paid(2, "d"))
	h.EventuallyAvailable(2, 2*96_000)
	h.reach(p)
	if got := h.Available(1); got != 96_000 {
		t.Errorf("client 1 has %d: its order is not kept, or what came before the poison is not posted", got)
	}
	if !h.Alarmed("parked") || !strings.Contains(h.status(p).Error, "client 1") {
		t.Errorf("no alarm: %+v", h.status(p))
	}
	poll.Until(h.T, "the checkpoint stays before the parked event and tells why", func() bool {
		c := h.checkpoint()
		return !c.Position.Before(h.Position(payment.Stream("a"))) && c.Position.Before(h.Position(payment.Stream("poison"))) && strings.Contains(c.Error, "client 1")
	})
	// The second run finds the events again that the first run had parked, and posts them in order once it
	// can.
	stop()
	h.Append(balance.Stream(1), balance.Credited{ClientID: 1, Source: balance.Source{Store: h.Store.ID(), Commit: 1, Prepare: 1}, Movement: balance.Movement{
		Reference: "repair", Postings: []ledger.Posting{
			{Account: ledger.ProviderClearing("xendit"), Amount: rupiah.Of(-96_000)}, {Account: ledger.Unsettled(1), Amount: rupiah.Of(96_000)},
		},
	}})
	h.Run(h.posting().Run)
	h.EventuallyAvailable(1, 4*96_000)
}

func TestAParkedClientIsRetriedAndCatchesUp(t *testing.T) {
	t.Parallel()
	h := newPostingFixture(t)
	p := h.posting()
	h.Run(p.Run)
	h.Append(payment.Stream("poison"), settledFirst(1, "poison"))
	for n := range 20 {
		id := fmt.Sprint("INV-", n)
		h.Append(payment.Stream(id), reactortest.Paid(1, id))
	}
	poll.Until(h.T, "it is parked", func() bool { return h.status(p).Error != "" })
	h.reach(p)
	_, err := eventstore.Execute(context.Background(), h.Log, balance.Aggregate, balance.Stream(1),
		func(balance.State) ([]domain.Event, error) {
			return []domain.Event{balance.Credited{ClientID: 1, Movement: balance.Movement{Postings: []ledger.Posting{
				{Account: ledger.ProviderClearing("xendit"), Amount: rupiah.Of(-96_000)}, {Account: ledger.Unsettled(1), Amount: rupiah.Of(96_000)},
			}}}}, nil
		})
	h.Must(err)
	h.EventuallyAvailable(1, 21*96_000)
	poll.Until(h.T, "no client is parked", func() bool { return h.status(p).Error == "" })
	poll.Until(h.T, "the checkpoint follows", func() bool {
		c := h.checkpoint()
		return c.Error == "" && c.Position.Commit >= 22
	})
}

func TestABatchOfOneClientNeedsFewAppends(t *testing.T) {
	t.Parallel()
	h := newPostingFixture(t)
	const payments = postingAppend + 100
	for from := 0; from < payments; from += 200 {
		events := make([]domain.Event, 0, 200)
		for n := from; n < from+200 && n < payments; n++ {
			events = append(events, reactortest.Paid(1, fmt.Sprint("INV-", n)))
		}
		h.Append(payment.Stream(fmt.Sprint("batch-", from)), events...)
	}
	h.Run(h.posting().Run)
	h.EventuallyAvailable(1, payments*96_000)
	var appends int
	h.Must(h.Connect(h.EventsDSN).QueryRow(`SELECT count(DISTINCT booked_at) FROM events WHERE stream = 'balance-1'`).Scan(&appends))
	if appends > 3 {
		t.Errorf("%d appends", appends)
	}
}

func TestACheckpointOfAnotherStoreIsRefused(t *testing.T) {
	t.Parallel()
	h := newPostingFixture(t)
	_, err := h.Read.Exec(`INSERT INTO checkpoints (name, store_id, commit_position, prepare_position, state, reactor)
		VALUES ('posting', 'another', 7, 7, 'live', true)`)
	h.Must(err)
	err = reactor.NewGroup(h.Store, h.Logger, h.posting()).Run(context.Background())
	var foreign *engine.ForeignStoreError
	if !errors.As(err, &foreign) || foreign.Checkpoint != "another" {
		t.Errorf("error: %v", err)
	}
}

func TestTheCheckpointNeverGoesBackwards(t *testing.T) {
	t.Parallel()
	h := newPostingFixture(t)
	for _, at := range []int64{5, 9, 7} {
		c := checkpoint{rows: sqlCheckpoints{h.Read}, store: h.Store.ID()}
		h.Must(c.save(context.Background(), eventstore.Position{Commit: at, Prepare: at}, ""))
	}
	if got := h.checkpoint().Position.Commit; got != 9 {
		t.Errorf("checkpoint at %d", got)
	}
}

func TestTheCheckpointIsWrittenAtMostEverySaveInterval(t *testing.T) {
	t.Parallel()
	h := newPostingFixture(t)
	c := checkpoint{rows: sqlCheckpoints{h.Read}, store: h.Store.ID()}
	if !c.due().IsZero() {
		t.Error("due before anything happened")
	}
	h.Must(c.save(context.Background(), eventstore.Position{Commit: 1, Prepare: 1}, ""))
	c.savedAt = time.Now().Add(time.Hour) // a write on a busy machine may take longer than saveEvery
	h.Must(c.save(context.Background(), eventstore.Position{Commit: 2, Prepare: 2}, ""))
	if at := h.checkpoint().Position.Commit; at != 1 || !c.due().Equal(c.savedAt.Add(saveEvery)) {
		t.Errorf("checkpoint at %d, due %v", at, c.due())
	}
}
