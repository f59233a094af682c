package reactor

import (
	"context"
	"time"

	"gateway/projections/engine"
)

// gateInterval is the time between two looks whether a closed gate has opened.
const gateInterval = 2 * time.Second

// gated is a reactor that does not run while its gate is closed.
type gated struct {
	Reactor
	closed func(ctx context.Context) (reason string, err error)
}

// Gated returns the reactor, which runs only once closed returns no reason. A gate that has
// opened stays open until the reactor is run again. While the gate is closed the reactor's
// status is halted, with the reason.
func Gated(r Reactor, closed func(ctx context.Context) (reason string, err error)) Reactor {
	return gated{Reactor: r, closed: closed}
}

// Run implements Reactor.
func (g gated) Run(ctx context.Context) error {
	for {
		reason, err := g.closed(ctx)
		if err != nil {
			return err
		}
		if reason == "" {
			return g.Reactor.Run(ctx)
		}
		select {
		case <-time.After(gateInterval):
		case <-ctx.Done():
			return nil
		}
	}
}

// Status implements Reactor.
func (g gated) Status(ctx context.Context) (engine.Status, error) {
	s, err := g.Reactor.Status(ctx)
	if err != nil {
		return s, err
	}
	reason, err := g.closed(ctx)
	if reason != "" {
		s.State, s.Error = engine.StateHalted, reason
	}
	return s, err
}
