package wiring

import (
	"context"
	"time"

	"gateway/projections/leader"
)

// followEvery is the time between two checks of who leads.
const followEvery = time.Second

// follow applies the log to this version's read models while an instance with read models of another version
// leads, as during a rolling upgrade, because the leader only updates its own. Several instances may do so at
// once: they take work from each other, which is harmless because each batch moves the checkpoint from where
// it was read. It returns when ctx ends, or with the engine's error.
func (a *App) follow(ctx context.Context) error {
	for ctx.Err() == nil {
		if a.isLedByAnotherVersion(ctx) && a.guard.Check(ctx) == nil {
			a.logger.Info("an instance of another version leads: this one keeps its own read models up to date")
			following, stop := context.WithCancel(ctx)
			go func() {
				defer stop()
				for a.isLedByAnotherVersion(following) && pause(following, followEvery) {
				}
			}()
			err := a.runEngine(following)
			stop()
			if err != nil {
				return err
			}
		}
		pause(ctx, followEvery)
	}
	return nil
}

// runEngine runs the engine, for the leader or for follow, once any other run here has stopped. Two at once
// would report each other's old positions to the watcher.
func (a *App) runEngine(ctx context.Context) error {
	a.engineRuns.Lock()
	defer a.engineRuns.Unlock()
	return a.engine.Run(ctx)
}

// isLedByAnotherVersion reports whether an instance of another version leads. It also returns false when that
// cannot be read.
func (a *App) isLedByAnotherVersion(ctx context.Context) bool {
	if a.leader.Leads() {
		return false
	}
	label, led, err := leader.LeadersLabel(ctx, a.databases.State.DB)
	return err == nil && led && label != a.leader.Label
}

// pause waits for d. It returns false when ctx ended first.
func pause(ctx context.Context, d time.Duration) bool {
	select {
	case <-time.After(d):
		return true
	case <-ctx.Done():
		return false
	}
}

// runReactors runs the reactors. It first waits for read models that are being built beside those of another
// version, because the reactors' positions were taken over from there, and some reactors look payments up.
func (a *App) runReactors(ctx context.Context) error {
	if a.databases.Beside {
		if err := a.core.Watcher.Wait(ctx, a.headAtStart); err != nil {
			return nil //nolint:nilerr // only the end of ctx ends the wait
		}
	}
	return a.reactors.Run(ctx)
}
