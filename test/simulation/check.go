package simulation

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/balance"
	"gateway/domain/bankstatement"
	"gateway/domain/callback"
	"gateway/domain/catalogue"
	"gateway/domain/idempotency"
	"gateway/domain/ledger"
	"gateway/domain/payment"
	"gateway/domain/tax"
	"gateway/eventstore"
	"gateway/projections/audit/reconcile"
	"gateway/projections/engine"
	"gateway/projections/readmodel/disputerows"
	"gateway/test/memoryrows"
)

// check compares what everybody sees with what the oracle knows, and checks the invariants of the log.
func (w *world) check() {
	books := make(map[*fakeProvider]*reconcile.Report)
	for _, p := range w.providers {
		books[p] = w.reconcile(p)
	}
	o := newOracle(w)
	o.judge()
	for _, p := range w.providers {
		o.judgeReconciliation(p, books[p])
	}
	w.checkPostings()
	w.checkRules()
	w.checkWhy()
	w.checkReplay()
	w.checkCursors()
	w.checkSuperuser()
	if w.booking() {
		w.checkMonths()
		w.checkExemptions()
		w.checkTold()
	}
	if w.postgres != nil {
		w.checkPostgres()
	}
	w.checkStates()
}

// events returns all events of the log. It decodes each of them once; what replaces the log, or cuts it, forgets w.decoded.
func (w *world) events() []eventstore.Envelope {
	if w.decoded != nil && int64(len(w.decoded)) >= w.count() {
		return w.decoded
	}
	var last eventstore.Position
	if n := len(w.decoded); n > 0 {
		last = w.decoded[n-1].Position
	}
	log := eventstore.NewLog(w.reader, eventstore.NewCodec(catalogue.Events()...), eventstore.Options{Owns: catalogue.Owns})
	added, err := w.reader.ReadAll(context.Background(), last, 1<<30)
	if err != nil {
		panic(err)
	}
	page := engine.DecodePage(log, added)
	if err := engine.FirstUndecodable(page); err != nil {
		w.fail("an event can't be decoded: %v", err)
	}
	w.decoded = append(w.decoded, page...)
	return w.decoded
}

// checkPostings: the postings of each event sum to zero. No account of a client is below zero except the
// receivable, which is never above zero; while it is below, nothing is available.
func (w *world) checkPostings() {
	totals := make(map[int64]ledger.Totals)
	for _, e := range w.events() {
		mover, moves := e.Event.(balance.Mover)
		if !moves {
			continue
		}
		client, m := mover.Moved()
		if sum := ledger.Sum(m.Postings); !sum.IsZero() {
			w.fail("the postings of %s@%d sum to %s", e.Stream, e.Revision, sum)
		}
		t := totals[client].Apply(client, m.Postings)
		totals[client] = t
		if t.Available.IsNegative() || t.Unsettled.IsNegative() || t.Held.IsNegative() || t.Receivable.IsPositive() ||
			t.Receivable.IsNegative() && !t.Available.IsZero() {
			w.fail("after %s@%d client %d has %+v", e.Stream, e.Revision, client, t)
		}
		if m.After.Sum().Cmp(t.Sum()) != 0 {
			w.fail("%s@%d says that the balance is %s, and it is %s", e.Stream, e.Revision, m.After.Sum(), t.Sum())
		}
	}
}

// checkReplay: the rows equal those of a replay from the start of the log.
func (w *world) checkReplay() {
	if w.rows.position != w.head() {
		w.fail("the read models are at %d, the log is at %d", w.rows.position.Commit, w.head().Commit)
		return
	}
	replay := memoryrows.NewMemory()
	if err := replay.Apply(w.events()); err != nil {
		w.fail("the log can't be replayed: %v", err)
	}
	for name, pair := range map[string][2]any{
		"payments":  {w.rows.AllPayments(), replay.AllPayments()},
		"payouts":   {w.rows.AllPayouts(), replay.AllPayouts()},
		"callbacks": {w.rows.AllCallbacks(), replay.AllCallbacks()},
		"refunds":   {w.rows.AllRefunds(), replay.AllRefunds()},
		"disputes":  {disputesOf(w.rows.Memory), disputesOf(replay)},
		"suspense":  {w.rows.AllSuspenseItems(), replay.AllSuspenseItems()},
	} {
		if live, again := fmt.Sprintf("%+v", jsonOf(pair[0])), jsonOf(pair[1]); live != again {
			w.fail("the rows of %s differ from a replay:\n%s\n%s", name, live, again)
		}
	}
}

// disputesOf are the disputes with the fields that only administrators see.
func disputesOf(m *memoryrows.Memory) (all []disputerows.AdminDispute) {
	for _, d := range m.AllDisputes() {
		all = append(all, d.ForAdmin())
	}
	return all
}

func jsonOf(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// checkStates: the states in live processes equal those that are folded from the start of each stream.
func (w *world) checkStates() {
	streams := make(map[string][]domain.Event)
	for _, e := range w.events() {
		streams[e.Stream] = append(streams[e.Stream], e.Event)
	}
	for _, p := range w.processes {
		if p.dead {
			continue
		}
		w.spawn(p, "check", func(ctx context.Context) {
			for _, stream := range slices.Sorted(maps.Keys(streams)) {
				p.compareState(ctx, stream, streams[stream])
			}
		})
		w.drain()
	}
}

// compareState compares the state of one stream.
func (p *process) compareState(ctx context.Context, stream string, events []domain.Event) {
	switch category, _, _ := strings.Cut(stream, "-"); category {
	case "balance":
		compareState(ctx, p, balance.Aggregate, stream, events)
	case "payment":
		compareState(ctx, p, payment.Aggregate, stream, events)
	case "order":
		compareState(ctx, p, payment.Chains, stream, events)
	case "bank_day":
		compareState(ctx, p, bankstatement.Days, stream, events)
	case "fee_invoice":
		compareState(ctx, p, tax.Invoices, stream, events)
	case "slip_number":
		compareState(ctx, p, balance.SlipNumbers, stream, events)
	case "account":
		compareState(ctx, p, account.Aggregate, stream, events)
	case "callback":
		compareState(ctx, p, callback.Aggregate, stream, events)
	case "idempotency":
		compareState(ctx, p, idempotency.Aggregate, stream, events)
	}
}

func compareState[S any](ctx context.Context, p *process, agg domain.Aggregate[S], stream string, events []domain.Event) {
	var zero S
	want := jsonOf(agg.Fold(zero, events...))
	got, _, err := eventstore.Load(ctx, p.log, agg, stream)
	if text := jsonOf(got); err != nil || text != want {
		p.world.fail("%s holds %s as %s, %v; its events give %s", p.name, stream, text, err, want)
	}
}
