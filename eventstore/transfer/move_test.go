package transfer_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"gateway/eventstore"
	"gateway/eventstore/postgres/postgrestest"
	"gateway/eventstore/transfer"
	"gateway/test/poll"
)

func TestALogMovesInEitherDirection(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ from, to transfer.Store }{
		"PostgreSQL to EventStoreDB": {postgrestest.Open(t, newDatabase(t)), esdbStore(t)},
		"EventStoreDB to PostgreSQL": {esdbStore(t), postgrestest.Open(t, newDatabase(t))},
		"PostgreSQL to PostgreSQL":   {postgrestest.Open(t, newDatabase(t)), postgrestest.Open(t, newDatabase(t))},
		"from one that gives less":   {shortReads(postgrestest.Open(t, newDatabase(t))), postgrestest.Open(t, newDatabase(t))},
		"to one that gives less":     {postgrestest.Open(t, newDatabase(t)), shortReads(postgrestest.Open(t, newDatabase(t)))},
	} {
		fill(t, c.from, 300)
		mustMove(t, mover(c.from, c.to), 301)
		if n, err := transfer.Verify(t.Context(), c.from, c.to); err != nil || n != 302 {
			t.Errorf("%s: %d events are the same, %v", name, n, err)
		}
		_, _, err := transfer.LastMove(t.Context(), c.from)
		if away, ok := errors.AsType[*transfer.MovedAwayError](err); !ok || away.To != c.to.ID() {
			t.Errorf("%s: the old store says %v", name, err)
		}
		head, _ := c.to.Head(t.Context())
		if m, at, err := transfer.LastMove(t.Context(), c.to); err != nil || m.From != c.from.ID() || m.Events != 301 || at != head {
			t.Errorf("%s: the new store says %+v at %v, %v", name, m, at, err)
		}
		mustMove(t, mover(c.from, c.to), 0) // again
	}
}

func TestAGatewayMayNeverStartOnBothStores(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ from, to transfer.Store }{
		"to EventStoreDB":   {postgrestest.Open(t, newDatabase(t)), esdbStore(t)},
		"from EventStoreDB": {esdbStore(t), postgrestest.Open(t, newDatabase(t))},
	} {
		fill(t, c.from, 100)
		m := mover(c.from, c.to)
		m.Progress = func(step string, _ eventstore.Position) {
			if mayStart(t, c.to) {
				t.Errorf("%s: the new store may be started on during %s", name, step)
			}
		}
		whole := m.Sink
		m.Sink = &brokenSink{Sink: whole, left: 60}
		if _, err := m.Move(t.Context()); !errors.Is(err, errCut) || !mayStart(t, c.from) || mayStart(t, c.to) {
			t.Errorf("%s: interrupted during the copy: %v", name, err)
		}
		// The context ends after store.moved is appended.
		ctx, cancel := context.WithCancel(t.Context())
		m.Sink, m.GracePeriod = whole, time.Hour
		go func() {
			defer cancel()
			_ = poll.Wait(ctx, func() bool { return !mayStart(t, c.from) })
		}()
		if _, err := m.Move(ctx); !errors.Is(err, context.Canceled) || mayStart(t, c.from) || mayStart(t, c.to) {
			t.Errorf("%s: interrupted after store.moved: %v", name, err)
		}
		m.GracePeriod = 0
		mustMove(t, m, 103)
		if mayStart(t, c.from) || !mayStart(t, c.to) {
			t.Errorf("%s: at the end", name)
		}
	}
}

