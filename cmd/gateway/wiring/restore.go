package wiring

import (
	"context"
	"time"

	"gateway/cmd/gateway/database"
	"gateway/cmd/gateway/watch"
	"gateway/eventstore"
	"gateway/eventstore/postgres"
	"gateway/http/service/state"
)

// Restore is the target of an import. In the same transaction as the events it writes the event that starts a
// new generation of the log.
type Restore struct {
	*postgres.Restore
	databases  *database.Databases
	generation *eventstore.ImportedGeneration
}

// NewRestore returns a target in the installation's empty log. Close it after use.
func NewRestore(d *database.Databases) *Restore {
	return &Restore{
		Restore: postgres.NewRestore(d.Events.DB), databases: d, generation: eventstore.NewImportedGeneration(),
	}
}

// Add implements backup.Target.
func (r *Restore) Add(ctx context.Context, events []eventstore.Recorded) error {
	if err := r.generation.Pass(events); err != nil {
		return err
	}
	return r.Restore.Add(ctx, events)
}

// Finish implements backup.Target. It also ends all logins and accepts the log on this server. If it fails
// after the import was committed, the next start refuses the log, and gateway events accept-older completes
// the work.
func (r *Restore) Finish(ctx context.Context) error {
	began, ok, err := r.generation.Began(time.Now().UTC())
	if err != nil {
		return err
	}
	if ok {
		if err := r.Restore.Add(ctx, []eventstore.Recorded{began}); err != nil {
			return err
		}
	}
	if err := r.Restore.Finish(ctx); err != nil {
		return err
	}
	store, err := postgres.Open(ctx, postgres.Config{DSN: r.databases.EventsURL})
	if err != nil {
		return err
	}
	defer func() { _ = store.Close() }() // it was only read
	return acceptPresent(ctx, store, r.databases)
}

// acceptPresent ends all logins and records the log as the installation's.
func acceptPresent(ctx context.Context, store eventstore.Store, d *database.Databases) error {
	kept := state.New(d.State)
	if err := kept.EndSessions(ctx); err != nil {
		return err
	}
	present, err := watch.PresentInstallation(ctx, store, d.EventsDB())
	if err != nil {
		return err
	}
	return kept.SetInstallation(ctx, present)
}
