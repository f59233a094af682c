package eventstore_test

import (
	"context"
	"errors"
	"sync"
	"testing"

	"gateway/domain"
	"gateway/eventstore"
	"gateway/eventstore/storetest"

	"github.com/google/go-cmp/cmp"
)

// counted is the only event of the counter, an aggregate that counts to a limit.
type counted struct {
	To int `json:"to"`
}

func (counted) EventType() string { return "counter.counted.v1" }

type counter struct {
	N     int `json:"n"`
	folds int // how often Evolve ran; a snapshot does not keep it
}

var (
	counters = domain.Aggregate[counter]{Category: "counter", SnapshotVersion: 1, Evolve: func(s counter, e domain.Event) counter {
		if c, ok := e.(counted); ok {
			return counter{N: c.To, folds: s.folds + 1}
		}
		return s
	}}
	errLimit = domain.Refuse(domain.Invalid, "limit", "enough")
)

func count(limit int) func(counter) ([]domain.Event, error) {
	return func(s counter) ([]domain.Event, error) {
		if s.N >= limit {
			return nil, errLimit
		}
		return []domain.Event{counted{To: s.N + 1}}, nil
	}
}

// newLog opens the log once more, with its own caches, as another process would.
func newLog(t *testing.T, memory *storetest.Memory, o eventstore.Options) *eventstore.Log {
	t.Helper()
	store := memory.Open()
	t.Cleanup(func() { _ = store.Close() })
	return eventstore.NewLog(store, eventstore.NewCodec(counted{}), o)
}

func execute(t *testing.T, l *eventstore.Log, stream string, limit int, o ...eventstore.Option) (eventstore.Outcome[counter], error) {
	t.Helper()
	return eventstore.Execute(t.Context(), l, counters, stream, count(limit), o...)
}

func TestACommandIsDecidedOnAllEventsOfItsStream(t *testing.T) {
	t.Parallel()
	memory := storetest.NewMemory()
	here, there := newLog(t, memory, eventstore.Options{}), newLog(t, memory, eventstore.Options{})
	for i := range 6 { // each cache is out of date after the other log has written
		out, err := execute(t, []*eventstore.Log{here, there}[i%2], "counter-a", 100)
		if err != nil || out.State.N != i+1 || out.Revision != int64(i) {
			t.Fatalf("command %d: %+v, %v", i, out.State, err)
		}
	}
}

func TestARefusalIsNeverGivenOnAnOutdatedState(t *testing.T) {
	t.Parallel()
	memory := storetest.NewMemory()
	here, there := newLog(t, memory, eventstore.Options{}), newLog(t, memory, eventstore.Options{})
	_, _ = execute(t, here, "counter-a", 1)
	_, _ = execute(t, there, "counter-a", 2)
	reset := func(counter) ([]domain.Event, error) { return []domain.Event{counted{To: 0}}, nil }
	if _, err := eventstore.Execute(t.Context(), there, counters, "counter-a", reset); err != nil {
		t.Fatal(err)
	}
	if out, err := execute(t, here, "counter-a", 1); err != nil || out.State.N != 1 {
		t.Fatalf("1 is cached here, the log holds 0, so 1 is within the limit: %+v, %v", out.State, err)
	}
}

func TestARefusalWritesNothing(t *testing.T) {
	t.Parallel()
	l := newLog(t, storetest.NewMemory(), eventstore.Options{})
	_, _ = execute(t, l, "counter-a", 1)
	before, _ := l.Store().Head(t.Context())
	out, err := execute(t, l, "counter-a", 1)
	after, _ := l.Store().Head(t.Context())
	if !errors.Is(err, errLimit) || before != after {
		t.Fatalf("got %v and head %v, want the refusal and %v", err, after, before)
	}
	if out.Position != before {
		t.Errorf("the outcome is at %v, want the position that it was decided on: %v", out.Position, before)
	}
}

func TestExpectNewOnAnExistingStreamDecidesOnItsState(t *testing.T) {
	t.Parallel()
	memory := storetest.NewMemory()
	_, _ = execute(t, newLog(t, memory, eventstore.Options{}), "counter-a", 9)
	out, err := execute(t, newLog(t, memory, eventstore.Options{}), "counter-a", 9, eventstore.ExpectNew)
	if err != nil || out.State.N != 2 {
		t.Fatalf("the stream was not new: %+v, %v", out.State, err)
	}
	if _, err := execute(t, newLog(t, memory, eventstore.Options{}), "counter-a", 2, eventstore.ExpectNew); !errors.Is(err, errLimit) {
		t.Fatalf("got %v, want the refusal that the stream's state asks for", err)
	}
}

