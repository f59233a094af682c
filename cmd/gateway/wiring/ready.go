package wiring

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"gateway/cmd/gateway/watch"
	"gateway/projections/engine"

	"github.com/coreos/go-systemd/v22/daemon"
	"github.com/jmoiron/sqlx"
)

// ready returns nil when this instance can decide and append, else the reason: the log is refused
// (watch.LogGuard), there is no admin yet, a database does not answer or is read-only, the last append
// failed, or, during the start, the read models have not reached headAtStart. Conditions that all instances
// share are reported by degraded.
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
	readOnly, err := isReadOnly(ctx, a.databases.State)
	if err != nil {
		return errors.New("the state database does not answer")
	}
	if readOnly {
		return errors.New("the database of the log and the state is read-only, as a standby is: nothing can be appended")
	}
	if a.appends.Err() != nil { // the gateway's log has the reason, which may name servers
		return errors.New("appends to the event store fail")
	}
	if err := a.databases.Read.PingContext(ctx); err != nil {
		return errors.New("the read models do not answer")
	}
	if !a.wasReady.Load() {
		if err := a.core.Watcher.Wait(ctx, a.headAtStart); err != nil {
			return errors.New("starting: the read models are catching up with the log")
		}
		a.wasReady.Store(true)
	}
	return nil
}

// isReadOnly reports whether a database accepts no writes, because it is a standby or is configured so.
func isReadOnly(ctx context.Context, db *sqlx.DB) (readOnly bool, err error) {
	err = db.GetContext(ctx, &readOnly, `SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean`)
	return readOnly, err
}

// degraded names what does not work although this instance can serve: halted and late read models, reactors
// that fail or have parked a client, and an archive that cannot be read. All instances share these
// conditions, so a balancer that removed this instance for them would remove all.
func (a *App) degraded() []string {
	var all []string
	for kind, statuses := range a.statuses() {
		for _, s := range statuses {
			switch {
			case s.State == engine.StateHalted:
				all = append(all, fmt.Sprintf("%s %s: %s", kind, s.Name, s.State))
			case kind == "reactor" && s.Error != "": // it runs, and retries
				all = append(all, fmt.Sprintf("%s %s: failing", kind, s.Name))
			case kind == "projection" && a.heads.Lag(s.Position, time.Now()) > watch.LateAfter:
				all = append(all, fmt.Sprintf("%s %s: late", kind, s.Name))
			}
		}
	}
	if a.archive != nil {
		if problem := a.archive.Problem(); problem != "" {
			all = append(all, "archive: "+problem)
		}
	}
	slices.Sort(all)
	return all
}

// reportReady creates the first admin, waits until the gateway is ready, prints the welcome text and calls
// OnReady.
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
