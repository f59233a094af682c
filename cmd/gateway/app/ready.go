package app

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"gateway/projections/engine"

	"github.com/coreos/go-systemd/v22/daemon"
)

// ready returns nil when the gateway can serve, else the reason: the log is refused
// (logGuard), it has no admin yet, a
// database does not answer, or the read models have not reached headAtStart.
func (a *App) ready() error {
	if err := a.guard.Err(); err != nil {
		return err
	}
	if !a.adminExists.Load() {
		return errors.New("the gateway is starting")
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if _, err := a.store.Head(ctx); err != nil {
		return errors.New("the event store does not answer")
	}
	if err := a.databases.State.PingContext(ctx); err != nil {
		return errors.New("the state database does not answer")
	}
	if err := a.databases.Read.PingContext(ctx); err != nil {
		return errors.New("the read models do not answer")
	}
	if err := a.core.Watcher.Wait(ctx, a.headAtStart); err != nil {
		return errors.New("the read models are catching up with the log")
	}
	return nil
}

// degraded names what does not work though this instance can serve: halted read models,
// and reactors that fail or have parked a client. All instances share them, so a balancer
// that took the instance away would take all away.
func (a *App) degraded() []string {
	var all []string
	for kind, statuses := range a.statuses() {
		for _, s := range statuses {
			switch {
			case s.State == engine.StateHalted:
				all = append(all, fmt.Sprintf("%s %s: %s", kind, s.Name, s.State))
			case kind == "reactor" && s.Error != "": // it lives, and tries again
				all = append(all, fmt.Sprintf("%s %s: failing", kind, s.Name))
			}
		}
	}
	slices.Sort(all)
	return all
}

// reportReady creates the first admin, waits until the gateway is ready, prints the
// welcome text and calls OnReady.
func (a *App) reportReady(ctx context.Context, o Options) error {
	password, err := a.ensureAdmin(ctx)
	if err != nil {
		return fmt.Errorf("create the first admin: %w", err)
	}
	a.adminExists.Store(true)
	for a.ready() != nil {
		select {
		case <-time.After(20 * time.Millisecond):
		case <-ctx.Done():
			return nil
		}
	}
	a.started()
	notifySystemd(daemon.SdNotifyReady)
	a.logger.WithField("url", a.publicURL).Info("the gateway is ready")
	running := Running{URL: a.publicURL, AdminEmail: a.adminEmail, AdminPassword: password, App: a}
	printWelcome(o.Out, a.config, running, o.Version)
	if o.OnReady != nil {
		o.OnReady(running)
	}
	return nil
}
