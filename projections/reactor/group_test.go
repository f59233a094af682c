package reactor_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"gateway/domain/payment"
	"gateway/projections/engine"
	"gateway/projections/reactor"
	"gateway/projections/reactor/postingreactor"
	"gateway/projections/reactor/reactortest"
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
	h := reactortest.NewLogFixture(t)
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
	stop := h.Run(reactor.NewGroup(h.Store, h.Logger, failing, panicking, postingreactor.NewPosting(h.Log, h.Read, h.Logger)).Run)
	h.Append(payment.Stream("a"), reactortest.Paid(1, "a"))
	h.EventuallyAvailable(1, 96_000)
	poll.Until(h.T, "all were run again", func() bool { return failures.Load() == 3 && panics.Load() == 2 })
	stop()
}

func TestStatusesShowFailedReactorsAndThePositionOfTheOthers(t *testing.T) {
	t.Parallel()
	h := reactortest.NewLogFixture(t)
	h.Append(payment.Stream("a"), reactortest.Paid(1, "a"))
	failing := stub{"failing", func(context.Context) error { return errors.New("broken") }}
	g := reactor.NewGroup(h.Store, h.Logger, failing, postingreactor.NewPosting(h.Log, h.Read, h.Logger))
	h.Run(g.Run)
	find := func(name string) engine.Status {
		all, err := g.Statuses(context.Background())
		h.Must(err)
		for _, s := range all {
			if s.Name == name {
				return s
			}
		}
		t.Fatalf("no status of %s: %+v", name, all)
		return engine.Status{}
	}
	poll.Until(h.T, "it is shown as broken", func() bool {
		s := find("failing")
		return s.State == engine.StateHalted && s.Error == "broken"
	})
	poll.Until(h.T, "the other is at the head", func() bool {
		s := find("posting")
		head, err := h.Store.Head(context.Background())
		h.Must(err)
		return s.State == engine.StateLive && s.Lag == 0 && s.Head == head.Commit && s.Progress == 1
	})
}
