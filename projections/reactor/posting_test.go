package reactor

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
	"gateway/test/poll"
	"gateway/test/rupiah"
)

func (h *logFixture) posting() *Posting { return NewPosting(h.log, h.read, h.logger) }

func (h *logFixture) available(client int64) int64 {
	return h.balance(client).Totals.Available.IntPart()
}

func (h *logFixture) eventuallyAvailable(client, want int64) {
	h.t.Helper()
	poll.Until(h.t, fmt.Sprintf("client %d has %d", client, want), func() bool { return h.available(client) == want })
}

func (h *logFixture) status(p *Posting) engine.Status {
	h.t.Helper()
	s, err := p.Status(context.Background())
	h.must(err)
	return s
}

// reach waits until the reactor has read everything that is in the log now.
func (h *logFixture) reach(p *Posting) {
	h.t.Helper()
	head, err := h.store.Head(context.Background())
	h.must(err)
	poll.Until(h.t, "the reactor has read the log", func() bool { return h.status(p).Position >= head.Commit })
}

func (h *logFixture) checkpoint() engine.Checkpoint {
	h.t.Helper()
	all, err := engine.Checkpoints(context.Background(), h.read)
	h.must(err)
	return all[postingName]
}

func TestPaymentsAreCreditedOnceEach(t *testing.T) {
	t.Parallel()
	h := newLogFixture(t)
	for client := int64(1); client <= 3; client++ {
		for n := range 4 {
			id := fmt.Sprintf("INV-%d-%d", client, n)
			h.append(payment.Stream(id), paid(client, id))
		}
	}
	h.run(h.posting().Run)
	for client := int64(1); client <= 3; client++ {
		h.eventuallyAvailable(client, 4*96_000)
	}
}

func TestEveryKindOfPaymentEventIsPosted(t *testing.T) {
	t.Parallel()
	h := newLogFixture(t)
	held := paid(1, "held")
	held.Held = true
	h.append(payment.Stream("held"), held)
	h.append(payment.Stream("held"), payment.Settled{Identity: held.Identity, Receipt: held.Receipt, Charge: held.Charge, Held: true, FromUnsettled: held.Net})
	other := identity(1, "other")
	receipt := payment.Receipt{ProviderPaymentID: "x", PaidAmount: rupiah.Of(50_000)}
	charge := payment.Charge{Fee: rupiah.Of(900), VAT: rupiah.Of(100), Net: rupiah.Of(49_000)}
	h.append(payment.Stream("other"),
		payment.Suspended{Identity: other, Receipt: receipt, SuspenseID: 1},
		payment.SuspenseReleased{Identity: other, Receipt: receipt, Charge: charge, SuspenseID: 1},
		payment.Paid{Identity: other, Receipt: receipt, Charge: charge, SuspenseID: 1},
		payment.Suspended{Identity: other, Receipt: receipt, SuspenseID: 2},
		payment.SuspenseRefunded{Identity: other, Receipt: receipt, SuspenseID: 2})
	p := h.posting()
	h.run(p.Run)
	h.reach(p)
	want := []string{
		"balance.credited.v1", "balance.settled.v1", "balance.suspense_received.v1",
		"balance.suspense_released.v1", "balance.suspense_received.v1", "balance.suspense_refunded.v1",
	}
	if got := h.events(balance.Stream(1)); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("posted %v", got)
	}
	if got := h.available(1); got != 96_000+49_000 {
		t.Errorf("available: %d", got)
	}
}

