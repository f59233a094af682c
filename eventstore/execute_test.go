package eventstore_test

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"testing"

	"gateway/domain"
	"gateway/eventstore"
	"gateway/eventstore/postgres"
	"gateway/eventstore/postgres/postgrestest"

	"github.com/google/go-cmp/cmp"
)

// counter is an aggregate of the tests: it counts to a limit.
type counted struct {
	To int `json:"to"`
}

func (counted) EventType() string { return "counter.counted.v1" }

type counter struct {
	N     int `json:"n"`
	folds int // how often Evolve ran, which no snapshot keeps
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

func open(t *testing.T, dsn string, o eventstore.Options) *eventstore.Log {
	t.Helper()
	store, err := postgres.Open(t.Context(), postgres.Config{DSN: dsn})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	return eventstore.NewLog(store, eventstore.NewCodec(counted{}), o)
}

func execute(t *testing.T, l *eventstore.Log, stream string, limit int, o ...eventstore.Option) (eventstore.Outcome[counter], error) {
	t.Helper()
	return eventstore.Execute(t.Context(), l, counters, stream, count(limit), o...)
}

func TestCommandsAreDecidedOnAllThatTheStreamHolds(t *testing.T) {
	t.Parallel()
	dsn := postgrestest.Database(t)
	here, there := open(t, dsn, eventstore.Options{}), open(t, dsn, eventstore.Options{})
	for i := range 6 { // each one's memory is stale whenever the other has written
		out, err := execute(t, []*eventstore.Log{here, there}[i%2], "counter-a", 100)
		if err != nil || out.State.N != i+1 || out.Revision != int64(i) {
			t.Fatalf("command %d: %+v, %v", i, out.State, err)
		}
	}
}

func TestARefusalIsNeverGivenOnStaleState(t *testing.T) {
	t.Parallel()
	dsn := postgrestest.Database(t)
	here, there := open(t, dsn, eventstore.Options{}), open(t, dsn, eventstore.Options{})
	_, _ = execute(t, here, "counter-a", 1)
	_, _ = execute(t, there, "counter-a", 2)
	reset := func(counter) ([]domain.Event, error) { return []domain.Event{counted{To: 0}}, nil }
	if _, err := eventstore.Execute(t.Context(), there, counters, "counter-a", reset); err != nil {
		t.Fatal(err)
	}
	if out, err := execute(t, here, "counter-a", 1); err != nil || out.State.N != 1 {
		t.Fatalf("here remembers 1, the log says 0, so there is room: %+v, %v", out.State, err)
	}
}

func TestARefusalWritesNothing(t *testing.T) {
	t.Parallel()
	l := open(t, postgrestest.Database(t), eventstore.Options{})
	_, _ = execute(t, l, "counter-a", 1)
	before, _ := l.Store().Head(t.Context())
	out, err := execute(t, l, "counter-a", 1)
	after, _ := l.Store().Head(t.Context())
	if !errors.Is(err, errLimit) || before != after {
		t.Fatalf("got %v and head %v, want the refusal and %v", err, after, before)
	}
	if out.Position != before {
		t.Errorf("the outcome is at %v, want what was decided on: %v", out.Position, before)
	}
}

func TestExpectNewIsOnlyAnExpectation(t *testing.T) {
	t.Parallel()
	dsn := postgrestest.Database(t)
	_, _ = execute(t, open(t, dsn, eventstore.Options{}), "counter-a", 9)
	out, err := execute(t, open(t, dsn, eventstore.Options{}), "counter-a", 9, eventstore.ExpectNew)
	if err != nil || out.State.N != 2 {
		t.Fatalf("the stream was not new: %+v, %v", out.State, err)
	}
	if _, err := execute(t, open(t, dsn, eventstore.Options{}), "counter-a", 2, eventstore.ExpectNew); !errors.Is(err, errLimit) {
		t.Fatalf("got %v, want the refusal that the stream's state asks for", err)
	}
}

func TestConcurrentCommandsNeverPassTheLimit(t *testing.T) {
	t.Parallel()
	dsn := postgrestest.Database(t)
	logs := []*eventstore.Log{open(t, dsn, eventstore.Options{}), open(t, dsn, eventstore.Options{})}
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
	dsn := postgrestest.Database(t)
	warm := open(t, dsn, eventstore.Options{SnapshotEvery: 10})
	for range 25 {
		if _, err := execute(t, warm, "counter-a", 100); err != nil {
			t.Fatal(err)
		}
	}
	out, err := execute(t, open(t, dsn, eventstore.Options{}), "counter-a", 100)
	if err != nil || out.State.N != 26 {
		t.Fatalf("%+v, %v", out.State, err)
	}
	if out.State.folds > 10 {
		t.Errorf("folded %d events, want those since the last snapshot and the new one", out.State.folds)
	}
}

func TestASnapshotOfAnotherVersionIsIgnored(t *testing.T) {
	t.Parallel()
	dsn := postgrestest.Database(t)
	warm := open(t, dsn, eventstore.Options{SnapshotEvery: 2})
	for range 6 {
		_, _ = execute(t, warm, "counter-a", 100)
	}
	newer := counters
	newer.SnapshotVersion = 2
	state, revision, err := eventstore.Load(t.Context(), open(t, dsn, eventstore.Options{}), newer, "counter-a")
	if err != nil || state.N != 6 || state.folds != 6 || revision != 5 {
		t.Fatalf("got %+v at %d, %v", state, revision, err)
	}
}

func TestMetadataOfTheContextIsKept(t *testing.T) {
	t.Parallel()
	l := open(t, postgrestest.Database(t), eventstore.Options{})
	ctx := eventstore.WithMetadata(t.Context(), eventstore.Metadata{Actor: "client:7", RequestID: "r-1"})
	if _, err := eventstore.Execute(ctx, l, counters, "counter-a", count(9)); err != nil {
		t.Fatal(err)
	}
	events, err := l.Store().ReadStream(ctx, "counter-a", 0, eventstore.Forwards, 10)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(`{"actor":"client:7","request_id":"r-1"}`, string(events[0].Metadata)); diff != "" {
		t.Error(diff)
	}
}

func TestAnUnknownTypeIsAnErrorAndNoSkip(t *testing.T) {
	t.Parallel()
	dsn := postgrestest.Database(t)
	_, _ = execute(t, open(t, dsn, eventstore.Options{}), "counter-a", 9)
	store, err := postgres.Open(t.Context(), postgres.Config{DSN: dsn})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	older := eventstore.NewLog(store, eventstore.NewCodec(), eventstore.Options{})
	_, _, err = eventstore.Load(t.Context(), older, counters, "counter-a")
	var unknown *eventstore.UnknownTypeError
	if !errors.As(err, &unknown) || unknown.Type != "counter.counted.v1" {
		t.Fatalf("got %v", err)
	}
}

func TestACommandThatWaitsForItsTurnHeedsItsContext(t *testing.T) {
	t.Parallel()
	l := open(t, postgrestest.Database(t), eventstore.Options{})
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

func ExampleExecute() {
	fmt.Println(counters.Stream(strconv.Itoa(7)))
	// Output: counter-7
}

func TestALogAtRestForgetsNothing(t *testing.T) {
	t.Parallel()
	l := open(t, postgrestest.Database(t), eventstore.Options{})
	for want := 1; want <= 3; want++ {
		o, err := execute(t, l, "counter-rest", 10)
		if err != nil || o.State.N != want {
			t.Errorf("%+v, %v, want %d", o.State, err, want)
		}
		if l.PurgeIfIdle() || !l.PurgeIfIdle() {
			t.Error("it rests right after a command, or never")
		}
	}
}
