package transfer_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"gateway/eventstore"
	"gateway/eventstore/postgres/postgrestest"
	"gateway/eventstore/transfer"
	"gateway/test/poll"
)

// mayStart is whether a gateway may start on the store.
func mayStart(t *testing.T, s transfer.Store) bool {
	t.Helper()
	err := transfer.CheckLocation(t.Context(), s)
	var away *transfer.MovedAwayError
	var half *transfer.HalfCopiedError
	if err != nil && !errors.As(err, &away) && !errors.As(err, &half) {
		t.Fatal(err)
	}
	return err == nil
}

func TestAtNoMomentMayBothStoresBeStartedOn(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ from, to transfer.Store }{
		"to EventStoreDB":   {postgrestest.Open(t, distinct(t)), es(t)},
		"from EventStoreDB": {es(t), postgrestest.Open(t, distinct(t))},
	} {
		fill(t, c.from, 100)
		m := mover(c.from, c.to)
		m.Progress = func(step string, _ eventstore.Position) {
			if mayStart(t, c.to) {
				t.Errorf("%s: the new store may be started on during %s", name, step)
			}
		}
		whole := m.Sink
		m.Sink = &broken{Sink: whole, left: 60}
		if _, err := m.Move(t.Context()); !errors.Is(err, errCut) || !mayStart(t, c.from) || mayStart(t, c.to) {
			t.Errorf("%s: broken off in the middle: %v", name, err)
		}
		// The context ends behind the mark.
		ctx, cancel := context.WithCancel(t.Context())
		m.Sink, m.GracePeriod = whole, time.Hour
		go func() {
			defer cancel()
			_ = poll.Wait(ctx, func() bool { return !mayStart(t, c.from) })
		}()
		if _, err := m.Move(ctx); !errors.Is(err, context.Canceled) || mayStart(t, c.from) || mayStart(t, c.to) {
			t.Errorf("%s: broken off behind the mark: %v", name, err)
		}
		m.GracePeriod = 0
		mustMove(t, m, 101)
		if mayStart(t, c.from) || !mayStart(t, c.to) {
			t.Errorf("%s: at the end", name)
		}
	}
}

func TestWhatIsWrittenBehindTheMarkIsMovedToo(t *testing.T) {
	t.Parallel()
	from, to := es(t), postgrestest.Open(t, distinct(t))
	fill(t, from, 20)
	m := mover(from, to)
	m.GracePeriod = 2 * time.Second
	go func() {
		_ = poll.Wait(t.Context(), func() bool { return !mayStart(t, from) })
		fillNew(t, from, "late")
	}()
	mustMove(t, m, 20)
	if n, err := transfer.Verify(t.Context(), from, to, nil); err != nil || n != 22 {
		t.Errorf("%d events are the same, %v", n, err)
	}
	head, _ := to.Head(t.Context())
	if _, at, err := transfer.LastMove(t.Context(), to); err != nil || !at.Before(head) {
		t.Errorf("the late event would count as booked: %v %v", at, err)
	}
}

func TestALogThatIsNotBookedStays(t *testing.T) {
	t.Parallel()
	from, to := postgrestest.Open(t, distinct(t)), postgrestest.Open(t, distinct(t))
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
	first, second, to := postgrestest.Open(t, distinct(t)), postgrestest.Open(t, distinct(t)), postgrestest.Open(t, distinct(t))
	fill(t, first, 5)
	fill(t, second, 5)
	m := mover(first, to)
	m.Sink = &broken{Sink: m.Sink, left: 0}
	if _, err := m.Move(t.Context()); !errors.Is(err, errCut) {
		t.Fatal(err)
	}
	var half *transfer.HalfCopiedError
	if _, err := mover(second, to).Move(t.Context()); !errors.As(err, &half) || half.From != first.ID() {
		t.Errorf("another log: %v", err)
	}
	if _, err := mover(to, second).Move(t.Context()); !errors.As(err, &half) {
		t.Errorf("half a log was moved on: %v", err)
	}
}

func TestWhoRunsOnALogThatIsLeftIsTold(t *testing.T) {
	t.Parallel()
	from, to := postgrestest.Open(t, distinct(t)), postgrestest.Open(t, distinct(t))
	fill(t, from, 5)
	told := make(chan error, 1)
	go func() { told <- transfer.WatchLocation(t.Context(), from) }()
	mustMove(t, mover(from, to), 5)
	select {
	case err := <-told:
		var away *transfer.MovedAwayError
		if !errors.As(err, &away) || away.To != to.ID() {
			t.Errorf("got %v", err)
		}
	case <-time.After(10 * time.Second):
		t.Error("nobody is told")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := transfer.WatchLocation(ctx, to); err != nil {
		t.Errorf("the new store: %v", err)
	}
}