func TestAReplayFromZeroChangesNothing(t *testing.T) {
	t.Parallel()
	h := newLogFixture(t)
	for n := range 5 {
		id := fmt.Sprint("INV-", n)
		h.append(payment.Stream(id), paid(1, id))
	}
	first := h.posting()
	stop := h.run(first.Run)
	h.eventuallyAvailable(1, 5*96_000)
	poll.Until(h.t, "the checkpoint is written", func() bool { return h.checkpoint().Position.Commit >= 5 })
	stop()
	if s := h.status(first); s.Position < 5 {
		t.Errorf("status of one that does not run: %+v", s)
	}

	_, err := h.read.Exec(`DELETE FROM checkpoints`)
	h.must(err)
	before := h.events(balance.Stream(1))
	second := h.posting()
	h.run(second.Run)
	h.reach(second)
	if after := h.events(balance.Stream(1)); len(after) != len(before) {
		t.Errorf("%d events became %d", len(before), len(after))
	}
}

func TestTwoInstancesPostingAtOnceCreditOnce(t *testing.T) {
	t.Parallel()
	h := newLogFixture(t)
	other := eventstore.NewLog(h.store, h.log.Codec(), eventstore.Options{Owns: catalogue.Owns})
	h.run(h.posting().Run)
	h.run(NewPosting(other, h.read, h.logger).Run)
	for n := range 50 {
		id := fmt.Sprint("INV-", n)
		h.append(payment.Stream(id), paid(1, id))
	}
	h.eventuallyAvailable(1, 50*96_000)
	if n := len(h.events(balance.Stream(1))); n != 50 {
		t.Errorf("%d credits", n)
	}
}

// settledFirst returns an event that can't be posted until the client has a held credit to settle.
func settledFirst(client int64, id string) payment.Settled {
	e := paid(client, id)
	return payment.Settled{Identity: e.Identity, Receipt: e.Receipt, Charge: e.Charge, Held: true, FromUnsettled: e.Net, At: e.At}
}

func TestAClientWhoseEventCannotBePostedIsParkedAndTheOthersGoOn(t *testing.T) {
	t.Parallel()
	h := newLogFixture(t)
	h.append(payment.Stream("a"), paid(1, "a"))
	h.append(payment.Stream("poison"), settledFirst(1, "poison"))
	h.append(payment.Stream("b"), paid(1, "b"), paid(2, "b"))
	p := h.posting()
	stop := h.run(p.Run)
	h.eventuallyAvailable(2, 96_000)
	h.append(payment.Stream("c"), paid(1, "c"))
	h.append(payment.Stream("d"), paid(2, "d"))
	h.eventuallyAvailable(2, 2*96_000)
	h.reach(p)
	if got := h.available(1); got != 96_000 {
		t.Errorf("client 1 has %d: its order is not kept, or what came before the poison is not posted", got)
	}
	if !h.alarmed("parked") || !strings.Contains(h.status(p).Error, "client 1") {
		t.Errorf("no alarm: %+v", h.status(p))
	}
	poll.Until(h.t, "the checkpoint stays before the parked event and tells why", func() bool {
		c := h.checkpoint()
		return !c.Position.Before(h.position(payment.Stream("a"))) && c.Position.Before(h.position(payment.Stream("poison"))) && strings.Contains(c.Error, "client 1")
	})
	// The second run finds the events again that the first run had parked, and posts them in order once it
	// can.
	stop()
	h.append(balance.Stream(1), balance.Credited{ClientID: 1, Source: balance.Source{Store: h.store.ID(), Commit: 1, Prepare: 1}, Movement: balance.Movement{
		Reference: "repair", Postings: []ledger.Posting{
			{Account: ledger.ProviderClearing, Amount: rupiah.Of(-96_000)}, {Account: ledger.Unsettled(1), Amount: rupiah.Of(96_000)},
		},
	}})
	h.run(h.posting().Run)
	h.eventuallyAvailable(1, 4*96_000)
}

