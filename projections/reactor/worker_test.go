package reactor_test

import (
	"context"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"gateway/eventstore"
	"gateway/projections/reactor"
	"gateway/projections/reactor/reactortest"
	"gateway/test/poll"
)

// heldBack stands for read models that do not advance until the test releases them.
type heldBack struct {
	asked   chan eventstore.Position
	release chan struct{}
}

func (p heldBack) Position() eventstore.Position { return eventstore.Position{} }

func (p heldBack) Wait(ctx context.Context, at eventstore.Position) error {
	select {
	case p.asked <- at:
	default: // the test checks only the first wait
		<-ctx.Done()
		return ctx.Err()
	}
	<-p.release
	return nil
}

func TestNoWorkStartsBeforeTheReadModelsReachTheHead(t *testing.T) {
	t.Parallel()
	h := reactortest.NewLogFixture(t)
	h.Append("payment-x", reactortest.Paid(1, "x"))
	progress := heldBack{asked: make(chan eventstore.Position, 1), release: make(chan struct{})}
	passed := make(chan struct{}, 1)
	w := reactor.NewWorker("test", h.Log, progress, h.Logger, 1, time.Millisecond)
	w.StartDue = func(context.Context) error {
		select {
		case passed <- struct{}{}:
		default:
		}
		return nil
	}
	h.Run(w.Run)
	poll.Until(h.T, "it waits for the head", func() bool { return len(progress.asked) == 1 })
	if at := <-progress.asked; at != h.Position("payment-x") || len(passed) != 0 {
		t.Errorf("waits for %v, passes made: %d", at, len(passed))
	}
	progress.asked <- eventstore.Position{} // full again
	close(progress.release)
	<-passed
}

// upToDate stands for read models that have reached every position.
type upToDate struct{}

func (upToDate) Position() eventstore.Position { return eventstore.Position{} }

func (upToDate) Wait(ctx context.Context, at eventstore.Position) error {
	if at.Prepare == 0 {
		return nil
	}
	<-ctx.Done()
	return ctx.Err()
}

func TestAReadingOfTheListGoesOnAsJobsEnd(t *testing.T) {
	t.Parallel()
	h := reactortest.NewLogFixture(t)
	w := reactor.NewWorker("test", h.Log, upToDate{}, h.Logger, 2, time.Hour) // no second reading comes
	var done atomic.Int64
	w.StartDue = func(ctx context.Context) error {
		for i := range 50 {
			if !w.AwaitRoom(ctx) {
				return nil
			}
			w.StartJob(ctx, strconv.Itoa(i), func(context.Context) error { done.Add(1); return nil })
		}
		return nil
	}
	h.Run(w.Run)
	poll.Until(h.T, "all jobs ran in one reading", func() bool { return done.Load() == 50 })
}

// A connection whose calls hang must not take all the places.
func TestAGroupWhoseJobsHangLeavesTheOthersRoom(t *testing.T) {
	t.Parallel()
	h := reactortest.NewLogFixture(t)
	w := reactor.NewWorker("test", h.Log, upToDate{}, h.Logger, 4, time.Hour)
	var hanging, done atomic.Int64
	ended := make(chan struct{})
	list := &reactor.ToDo[int, int64]{
		Worker: w, Key: strconv.Itoa,
		Group: func(i int) string { return []string{"healthy", "hanging"}[min(1, i/100)] },
		List: reactor.FirstPage(func(context.Context, int) (all []int, err error) {
			for i := range 5 {
				all = append(all, 100+i)
			}
			return append(all, 1, 2), nil
		}),
		Do: func(_ context.Context, i int) error {
			if i < 100 {
				done.Add(1)
				return nil
			}
			hanging.Add(1)
			<-ended
			return nil
		},
	}
	w.StartDue = list.Start
	stop := h.Run(w.Run)
	poll.Until(h.T, "the healthy ones are done", func() bool { return done.Load() >= 2 })
	if n := hanging.Load(); n > 2 {
		t.Errorf("%d jobs hang in 4 places", n)
	}
	close(ended)
	stop()
}
