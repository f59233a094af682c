package wiring

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gateway/cmd/gateway/config"
	"gateway/cmd/gateway/watch"
	"gateway/domain/catalogue"
	"gateway/eventstore"
	"gateway/eventstore/esdb"
	"gateway/eventstore/postgres"
	"gateway/eventstore/transfer"
	"gateway/http/server"
	"gateway/http/service"
	"gateway/http/service/ids"
	"gateway/http/service/state"
	"gateway/projections/engine"
	"gateway/projections/readmodel"
)

// openLog opens the event store, and the parts that need only it and the databases.
func (a *App) openLog(ctx context.Context, now func() time.Time, metrics *server.Metrics) (err error) {
	a.guard = &watch.LogGuard{
		Read: a.databases.Read.DB, EventsDB: a.databases.EventsDB(), StateDB: state.New(a.databases.State), Logger: a.logger,
	}
	store, err := openStore(ctx, a.config, postgres.Config{
		DSN: a.databases.EventsURL, Claim: postgres.ClaimShared, OnBatch: metrics.Batch, Log: a.logger,
		OnReconnect: a.guard.Reconnected, Wrap: a.databases.Slow.Wrap, OnArchiveFailure: watch.NewArchiveFailures(a.logger, metrics).Count,
	})
	if errors.Is(err, postgres.ErrClaimed) {
		return fmt.Errorf("%w alone: wait for gateway events copy to end, or stop gateway events serve --writable", err)
	}
	if err != nil {
		return err
	}
	a.guard.Store = store
	a.appends = watch.NewAppendHealth(store, a.logger)
	a.store = watch.GuardedStore{Store: store, Guard: a.guard, Appends: a.appends}
	if err := a.checkLog(ctx); err != nil {
		return err
	}
	if a.headAtStart, err = a.store.Head(ctx); err != nil {
		return err
	}
	if ranges, ok := store.(*postgres.Store); ok {
		a.archive = newArchiveWatch(ranges, a.guard.StateDB, a.config.ArchiveURL != "", a.logger, metrics)
	}
	log := eventstore.NewLog(a.store, eventstore.NewCodec(catalogue.Events()...), eventstore.Options{
		OnError:   func(err error) { a.logger.WithError(err).Warn("snapshot") },
		Owns:      catalogue.Owns,
		OnForeign: watch.NewForeignEvents(a.logger, metrics).Meet,
	})
	cal, err := a.config.Calendar()
	if err != nil {
		return err
	}
	a.core = &service.Core{
		Log: log, Queries: readmodel.NewQueries(a.databases.Read), Watcher: engine.NewCheckpointWatcher(a.databases.Read.DB),
		IDs: ids.New(log, now), State: state.New(a.databases.State), Presence: state.NewPresence(a.databases.State),
		Now: now, Logger: a.logger, Calendar: cal,
	}
	a.engine = engine.New(a.databases.Read.DB, log, a.core.Watcher, a.logger, readmodel.AllIn(cal)...)
	a.rebuildQueue, err = openRebuildQueue(a.databases, log, cal, a.logger)
	return err
}

// checkLog refuses a log that is being moved or was moved away, read models that were built from another log,
// and a log that is suspect (watch.LogGuard).
func (a *App) checkLog(ctx context.Context) error {
	if err := state.CheckNotMoving(ctx, a.databases.State); err != nil {
		return err
	}
	if err := transfer.CheckLocation(ctx, a.store); err != nil {
		return err
	}
	if err := a.guard.Check(ctx); err != nil {
		return err
	}
	return a.guard.AcceptFirst(ctx)
}

// now returns the time in UTC, truncated to the microseconds that PostgreSQL keeps.
func now() time.Time { return time.Now().UTC().Truncate(time.Microsecond) }

// openStore opens the store at cfg.DSN: EventStoreDB, or a migrated PostgreSQL database. For EventStoreDB
// only DSN and Log are used.
func openStore(ctx context.Context, c config.Config, cfg postgres.Config) (_ transfer.Store, err error) {
	if !esdb.IsURL(cfg.DSN) {
		if cfg.Archive, err = c.Archive(); err != nil {
			return nil, err
		}
		return postgres.Open(ctx, cfg)
	}
	return esdb.Open(ctx, esdb.Config{URL: cfg.DSN, Log: cfg.Log})
}
