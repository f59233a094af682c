package payoutreactor

import (
	"context"
	"testing"
	"time"

	"gateway/domain/balance"
	"gateway/domain/report"
	"gateway/eventstore"
	"gateway/projections/engine"
	"gateway/projections/reactor/reactortest"
	"gateway/projections/readmodel"

	"github.com/jmoiron/sqlx"
)

// restored returns a fixture whose log ends with the first event of the given type, as after the restore
// of an older backup. The provider is the same.
func (w *payoutFixture) restored(first string) *payoutFixture {
	w.T.Helper()
	ctx := context.Background()
	after := &payoutFixture{ProviderFixture: &reactortest.ProviderFixture{
		LogFixture: reactortest.NewLogFixture(w.T), Simulator: w.Simulator, Provider: w.Provider, URL: w.URL,
	}}
	after.Clock.Set(w.Clock.Now())
	events, err := w.Store.ReadAll(ctx, eventstore.Position{}, 1_000)
	w.Must(err)
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
		_, err := after.Store.Append(ctx, r.Stream, r.Revision-1, []eventstore.Proposed{r.Proposed})
		w.Must(err)
	}
	_, err = eventstore.BeginGeneration(ctx, after.Store, eventstore.ReasonAccepted, eventstore.Position{}, after.Clock.Now())
	w.Must(err)
	after.Watcher = engine.NewCheckpointWatcher(after.Read)
	after.Queries = readmodel.NewQueries(sqlx.NewDb(after.Read, "postgres"))
	after.Run(engine.New(after.Read, after.Log, after.Watcher, after.Logger, readmodel.All()...).Run)
	return after
}

// paidThere orders an approved payout directly at the provider under the given reference, and has it paid.
func (w *payoutFixture) paidThere(o balance.Order, api, reference string) {
	w.T.Helper()
	_, err := w.Provider.SendPayout(context.Background(), balance.Transfer{
		Reference: reference, IdempotencyKey: reference, ProviderAPI: api, Bank: o.Bank, AccountHolder: o.AccountHolder,
		AccountNumber: o.AccountNumber, Description: o.ExternalID, Amount: o.Amount,
	})
	w.Must(err)
	w.Must(w.Simulator.CompletePayout(context.Background(), reference))
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
			w := newPayoutFixture(t)
			w.Clock.Set(time.Now().UTC())
			o := w.Withdraw(1, 1, 50_000)
			after := w.restored("payout.approved.v1")
			r := after.payouts(PayoutOptions{Arrival: time.Minute})
			after.Once(r)
			if n := w.Transfers(o); n != 0 {
				t.Fatalf("%d orders at once", n)
			}
			if c.arrives {
				w.paidThere(o, report.PayoutsV1, o.NewReference("0123456789ab"))
			}
			after.Clock.Advance(time.Minute)
			after.Once(r)
			if n := w.Transfers(o); n != c.want {
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
		lose  func(w *payoutFixture, o balance.Order, api string)
		first string
		held  bool
	}{
		{"ordered and paid", func(w *payoutFixture, o balance.Order, api string) {
			w.Once(w.payouts(PayoutOptions{ProviderAPI: api}))
			w.Must(w.Simulator.CompletePayout(context.Background(), o.Name()))
		}, "payout.approved.v1", true},
		{"ordered and open", func(w *payoutFixture, _ balance.Order, api string) {
			w.Once(w.payouts(PayoutOptions{ProviderAPI: api}))
		}, "payout.approved.v1", true},
		{"ordered by a former version, with a random reference", func(w *payoutFixture, o balance.Order, api string) {
			w.paidThere(o, api, o.NewReference("0123456789ab"))
		}, "payout.approved.v1", true},
		{"the first order failed for lack of float, the second was paid", func(w *payoutFixture, o balance.Order, api string) {
			r := w.payouts(PayoutOptions{ProviderAPI: api})
			w.Once(r)
			w.Must(w.Simulator.FailPayout(context.Background(), o.Name(), "INSUFFICIENT_BALANCE"))
			w.Clock.Advance(time.Hour)
			w.Once(r)
			w.Clock.Advance(time.Hour)
			w.Once(r)
			w.Clock.Advance(time.Hour)
			w.Once(r)
			if n := w.Transfers(o); n != 2 {
				w.T.Fatalf("%d orders, want the failed one and another", n)
			}
			w.Must(w.Simulator.CompletePayout(context.Background(), o.Name()))
		}, "payout.submitted.v1", true},
		{"never ordered", func(*payoutFixture, balance.Order, string) {}, "payout.approved.v1", false},
	} {
		for _, api := range []string{report.PayoutsV1, report.PayoutsV2} {
			t.Run(c.name+" "+api, func(t *testing.T) {
				t.Parallel()
				w := newPayoutFixture(t)
				w.Clock.Set(time.Now().UTC())
				o := w.Withdraw(1, 1, 50_000)
				c.lose(w, o, api)
				after := w.restored(c.first)
				before := w.Transfers(o)
				r := after.payouts(PayoutOptions{ProviderAPI: api})
				for range 4 {
					after.Once(r)
					after.Clock.Advance(time.Hour)
				}
				want := before
				if !c.held {
					want++
				}
				if n := w.Transfers(o); n != want {
					t.Fatalf("the provider has %d orders, want %d", n, want)
				}
				if p := after.payoutState(o); p.Held != c.held || p.Status != balance.StatusProcessing {
					t.Errorf("held: %v, %+v", p.Held, p)
				}
				row, err := after.Queries.Payout(t.Context(), o.Kind, o.ID)
				if err != nil || (row.FoundID != "") != c.held {
					t.Errorf("found: %q, %v", row.FoundID, err)
				}
			})
		}
	}
}
