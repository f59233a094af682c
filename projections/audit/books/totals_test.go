package books_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"gateway/domain/ledger"
	"gateway/eventstore"
	"gateway/projections/audit/books"

	"github.com/google/go-cmp/cmp"
	"github.com/shopspring/decimal"
)

// spread is a store whose positions are so far apart that one in ten events starts a block of the account
// totals. So a few events make several blocks.
type spread struct{ eventstore.Store }

// positions are the positions of the events, in order, after the start of the log.
var positions = func() []int64 {
	all := []int64{0}
	for at := int64(1); len(all) <= 1_000; at++ {
		// This is the rule of balancerows.AccountTotals.
		if begins := uint64(at)*0x9E3779B97F4A7C15>>(64-8) == 0; begins == (len(all)%10 == 0) {
			all = append(all, at)
		}
	}
	return all
}()

func spreadAt(commit int64) eventstore.Position {
	return eventstore.Position{Commit: positions[commit], Prepare: positions[commit]}
}

func spreadOut(events []eventstore.Recorded) []eventstore.Recorded {
	for i := range events {
		events[i].Position = spreadAt(events[i].Position.Commit)
	}
	return events
}

func (s spread) ReadStream(
	ctx context.Context, stream string, from eventstore.Revision, dir eventstore.Direction, limit int,
) ([]eventstore.Recorded, error) {
	events, err := s.Store.ReadStream(ctx, stream, from, dir, limit)
	return spreadOut(events), err
}

// ReadAll refuses a position between two events, as EventStoreDB does.
func (s spread) ReadAll(ctx context.Context, after eventstore.Position, limit int) ([]eventstore.Recorded, error) {
	at, known := slices.BinarySearch(positions, after.Commit)
	if !known {
		return nil, fmt.Errorf("the position %d is inside of an event", after.Commit)
	}
	at -= int(after.Commit - after.Prepare) // just before the event
	events, err := s.Store.ReadAll(ctx, eventstore.Position{Commit: int64(at), Prepare: int64(at)}, limit)
	return spreadOut(events), err
}

func (s spread) Head(ctx context.Context) (eventstore.Position, error) {
	head, err := s.Store.Head(ctx)
	return spreadAt(head.Commit), err
}

func TestATrialBalanceFromTotalsIsThatOfThePostings(t *testing.T) {
	t.Parallel()
	const events = 120
	for seed := range uint64(3) {
		b := newBookkeeper(t, seed)
		for i := range events {
			b.book(noon.Add(time.Duration(i/2) * time.Second)) // two events at each moment
		}
		log := eventstore.NewLog(spread{b.log.Store()}, b.log.Codec(), eventstore.Options{})
		for _, built := range []int64{0, 1, 7, 63, 64, events} { // the models may lag
			quick := books.Reader{Log: log, Totals: builtThrough(t, log, spreadAt(built)).Totals}
			for second := -1; second <= events/2; second += 1 + second/20 {
				at := noon.Add(time.Duration(second) * time.Second)
				want, err := books.Reader{Log: log}.TrialBalance(t.Context(), at, nil)
				if err != nil {
					t.Fatal(err)
				}
				got, err := quick.TrialBalance(t.Context(), at, nil)
				if diff := cmp.Diff(want, got); err != nil || diff != "" {
					t.Fatalf("seed %d, built through %d, second %d: %v (-log +totals):\n%s", seed, built, second, err, diff)
				}
				summed, err := quick.SummedTrialBalance(t.Context(), at)
				if diff := cmp.Diff(summedBy(want), summedBy(summed)); err != nil || diff != "" || !summed.Sum.Equal(want.Sum) {
					t.Fatalf("seed %d, built through %d, second %d: %v (-each +summed):\n%s", seed, built, second, err, diff)
				}
			}
		}
	}
}

// summedBy sums clients' accounts by kind. It leaves out accounts at zero.
func summedBy(t books.TrialBalance) map[string]string {
	sums := map[string]decimal.Decimal{}
	for _, a := range t.Accounts {
		name := ledger.OfAllClients(a.Account)
		sums[name] = sums[name].Add(a.Balance)
	}
	texts := map[string]string{}
	for name, sum := range sums {
		if !sum.IsZero() {
			texts[name] = sum.StringFixed(2)
		}
	}
	return texts
}
