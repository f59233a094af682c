package wiring

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gateway/cmd/gateway/config"
	"gateway/cmd/gateway/database"
	"gateway/cmd/gateway/logging"
	"gateway/cmd/gateway/watch"
	"gateway/domain/catalogue"
	"gateway/eventstore"
	"gateway/eventstore/postgres"
	"gateway/eventstore/transfer"
	"gateway/http/service"
	"gateway/http/service/adminservice"
	"gateway/http/service/credential"
	"gateway/http/service/ids"
	"gateway/http/service/projectionservice"
	"gateway/http/service/secondfactorservice"
	"gateway/http/service/state"
	"gateway/projections/readmodel"

	"github.com/sirupsen/logrus"
)

// Staff is an opened installation in which a command manages administrators, with or without a running
// gateway.
type Staff struct {
	adminservice.Admins
	databases *database.Databases
	store     transfer.Store
}

// OpenStaff opens the configured installation. It refuses a log that no gateway would append to, because it
// is being moved, was moved away, or is suspect. Close it after use. Error: database.ErrNoInstallation.
func OpenStaff(ctx context.Context, c config.Config) (s *Staff, err error) {
	logger := logging.New(c)
	s = &Staff{}
	if s.databases, err = database.OpenExisting(ctx, c, logger); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, s.Close(ctx))
		}
	}()
	if s.store, err = openToAppend(ctx, c, s.databases, logger); err != nil {
		return s, err
	}
	kept := state.New(s.databases.State)
	log := eventstore.NewLog(s.store, eventstore.NewCodec(catalogue.Events()...), eventstore.Options{Owns: catalogue.Owns})
	core := &service.Core{
		Log: log, Queries: readmodel.NewQueries(s.databases.Read), IDs: ids.New(log, now), State: kept, Now: now, Logger: logger,
	}
	s.Admins = adminservice.Admins{
		Core: core, Sessions: credential.Sessions{State: kept, Kind: state.AdminSession, Now: now},
		Factors: secondfactorservice.Factors{Core: core}, // it only removes them
	}
	return s, nil
}

// openToAppend opens the log beside a gateway that may run, for a command that appends. It refuses a log that no gateway
// would append to.
func openToAppend(ctx context.Context, c config.Config, d *database.Databases, logger *logrus.Entry) (transfer.Store, error) {
	store, err := openStore(ctx, c, postgres.Config{DSN: d.EventsURL, MaxReadConns: 2, Claim: postgres.ClaimShared, Log: logger})
	if err != nil {
		return nil, err
	}
	guard := &watch.LogGuard{Read: d.Read.DB, EventsDB: d.EventsDB(), StateDB: state.New(d.State), Logger: logger, Store: store}
	err = errors.Join(state.CheckNotMoving(ctx, d.State), transfer.CheckLocation(ctx, store), guard.Check(ctx))
	if err != nil {
		return nil, errors.Join(err, store.Close())
	}
	return store, nil
}

// As returns a context whose events name the person at the machine: `machine:<name>`.
func (s *Staff) As(ctx context.Context, name string) context.Context {
	return eventstore.WithMetadata(ctx, eventstore.Metadata{
		Actor: "machine:" + name, RequestID: fmt.Sprintf("command-%d", time.Now().UnixNano()),
	})
}

// RecordWork records that the actor of the context requested work on a read model.
func (s *Staff) RecordWork(ctx context.Context, work, name string) error {
	return projectionservice.Record(ctx, s.Core, work, name)
}

// Close closes what OpenStaff opened.
func (s *Staff) Close(ctx context.Context) error {
	var err error
	if s.store != nil {
		err = s.store.Close()
	}
	return errors.Join(err, s.databases.Close(context.WithoutCancel(ctx)))
}
