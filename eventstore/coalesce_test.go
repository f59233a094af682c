package eventstore_test

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"

	"gateway/domain"
	"gateway/eventstore"
	"gateway/eventstore/storetest"
)

// heldReads lets a test hold back the answers of stream reads.
type heldReads struct {
	eventstore.Store
	reads atomic.Int64
	held  chan struct{} // gets a value when a read has its answer
	pass  chan struct{} // lets one answer pass, or all when it is closed
}

func (h *heldReads) ReadStream(
	ctx context.Context, stream string, from eventstore.Revision, dir eventstore.Direction, limit int,
) ([]eventstore.Recorded, error) {
	events, err := h.Store.ReadStream(ctx, stream, from, dir, limit)
	h.reads.Add(1)
	h.held <- struct{}{}
	<-h.pass
	return events, err
}

// unsaved is the counter without snapshots, so that a load reads the log once.
var unsaved = domain.Aggregate[counter]{Category: "counter", Evolve: counters.Evolve}

// newHeldLog opens the log with held reads.
func newHeldLog(t *testing.T, memory *storetest.Memory, o eventstore.Options) (*eventstore.Log, *heldReads) {
	t.Helper()
	store := &heldReads{Store: memory.Open(), held: make(chan struct{}, 1000), pass: make(chan struct{})}
	t.Cleanup(func() { _ = store.Close() })
	return eventstore.NewLog(store, eventstore.NewCodec(counted{}), o), store
}

// load loads the counter in a goroutine and sends its count.
func load(t *testing.T, l *eventstore.Log) <-chan int {
	t.Helper()
	loaded := make(chan int, 1)
	go func() {
		s, _, err := eventstore.Load(t.Context(), l, unsaved, "counter-a")
		if err != nil {
			t.Error(err)
		}
		loaded <- s.N
	}()
	return loaded
}

func TestALoadShowsAllThatWasAppendedBeforeIt(t *testing.T) {
	t.Parallel()
	memory := storetest.NewMemory()
	here, reads := newHeldLog(t, memory, eventstore.Options{})
	there := newLog(t, memory, eventstore.Options{})
	first := load(t, here)
	<-reads.held // it has read an empty stream
	if _, err := execute(t, there, "counter-a", 1); err != nil {
		t.Fatal(err)
	}
	second := load(t, here) // waits for its turn, behind a read that began before the append
	close(reads.pass)
	if <-first != 0 || <-second != 1 {
		t.Error("a load took the answer of a read that began before it")
	}
}

func TestLoadsThatWaitedTogetherShareARead(t *testing.T) {
	t.Parallel()
	const loads = 50
	var came sync.WaitGroup
	came.Add(loads + 1)
	var calls atomic.Int64
	here, reads := newHeldLog(t, storetest.NewMemory(), eventstore.Options{Yield: func(context.Context, string) {
		if calls.Add(1) <= loads+1 { // later calls belong to loads that got their turn
			came.Done()
		}
	}})
	first := load(t, here)
	<-reads.held
	var waiting sync.WaitGroup
	for range loads {
		waiting.Go(func() { <-load(t, here) })
	}
	came.Wait()
	close(reads.pass)
	waiting.Wait()
	<-first
	// One read serves the first load, and one those that arrived meanwhile. A load that arrived while the
	// second read was under way needs another.
	if n := reads.reads.Load(); n > loads/2 {
		t.Errorf("%d loads read the log %d times", loads+1, n)
	}
}
