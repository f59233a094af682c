package reactor

import (
	"context"
	"testing"
	"time"

	"gateway/domain/balance"
	"gateway/domain/report"
	"gateway/eventstore"
	"gateway/projections/engine"
	"gateway/projections/readmodel"

	"github.com/jmoiron/sqlx"
)

// restored returns a fixture whose log ends with the first event of the given type, as after the restore
// of an older backup. The provider is the same.
func (w *providerFixture) restored(first string) *providerFixture {
	w.t.Helper()
	ctx := context.Background()
	after := &providerFixture{logFixture: newLogFixture(w.t), simulator: w.simulator, provider: w.provider, url: w.url}
	after.clock.at = w.clock.now()
	events, err := w.store.ReadAll(ctx, eventstore.Position{}, 1_000)
	w.must(err)
	end := 0
	for i, r := range events {
		if r.Type == first {
			end = i + 1
			break
		}
	}
	for _, r := range events[:end] {
		if r.Stream != balance.Stream(1) { // only the balance of client 1 is restored
			continue
		}
		_, err := after.store.Append(ctx, r.Stream, r.Revision-1, []eventstore.Proposed{r.Proposed})
		w.must(err)
	}
	_, err = eventstore.BeginGeneration(ctx, after.store, eventstore.ReasonAccepted, eventstore.Position{}, after.clock.now())
	w.must(err)
	after.watcher = engine.NewCheckpointWatcher(after.read)
	after.queries = readmodel.NewQueries(sqlx.NewDb(after.read, "postgres"))
	after.run(engine.New(after.read, after.log, after.watcher, after.logger, readmodel.All()...).Run)
	return after
}

// paidThere orders an approved payout directly at the provider under the given reference, and has it paid.
func (w *providerFixture) paidThere(o balance.Order, api, reference string) {
	w.t.Helper()
	_, err := w.provider.SendPayout(context.Background(), balance.Transfer{
		Reference: reference, IdempotencyKey: reference, ProviderAPI: api, Bank: o.Bank, AccountHolder: o.AccountHolder,
		AccountNumber: o.AccountNumber, Description: o.ExternalID, Amount: o.Amount,
	})
	w.must(err)
	w.must(w.simulator.CompletePayout(context.Background(), reference))
}

// A call from before the restore may reach the provider after the restored gateway has searched the books.
func TestAPayoutIsOrderedAfterARestoreOnceALostOrderMustHaveArrived(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		arrives bool
		want    int
	}{{"a lost order arrives late", true, 1}, {"there was none", false, 1}} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := newProviderFixture(t)
			w.clock.at = time.Now().UTC()
			o := w.withdraw(1, 1, 50_000)
			after := w.restored("payout.approved.v1")
			r := after.payouts(PayoutOptions{Arrival: time.Minute})
			after.once(r)
			if n := w.transfers(o); n != 0 {
				t.Fatalf("%d orders at once", n)
			}
			if c.arrives {
				w.paidThere(o, report.PayoutsV1, o.NewReference("0123456789ab"))
			}
			after.clock.advance(time.Minute)
			after.once(r)
			if n := w.transfers(o); n != c.want {
				t.Errorf("%d orders after a minute, want %d", n, c.want)
			}
		})
	}
}

// A restored log lacks the orders made after the backup. Whatever it lost, the provider pays once.
func TestAPayoutWhoseOrderWasLostByARestoreIsPaidOnce(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		// lose orders the payout. The log is then restored up to the first event of the type first, which
		// it keeps.
		lose  func(w *providerFixture, o balance.Order, api string)
		first string
		held  bool
	}{
		{"ordered and paid", func(w *providerFixture, o balance.Order, api string) {
			w.once(w.payouts(PayoutOptions{ProviderAPI: api}))
			w.must(w.simulator.CompletePayout(context.Background(), o.Name()))
		}, "payout.approved.v1", true},
		{"ordered and open", func(w *providerFixture, _ balance.Order, api string) {
			w.once(w.payouts(PayoutOptions{ProviderAPI: api}))
		}, "payout.approved.v1", true},
		{"ordered by a former version, with a random reference", func(w *providerFixture, o balance.Order, api string) {
			w.paidThere(o, api, o.NewReference("0123456789ab"))
		}, "payout.approved.v1", true},
		{"the first order failed for lack of float, the second was paid", func(w *providerFixture, o balance.Order, api string) {
			r := w.payouts(PayoutOptions{ProviderAPI: api})
			w.once(r)
			w.must(w.simulator.FailPayout(context.Background(), o.Name(), "INSUFFICIENT_BALANCE"))
			w.clock.advance(time.Hour)
			w.once(r)
			w.clock.advance(time.Hour)
			w.once(r)
			w.clock.advance(time.Hour)
			w.once(r)
			if n := w.transfers(o); n != 2 {
				w.t.Fatalf("%d orders, want the failed one and another", n)
			}
			w.must(w.simulator.CompletePayout(context.Background(), o.Name()))
		}, "payout.submitted.v1", true},
		{"never ordered", func(*providerFixture, balance.Order, string) {}, "payout.approved.v1", false},
	} {
		for _, api := range []string{report.PayoutsV1, report.PayoutsV2} {
			t.Run(c.name+" "+api, func(t *testing.T) {
				t.Parallel()
				w := newProviderFixture(t)
				w.clock.at = time.Now().UTC()
				o := w.withdraw(1, 1, 50_000)
				c.lose(w, o, api)
				after := w.restored(c.first)
				before := w.transfers(o)
				r := after.payouts(PayoutOptions{ProviderAPI: api})
				for range 4 {
					after.once(r)
					after.clock.advance(time.Hour)
				}
				want := before
				if !c.held {
					want++
				}
				if n := w.transfers(o); n != want {
					t.Fatalf("the provider has %d orders, want %d", n, want)
				}
				if p := after.payoutState(o); p.Held != c.held || p.Status != balance.StatusProcessing {
					t.Errorf("held: %v, %+v", p.Held, p)
				}
				row, err := after.queries.Payout(t.Context(), o.Kind, o.ID)
				if err != nil || (row.FoundID != "") != c.held {
					t.Errorf("found: %q, %v", row.FoundID, err)
				}
			})
		}
	}
}
