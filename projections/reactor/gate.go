package reactor

import (
	"context"
	"time"

	"gateway/projections/engine"
)

// gateInterval is the time between two checks of a closed gate.
const gateInterval = 2 * time.Second

// gated is a reactor that does not run while its gate is closed.
type gated struct {
	Reactor
	closed func(ctx context.Context) (reason string, err error)
}

// Gated wraps a reactor so that Run starts it only once closed returns no reason. An open gate is not
// checked again until the next Run. While closed returns a reason, the reactor's status is halted with
// that reason.
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
