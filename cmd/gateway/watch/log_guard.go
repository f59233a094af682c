package watch

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"time"

	"gateway/eventstore"
	"gateway/eventstore/postgres"
	"gateway/eventstore/transfer"
	"gateway/http/service/state"
	"gateway/projections/engine"

	"github.com/sirupsen/logrus"
)

const (
	// GuardInterval is the time between two checks while the gateway runs.
	GuardInterval = 2 * time.Second
	// GuardTimeout limits one check.
	GuardTimeout = 3 * time.Second
	// Confirmations are the further checks after which a log that is not in PostgreSQL is suspected, because
	// a node of a cluster may lag behind the node that was read before.
	Confirmations = 3
	// ConfirmInterval is the time between these checks.
	ConfirmInterval = time.Second
)

// LogGuard checks whether the log is still the known one: whether it holds the newest event that this process
// and the checkpoints know, and whether its server, timeline, database and generation are the accepted ones.
// Once it is not, the guard refuses the log until the process ends, because what the process remembers about
// the log is then useless.
type LogGuard struct {
	Store    transfer.Store
	Read     *sql.DB
	EventsDB *sql.DB // nil for a log in EventStoreDB
	StateDB  *state.DB
	Logger   *logrus.Entry

	mu      sync.Mutex
	newest  eventstore.Mark // the newest event that this process appended or followed
	refused error
	// OnRefuse is called once, when the log is refused.
	OnRefuse func()
	// Rounds beats at each round of Watch.
	Rounds heartbeat
}

// Err returns why the log is refused, or nil.
func (g *LogGuard) Err() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.refused
}

// Check compares the log with everything known about it. Errors: an ErrSuspect, which refuses the log
// permanently; *engine.ForeignStoreError; and errors of the databases.
func (g *LogGuard) Check(ctx context.Context) error {
	if err := g.Err(); err != nil {
		return err
	}
	err := g.compare(ctx)
	for n := 0; g.EventsDB == nil && n < Confirmations && errors.Is(err, eventstore.ErrSuspect); n++ {
		select {
		case <-time.After(ConfirmInterval):
		case <-ctx.Done():
			return ctx.Err()
		}
		err = g.compare(ctx)
	}
	if errors.Is(err, eventstore.ErrSuspect) {
		g.refuse(err)
	}
	return err
}

func (g *LogGuard) refuse(reason error) {
	g.mu.Lock()
	first := g.refused == nil
	if first {
		g.refused = reason
	}
	onRefuse := g.OnRefuse
	g.mu.Unlock()
	if !first {
		return
	}
	g.Logger.WithError(reason).Error("the log is refused: this instance stops leading and appending")
	if onRefuse != nil {
		onRefuse()
	}
}

func (g *LogGuard) compare(ctx context.Context) error {
	g.mu.Lock()
	newest := g.newest
	g.mu.Unlock()
	if err := newest.Check(ctx, g.Store, "this gateway"); err != nil {
		return err
	}
	if err := engine.CheckLog(ctx, g.Read, g.Store); err != nil {
		return err
	}
	accepted, ok, err := g.StateDB.Installation(ctx)
	if err != nil || !ok {
		return err
	}
	present, err := PresentInstallation(ctx, g.Store, g.EventsDB)
	if err != nil {
		return err
	}
	return CompareInstallations(accepted, present)
}

// AcceptFirst records the log as accepted if none was: at the first start, after the schema state was lost,
// and after the log moved to another store.
func (g *LogGuard) AcceptFirst(ctx context.Context) error {
	accepted, ok, err := g.StateDB.Installation(ctx)
	if err != nil || ok && accepted.StoreID == g.Store.ID() {
		return err
	}
	present, err := PresentInstallation(ctx, g.Store, g.EventsDB)
	if err != nil {
		return err
	}
	return g.StateDB.SetInstallation(ctx, present)
}

// Watch checks the log every GuardInterval until ctx ends.
func (g *LogGuard) Watch(ctx context.Context) {
	tick := time.NewTicker(GuardInterval)
	defer tick.Stop()
	for {
		g.Rounds.Beat()
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
		checking, cancel := context.WithTimeout(ctx, GuardTimeout+Confirmations*ConfirmInterval)
		_ = g.Check(checking) // a suspect log was refused and logged; other errors show in /readyz
		cancel()
	}
}

// Reconnected checks the log after the session that appends has reconnected. It returns only an ErrSuspect: a
// check that cannot be made must not prevent appends while the read models are unavailable.
func (g *LogGuard) Reconnected(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, GuardTimeout)
	defer cancel()
	if err := g.Check(ctx); errors.Is(err, eventstore.ErrSuspect) {
		return err
	}
	return nil
}

// PresentInstallation returns the present identity of the log.
func PresentInstallation(ctx context.Context, store eventstore.Store, events *sql.DB) (i state.Installation, err error) {
	generation, err := eventstore.ReadGeneration(ctx, store)
	if err != nil {
		return i, err
	}
	i = state.Installation{StoreID: store.ID(), Generation: generation.Number}
	if events == nil {
		return i, nil
	}
	identity, err := postgres.ReadIdentity(ctx, events)
	i.System, i.Timeline, i.Database = identity.System, identity.Timeline, identity.Database
	return i, err
}

// CompareInstallations returns an ErrSuspect when the log is not the accepted one, as far as both are known.
// A different store is not reported here; checkpoints and moves of the log detect it.
func CompareInstallations(accepted, present state.Installation) error {
	const advice = "events that were acknowledged may be missing. Bring the former server back, or see gateway events accept-older"
	switch {
	case accepted.StoreID != present.StoreID:
		return nil
	case accepted.Generation != present.Generation:
		return fmt.Errorf("%w: it is in generation %d, and generation %d was accepted: %s",
			eventstore.ErrSuspect, present.Generation, accepted.Generation, advice)
	case differ(accepted.System, present.System):
		return fmt.Errorf("%w: it is on another PostgreSQL server, with the system identifier %s; %s was accepted: %s",
			eventstore.ErrSuspect, present.System, accepted.System, advice)
	case differ(accepted.Timeline, present.Timeline):
		return fmt.Errorf("%w: its PostgreSQL is on timeline %d, and timeline %d was accepted: a standby was promoted, or the server "+
			"was recovered from a backup; %s", eventstore.ErrSuspect, present.Timeline, accepted.Timeline, advice)
	case differ(accepted.Database, present.Database):
		return fmt.Errorf("%w: its database was dropped and restored, or replaced: %s", eventstore.ErrSuspect, advice)
	}
	return nil
}

// differ reports whether two known values differ.
func differ[T comparable](a, b T) bool {
	var unknown T
	return a != b && a != unknown && b != unknown
}
