package books

import (
	"context"
	"math/rand/v2"
	"testing"

	"gateway/eventstore"
	"gateway/eventstore/storetest"

	"github.com/google/uuid"
)

// readCounter counts the reads of a stream.
type readCounter struct {
	eventstore.Store
	reads int
}

func (c *readCounter) ReadStream(
	ctx context.Context, stream string, from eventstore.Revision, dir eventstore.Direction, limit int,
) ([]eventstore.Recorded, error) {
	c.reads++
	return c.Store.ReadStream(ctx, stream, from, dir, limit)
}

func TestTheLastEventOfAStreamAtAPositionIsFoundByAFewReads(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		gap  func(i int, random *rand.Rand) int // events of others between two events of the stream
		most int
	}{
		"of an even stream":   {func(int, *rand.Rand) int { return 3 }, 3},
		"of a random stream":  {func(_ int, r *rand.Rand) int { return r.IntN(7) }, 5},
		"of an uneven stream": {func(i int, _ *rand.Rand) int { return i / 100 * (i / 100) }, 14},
		"of one with a break": {func(i int, _ *rand.Rand) int { return i / 500 * (1 - i/501) * 5_000 }, 14},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			store := &readCounter{Store: storetest.NewMemory().Open()}
			random := rand.New(rand.NewPCG(1, 2))
			var positions []int64
			for i := range 1_000 {
				for n := c.gap(i, random); n > 0; n -= eventstore.MaxEventsPerAppend {
					add(t, store, uuid.NewString(), eventstore.NoStream, min(n, eventstore.MaxEventsPerAppend))
				}
				add(t, store, "stream", eventstore.Revision(i-1), 1)
				head, err := store.Head(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				positions = append(positions, head.Commit)
			}
			last := len(positions) - 1
			want := -1
			for at := positions[0] - 1; at < positions[last]; at++ {
				if at >= positions[want+1] {
					want++
				}
				store.reads = 0
				s := positionSearch{
					store: store, stream: "stream", at: at,
					low: place{0, positions[0]}, high: place{int64(last), positions[last]},
				}
				got, err := s.last(t.Context())
				if err != nil || got != int64(want) || store.reads > c.most {
					t.Fatalf("at %d: revision %d by %d reads, want %d; %v", at, got, store.reads, want, err)
				}
			}
		})
	}
}

func add(t *testing.T, store eventstore.Store, stream string, last eventstore.Revision, n int) {
	t.Helper()
	page := make([]eventstore.Proposed, n)
	for i := range page {
		page[i] = eventstore.Proposed{ID: uuid.New(), Type: "test.v1", Data: []byte(`{}`)}
	}
	if _, err := store.Append(t.Context(), stream, last, page); err != nil {
		t.Fatal(err)
	}
}
