package engine_test

import (
	"context"
	"sync"
	"testing"

	"gateway/eventstore"
	"gateway/projections/engine"
	"gateway/projections/engine/enginetest"
	"gateway/test/poll"

	"github.com/google/uuid"
)

// batches is a model that remembers the last event of each batch.
type batches struct {
	mu    sync.Mutex
	ended []int
}

func (*batches) Name() string     { return "batches" }
func (*batches) Tables() []string { return []string{"sums"} }

func (b *batches) Apply(_ context.Context, _ *engine.Tx, events []eventstore.Envelope) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if added, ok := events[len(events)-1].Event.(enginetest.NumberAdded); ok {
		b.ended = append(b.ended, added.N)
	}
	return nil
}

func (b *batches) ends() []int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return append([]int{}, b.ended...)
}

// The store of the fixture returns pages that end anywhere. The last number of each append is 0.
func TestReadersSeeTheEffectOfAnAppendAtOnce(t *testing.T) {
	t.Parallel()
	f := enginetest.New(t)
	model := &batches{}
	_, w, _ := f.Start(t, model)
	for range 20 {
		enginetest.WaitFor(t, w, f.AddAtOnce(t, 1, 2, 3, 0))
	}
	ends := model.ends()
	for _, n := range ends {
		if n != 0 {
			t.Fatalf("a batch ended with number %d of an append: %v", n, ends)
		}
	}
}

// The first of two events of an append is the last event of the log.
func TestAnAppendWhoseRestIsLostIsAppliedAllTheSame(t *testing.T) {
	t.Parallel()
	f := enginetest.New(t)
	model := &batches{}
	_, _, _ = f.Start(t, model)
	if _, err := f.Log.Store().Append(t.Context(), "number-a", eventstore.NoStream, []eventstore.Proposed{{
		ID: uuid.New(), Type: "number.added.v1", Data: []byte(`{"n":7}`), Metadata: eventstore.Metadata{Following: 1}.JSON(),
	}}); err != nil {
		t.Fatal(err)
	}
	poll.Until(t, "the event is applied", func() bool { return len(model.ends()) == 1 })
}