func TestEventsAppendedAfterStoreMovedAreCopiedTooAndMustBePosted(t *testing.T) {
	t.Parallel()
	from, to := esdbStore(t), postgrestest.Open(t, newDatabase(t))
	fill(t, from, 20)
	m := mover(from, to)
	checks := 0
	m.CheckPosted = func(context.Context, eventstore.Store) error { checks++; return nil }
	m.GracePeriod = 2 * time.Second
	go func() {
		_ = poll.Wait(t.Context(), func() bool { return !mayStart(t, from) })
		appendOne(t, from, "late")
	}()
	mustMove(t, m, 21)
	if n, err := transfer.Verify(t.Context(), from, to); err != nil || n != 24 { // with a second mark after the late event
		t.Errorf("%d events are the same, %v", n, err)
	}
	head, _ := to.Head(t.Context())
	if _, at, err := transfer.LastMove(t.Context(), to); err != nil || at != head || checks != 2 {
		t.Errorf("the log goes on after %v, its head is %v, it was checked %d times: %v", at, head, checks, err)
	}
}

func TestAStoreThatIsStillWrittenToAfterTheGracePeriodIsNotMoved(t *testing.T) {
	t.Parallel()
	from, to := &lagging{Store: postgrestest.Open(t, newDatabase(t))}, postgrestest.Open(t, newDatabase(t))
	fill(t, from, 20)
	n := 0
	from.onAppend = func(stream string) {
		if n++; stream == "store-moves" && !mayStart(t, from.Store) {
			appendOne(t, from.Store, fmt.Sprint("late-", n))
		}
	}
	if _, err := mover(from, to).Move(t.Context()); err == nil || !strings.Contains(err.Error(), "still being written to") {
		t.Errorf("got %v", err)
	}
	if mayStart(t, from) || mayStart(t, to) {
		t.Error("a gateway may start on one of the stores")
	}
	from.onAppend = nil
	mustMove(t, mover(from, to), 43) // 20, the begin event, eleven marks, and a late event after each
}

func TestALogWithUnpostedPaymentsIsNotMoved(t *testing.T) {
	t.Parallel()
	from, to := postgrestest.Open(t, newDatabase(t)), postgrestest.Open(t, newDatabase(t))
	fill(t, from, 5)
	lags := errors.New("posting lags")
	m := mover(from, to)
	m.CheckPosted = func(context.Context, eventstore.Store) error { return lags }
	if _, err := m.Move(t.Context()); !errors.Is(err, lags) || !mayStart(t, from) || !mayStart(t, to) {
		t.Errorf("%v", err)
	}
	if head, _ := to.Head(t.Context()); head.Commit != 0 {
		t.Error("something was copied")
	}
}

func TestAStoreTakesOneLogAtATime(t *testing.T) {
	t.Parallel()
	first, second, to := postgrestest.Open(t, newDatabase(t)), postgrestest.Open(t, newDatabase(t)), postgrestest.Open(t, newDatabase(t))
	fill(t, first, 5)
	fill(t, second, 5)
	m := mover(first, to)
	m.Sink = &brokenSink{Sink: m.Sink, left: 0}
	if _, err := m.Move(t.Context()); !errors.Is(err, errCut) {
		t.Fatal(err)
	}
	var half *transfer.HalfCopiedError
	if _, err := mover(second, to).Move(t.Context()); !errors.As(err, &half) || half.From != first.ID() {
		t.Errorf("another log: %v", err)
	}
	if _, err := mover(to, second).Move(t.Context()); !errors.As(err, &half) {
		t.Errorf("a half copied log was moved: %v", err)
	}
}

func TestAGatewayStopsWhenItsStoreIsLeft(t *testing.T) {
	t.Parallel()
	from, to := postgrestest.Open(t, newDatabase(t)), postgrestest.Open(t, newDatabase(t))
	fill(t, from, 5)
	told := make(chan error, 1)
	go func() { told <- transfer.PollLocation(t.Context(), from) }()
	mustMove(t, mover(from, to), 6)
	select {
	case err := <-told:
		var away *transfer.MovedAwayError
		if !errors.As(err, &away) || away.To != to.ID() {
			t.Errorf("got %v", err)
		}
	case <-time.After(10 * time.Second):
		t.Error("WatchLocation has not returned")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := transfer.PollLocation(ctx, to); err != nil {
		t.Errorf("the new store: %v", err)
	}
}
