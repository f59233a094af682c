package books_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"gateway/eventstore"
	"gateway/migrations"
	"gateway/projections/audit/books"
	"gateway/projections/engine"
	"gateway/projections/readmodel"
	"gateway/test/testdb"

	"github.com/google/go-cmp/cmp"
)

// spread is a store whose positions are 30,000 apart, so that few events make several blocks.
type spread struct{ eventstore.Store }

const apart = 30_000

func spreadOut(events []eventstore.Recorded) []eventstore.Recorded {
	for i := range events {
		p := &events[i].Position
		p.Commit, p.Prepare = p.Commit*apart, p.Prepare*apart
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
	if after.Commit%apart != 0 {
		return nil, fmt.Errorf("the position %d is inside of an event", after.Commit)
	}
	events, err := s.Store.ReadAll(ctx, eventstore.Position{Commit: after.Commit / apart, Prepare: after.Prepare / apart}, limit)
	return spreadOut(events), err
}

func (s spread) Head(ctx context.Context) (eventstore.Position, error) {
	head, err := s.Store.Head(ctx)
	return eventstore.Position{Commit: head.Commit * apart, Prepare: head.Prepare * apart}, err
}

func TestATrialBalanceFromTotalsIsThatOfThePostings(t *testing.T) {
	t.Parallel()
	const events = 120
	for seed := range uint64(3) {
		b := newBookkeeper(t, seed)
		for i := range events {
			b.book(noon.Add(time.Duration(i/2) * time.Second)) // two at each moment
		}
		log := eventstore.NewLog(spread{b.log.Store()}, b.log.Codec(), eventstore.Options{})
		for _, built := range []int64{0, 1, 7, 63, 64, events} { // the models may be behind
			read := openDatabase(t, testdb.New(t))
			if err := migrations.ReadModel(t.Context(), read.DB); err != nil {
				t.Fatal(err)
			}
			through := eventstore.Position{Commit: built * apart, Prepare: built * apart}
			if err := engine.ReplayLog(t.Context(), read.DB, log, through, nil, readmodel.All()...); err != nil {
				t.Fatal(err)
			}
			quick := books.Reader{Log: log, Totals: replayed{readmodel.NewQueries(read), through}}
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
			}
		}
	}
}

// replayed says how far a replay went, which leaves no checkpoints.
type replayed struct {
	*readmodel.Queries
	through eventstore.Position
}

func (b replayed) TotalsThrough(context.Context) (eventstore.Position, error) { return b.through, nil }