func TestAParkedClientIsRetriedAndCatchesUp(t *testing.T) {
	t.Parallel()
	h := newLogFixture(t)
	p := h.posting()
	h.run(p.Run)
	h.append(payment.Stream("poison"), settledFirst(1, "poison"))
	for n := range 20 {
		id := fmt.Sprint("INV-", n)
		h.append(payment.Stream(id), paid(1, id))
	}
	poll.Until(h.t, "it is parked", func() bool { return h.status(p).Error != "" })
	h.reach(p)
	_, err := eventstore.Execute(context.Background(), h.log, balance.Aggregate, balance.Stream(1),
		func(balance.State) ([]domain.Event, error) {
			return []domain.Event{balance.Credited{ClientID: 1, Movement: balance.Movement{Postings: []ledger.Posting{
				{Account: ledger.ProviderClearing, Amount: rupiah.Of(-96_000)}, {Account: ledger.Unsettled(1), Amount: rupiah.Of(96_000)},
			}}}}, nil
		})
	h.must(err)
	h.eventuallyAvailable(1, 21*96_000)
	poll.Until(h.t, "no client is parked", func() bool { return h.status(p).Error == "" })
	poll.Until(h.t, "the checkpoint follows", func() bool {
		c := h.checkpoint()
		return c.Error == "" && c.Position.Commit >= 22
	})
}

func TestABatchOfOneClientNeedsFewAppends(t *testing.T) {
	t.Parallel()
	h := newLogFixture(t)
	const payments = postingAppend + 100
	for from := 0; from < payments; from += 200 {
		events := make([]domain.Event, 0, 200)
		for n := from; n < from+200 && n < payments; n++ {
			events = append(events, paid(1, fmt.Sprint("INV-", n)))
		}
		h.append(payment.Stream(fmt.Sprint("batch-", from)), events...)
	}
	h.run(h.posting().Run)
	h.eventuallyAvailable(1, payments*96_000)
	var appends int
	h.must(h.connect(h.eventsDSN).QueryRow(`SELECT count(DISTINCT booked_at) FROM events WHERE stream = 'balance-1'`).Scan(&appends))
	if appends > 3 {
		t.Errorf("%d appends", appends)
	}
}

func TestACheckpointOfAnotherStoreIsRefused(t *testing.T) {
	t.Parallel()
	h := newLogFixture(t)
	_, err := h.read.Exec(`INSERT INTO checkpoints (name, store_id, commit_position, prepare_position, state, reactor)
		VALUES ('posting', 'another', 7, 7, 'live', true)`)
	h.must(err)
	err = NewGroup(h.store, h.logger, h.posting()).Run(context.Background())
	var foreign *engine.ForeignStoreError
	if !errors.As(err, &foreign) || foreign.Checkpoint != "another" {
		t.Errorf("error: %v", err)
	}
}

func TestTheCheckpointNeverGoesBackwards(t *testing.T) {
	t.Parallel()
	h := newLogFixture(t)
	for _, at := range []int64{5, 9, 7} {
		c := checkpoint{rows: sqlCheckpoints{h.read}, store: h.store.ID()}
		h.must(c.save(context.Background(), eventstore.Position{Commit: at, Prepare: at}, ""))
	}
	if got := h.checkpoint().Position.Commit; got != 9 {
		t.Errorf("checkpoint at %d", got)
	}
}

func TestTheCheckpointIsWrittenAtMostEverySaveInterval(t *testing.T) {
	t.Parallel()
	h := newLogFixture(t)
	c := checkpoint{rows: sqlCheckpoints{h.read}, store: h.store.ID()}
	if !c.due().IsZero() {
		t.Error("due before anything happened")
	}
	h.must(c.save(context.Background(), eventstore.Position{Commit: 1, Prepare: 1}, ""))
	c.savedAt = time.Now().Add(time.Hour) // a write on a busy machine may take longer than saveEvery
	h.must(c.save(context.Background(), eventstore.Position{Commit: 2, Prepare: 2}, ""))
	if at := h.checkpoint().Position.Commit; at != 1 || !c.due().Equal(c.savedAt.Add(saveEvery)) {
		t.Errorf("checkpoint at %d, due %v", at, c.due())
	}
}
