package esdbtest

import (
	"context"
	"sync"
)

// gate blocks calls while it is closed. The zero gate is open.
type gate struct {
	mu     sync.Mutex
	opened chan struct{} // nil while the gate is open
}

func (g *gate) set(closed bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	switch {
	case closed && g.opened == nil:
		g.opened = make(chan struct{})
	case !closed && g.opened != nil:
		close(g.opened)
		g.opened = nil
	}
}

// pass returns when the gate is open, or with the context's error.
func (g *gate) pass(ctx context.Context) error {
	g.mu.Lock()
	opened := g.opened
	g.mu.Unlock()
	if opened == nil {
		return nil
	}
	select {
	case <-opened:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