func TestConcurrentCommandsNeverPassTheLimit(t *testing.T) {
	t.Parallel()
	memory := storetest.NewMemory()
	logs := []*eventstore.Log{newLog(t, memory, eventstore.Options{}), newLog(t, memory, eventstore.Options{})}
	const limit = 20
	var wg sync.WaitGroup
	var mu sync.Mutex
	var done int
	for i := range 40 {
		wg.Go(func() {
			_, err := execute(t, logs[i%2], "counter-a", limit)
			for errors.Is(err, eventstore.ErrBusy) {
				_, err = execute(t, logs[i%2], "counter-a", limit)
			}
			if err != nil && !errors.Is(err, errLimit) {
				t.Error(err)
			}
			if err == nil {
				mu.Lock()
				defer mu.Unlock()
				done++
			}
		})
	}
	wg.Wait()
	if done != limit {
		t.Fatalf("%d commands succeeded, want %d", done, limit)
	}
}

func TestAColdStartFoldsFromTheSnapshot(t *testing.T) {
	t.Parallel()
	memory := storetest.NewMemory()
	warm := newLog(t, memory, eventstore.Options{SnapshotEvery: 10})
	for range 25 {
		if _, err := execute(t, warm, "counter-a", 100); err != nil {
			t.Fatal(err)
		}
	}
	out, err := execute(t, newLog(t, memory, eventstore.Options{}), "counter-a", 100)
	if err != nil || out.State.N != 26 {
		t.Fatalf("%+v, %v", out.State, err)
	}
	// The last snapshot is at revision 20, and the last event before the command at 24.
	if out.State.folds != 5 {
		t.Errorf("folded %d events, want those since the last snapshot and the new one, each once", out.State.folds)
	}
}

func TestASnapshotOfAnotherVersionIsIgnored(t *testing.T) {
	t.Parallel()
	memory := storetest.NewMemory()
	warm := newLog(t, memory, eventstore.Options{SnapshotEvery: 2})
	for range 6 {
		_, _ = execute(t, warm, "counter-a", 100)
	}
	newer := counters
	newer.SnapshotVersion = 2
	state, revision, err := eventstore.Load(t.Context(), newLog(t, memory, eventstore.Options{}), newer, "counter-a")
	if err != nil || state.N != 6 || state.folds != 6 || revision != 5 {
		t.Fatalf("got %+v at %d, %v", state, revision, err)
	}
}

func TestEventsCarryTheMetadataOfTheContext(t *testing.T) {
	t.Parallel()
	l := newLog(t, storetest.NewMemory(), eventstore.Options{})
	ctx := eventstore.WithMetadata(t.Context(), eventstore.Metadata{Actor: "client:7", RequestID: "r-1"})
	if _, err := eventstore.Execute(ctx, l, counters, "counter-a", count(9)); err != nil {
		t.Fatal(err)
	}
	events, err := l.Store().ReadStream(ctx, "counter-a", 0, eventstore.Forwards, 10)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(`{"actor":"client:7","request_id":"r-1","origin":"gateway"}`, string(events[0].Metadata)); diff != "" {
		t.Error(diff)
	}
}

func TestAnUnknownEventTypeIsAnError(t *testing.T) {
	t.Parallel()
	memory := storetest.NewMemory()
	_, _ = execute(t, newLog(t, memory, eventstore.Options{}), "counter-a", 9)
	older := eventstore.NewLog(memory.Open(), eventstore.NewCodec(), eventstore.Options{})
	_, _, err := eventstore.Load(t.Context(), older, counters, "counter-a")
	unknown, ok := errors.AsType[*eventstore.UnknownTypeError](err)
	if !ok || unknown.Type != "counter.counted.v1" {
		t.Fatalf("got %v", err)
	}
}

func TestACommandThatWaitsForAnotherEndsWithItsContext(t *testing.T) {
	t.Parallel()
	l := newLog(t, storetest.NewMemory(), eventstore.Options{})
	inside, leave := make(chan struct{}), make(chan struct{})
	go func() {
		_, _ = eventstore.Execute(context.Background(), l, counters, "counter-a", func(counter) ([]domain.Event, error) {
			close(inside)
			<-leave
			return nil, errLimit
		})
	}()
	<-inside
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := eventstore.Execute(ctx, l, counters, "counter-a", count(9)); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	close(leave)
}

func TestAPurgeWhileIdleLosesNothing(t *testing.T) {
	t.Parallel()
	l := newLog(t, storetest.NewMemory(), eventstore.Options{})
	for want := 1; want <= 3; want++ {
		o, err := execute(t, l, "counter-a", 10)
		if err != nil || o.State.N != want {
			t.Errorf("%+v, %v, want %d", o.State, err, want)
		}
		if l.PurgeIfIdle() || !l.PurgeIfIdle() {
			t.Error("it was purged right after a command, or never")
		}
	}
}
