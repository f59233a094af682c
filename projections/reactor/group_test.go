package reactor

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"gateway/domain/payment"
	"gateway/projections/engine"
	"gateway/test/poll"
)

// stub is a reactor that does what a test says.
type stub struct {
	name string
	run  func(context.Context) error
}

func (s stub) Name() string                  { return s.name }
func (s stub) Run(ctx context.Context) error { return s.run(ctx) }
func (s stub) Status(context.Context) (engine.Status, error) {
	return engine.Status{Name: s.name, State: engine.StateLive}, nil
}

func TestAReactorThatFailsIsRunAgainAndTheOthersGoOn(t *testing.T) {
	t.Parallel()
	h := newLogFixture(t)
	var failures, panics atomic.Int64
	wait := func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }
	failing := stub{"failing", func(ctx context.Context) error {
		if failures.Add(1) < 3 {
			return errors.New("not yet")
		}
		return wait(ctx)
	}}
	panicking := stub{"panicking", func(ctx context.Context) error {
		if panics.Add(1) < 2 {
			panic("oh")
		}
		return wait(ctx)
	}}
	stop := h.run(NewGroup(h.store, h.logger, failing, panicking, h.posting()).Run)
	h.append(payment.Stream("a"), paid(1, "a"))
	h.eventuallyAvailable(1, 96_000)
	poll.Until(h.t, "all were run again", func() bool { return failures.Load() == 3 && panics.Load() == 2 })
	stop()
}

func TestStatusesShowFailedReactorsAndThePositionOfTheOthers(t *testing.T) {
	t.Parallel()
	h := newLogFixture(t)
	h.append(payment.Stream("a"), paid(1, "a"))
	failing := stub{"failing", func(context.Context) error { return errors.New("broken") }}
	g := NewGroup(h.store, h.logger, failing, h.posting())
	h.run(g.Run)
	find := func(name string) engine.Status {
		all, err := g.Statuses(context.Background())
		h.must(err)
		for _, s := range all {
			if s.Name == name {
				return s
			}
		}
		t.Fatalf("no status of %s: %+v", name, all)
		return engine.Status{}
	}
	poll.Until(h.t, "it is shown as broken", func() bool {
		s := find("failing")
		return s.State == engine.StateHalted && s.Error == "broken"
	})
	poll.Until(h.t, "the other is at the head", func() bool {
		s := find(postingName)
		head, err := h.store.Head(context.Background())
		h.must(err)
		return s.State == engine.StateLive && s.Lag == 0 && s.Head == head.Commit && s.Progress == 1
	})
}
