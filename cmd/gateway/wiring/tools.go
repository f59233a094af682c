package wiring

import (
	"context"
	"errors"
	"time"

	"gateway/cmd/gateway/config"
	"gateway/cmd/gateway/database"
	"gateway/cmd/gateway/logging"
	"gateway/domain/calendar"
	"gateway/domain/catalogue"
	"gateway/domain/secret"
	"gateway/eventstore"
	"gateway/eventstore/localpg"
	"gateway/eventstore/postgres"
	"gateway/http/outbound/providers"
	"gateway/http/service"
	"gateway/http/service/fileservice"
	"gateway/http/service/routingservice"
	"gateway/http/service/state"
	"gateway/projections/audit/verify"
	"gateway/projections/engine"
	"gateway/projections/notary"
	"gateway/projections/readmodel"
	"gateway/projections/story"

	"github.com/sirupsen/logrus"
)

// Tools is an opened installation, for commands that run with or without a gateway. It starts no part of the
// gateway, and starts PostgreSQL only if that is not running.
type Tools struct {
	Config    config.Config
	Databases *database.Databases
	Log       *eventstore.Log
	Queries   *readmodel.Queries
	Logger    *logrus.Entry
	// Calendar is the business calendar.
	Calendar calendar.Calendar
}

// OpenTools opens the configured installation. It refuses a place without one, and a log without events, for
// which every check would report that all is well. Close it after use. Error: database.ErrNoInstallation.
func OpenTools(ctx context.Context, c config.Config) (*Tools, error) {
	t, err := openTools(ctx, c, database.OpenExisting)
	if err != nil {
		return nil, err
	}
	head, err := t.Log.Store().Head(ctx)
	if err == nil && head == (eventstore.Position{}) {
		err = database.NoInstallation("the log, which is empty")
	}
	if err != nil {
		return nil, errors.Join(err, t.Close(ctx))
	}
	return t, nil
}

// OpenOrCreateTools is OpenTools for a command that may also start a new log.
func OpenOrCreateTools(ctx context.Context, c config.Config) (*Tools, error) {
	return openTools(ctx, c, func(ctx context.Context, c config.Config, logger *logrus.Entry) (*database.Databases, error) {
		return database.OpenBeside(ctx, c, logger, localpg.StartOrAttach)
	})
}

func openTools(
	ctx context.Context, c config.Config, open func(context.Context, config.Config, *logrus.Entry) (*database.Databases, error),
) (*Tools, error) {
	t := &Tools{Config: c, Logger: logging.New(c)}
	var err error
	if t.Calendar, err = c.Calendar(); err != nil {
		return nil, err
	}
	if t.Databases, err = open(ctx, c, t.Logger); err != nil {
		return nil, err
	}
	store, err := openStore(ctx, c, postgres.Config{DSN: t.Databases.EventsURL, MaxReadConns: 2, Log: t.Logger})
	if err != nil {
		return nil, errors.Join(err, t.Databases.Close(ctx))
	}
	t.Log = newLogOf(store)
	t.Queries = readmodel.NewQueries(t.Databases.Read)
	return t, nil
}

// newLogOf makes a log that is only read.
func newLogOf(store eventstore.Store) *eventstore.Log {
	return eventstore.NewLog(store, eventstore.NewCodec(catalogue.Events()...), eventstore.Options{Owns: catalogue.Owns})
}

// Core returns what use cases that only read need.
func (t *Tools) Core() *service.Core {
	return &service.Core{Log: t.Log, Queries: t.Queries, Now: time.Now, Logger: t.Logger, Calendar: t.Calendar}
}

// CheckReadModels refuses read models that were built from another log, or that are ahead of the log. Errors:
// *engine.ForeignStoreError, *eventstore.WentBackError.
func (t *Tools) CheckReadModels(ctx context.Context) error {
	return engine.CheckLog(ctx, t.Databases.Read.DB, t.Log.Store())
}

// Close closes what OpenTools opened, and stops PostgreSQL if OpenTools started it.
func (t *Tools) Close(ctx context.Context) error {
	return errors.Join(t.Log.Store().Close(), t.Databases.Close(context.WithoutCancel(ctx)))
}

// Models returns the read models of the installation.
func (t *Tools) Models() []engine.Model { return readmodel.AllIn(t.Calendar) }

// Tree returns the Merkle tree of the log.
func (t *Tools) Tree() *notary.Tree { return notary.NewTree(t.Databases.Read, t.Log) }

// Stories returns a reader that tells what happened to a subject and why it is in its present state.
func (t *Tools) Stories() story.Reader {
	set := providers.New(t.Config.ProviderConnections(config.Secrets{}), providers.Options{})
	defer set.Close() // only its names and channels are read
	routing := routingservice.Routing{
		Core: &service.Core{Log: t.Log, Now: time.Now}, Health: routingservice.NewHealth(time.Now), Configured: routesOf(set),
	}
	return story.Reader{Log: t.Log, Queries: t.Queries, DB: t.Databases.Read.DB, Now: time.Now, Makes: makes(routing)}
}

// Masters returns the master secrets.
func (t *Tools) Masters(ctx context.Context) (secret.Ring, error) {
	keys, err := config.LoadSecrets(ctx, t.Config, state.New(t.Databases.State))
	return keys.Masters, err
}

// Files returns the files that events name. It is nil with the error, where the master secrets can't be had.
func (t *Tools) Files(ctx context.Context) (verify.Files, error) {
	masters, err := t.Masters(ctx)
	if err != nil {
		return nil, err
	}
	return &fileservice.Store{State: state.New(t.Databases.State), Masters: masters}, nil
}

// CheckpointKey returns the key that signs checkpoints.
func (t *Tools) CheckpointKey(ctx context.Context) (notary.Key, error) {
	masters, err := t.Masters(ctx)
	if err != nil {
		return notary.Key{}, err
	}
	return notary.DeriveKey(masters)
}

// Installation returns the parts that verify.Run checks; the caller adds the provider and
// the signed checkpoints.
func (t *Tools) Installation() verify.Installation {
	return verify.Installation{Log: t.Log, Read: t.Databases.Read, ReadURL: t.Databases.ReadURL, Models: t.Models()}
}
