package wiring

import (
	"context"
	"errors"
	"time"

	"gateway/cmd/gateway/config"
	"gateway/cmd/gateway/database"
	"gateway/domain/catalogue"
	"gateway/eventstore/postgres"
	"gateway/http/service/state"
)

// errNoRanges says that the log is not in PostgreSQL.
var errNoRanges = errors.New("the log is in EventStoreDB, which has no ranges: its own scavenging and archiving keep it small")

// OpenOwnerTools is OpenTools with the owner's login, if MIGRATE_USER names one. The log may be empty,
// because the size of its first range is set then.
func OpenOwnerTools(ctx context.Context, c config.Config) (*Tools, error) {
	if c.MigrateUser != "" {
		var err error
		if c, err = database.AsOwner(c); err != nil {
			return nil, err
		}
	}
	return openTools(ctx, c, database.OpenExisting)
}

// Ranges returns the ranges of the log, for sealing and archiving with the login of the log's owner.
func (t *Tools) Ranges() (*postgres.Ranges, error) {
	store, ok := t.Log.Store().(*postgres.Store)
	if !ok {
		return nil, errNoRanges
	}
	keep := postgres.Keep{Whole: catalogue.Categories(catalogue.KeptWhole), Tail: catalogue.Categories(catalogue.KeptTail)}
	return postgres.NewRanges(store, t.Databases.EventsDB(), keep), nil
}

// KeepLogJob records a run of a log maintenance command, with the error if it failed.
func (t *Tools) KeepLogJob(ctx context.Context, job string, began time.Time, failure error) error {
	return state.New(t.Databases.State).KeepLogJob(ctx, job, began, time.Now(), failure)
}

// KeepUnopenedLogJob records a run that ended before the log could be opened as its owner. It uses the login
// of gateway serve.
func KeepUnopenedLogJob(ctx context.Context, c config.Config, job string, began time.Time, failure error) (err error) {
	t, err := openTools(ctx, c, database.OpenExisting)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, t.Close(ctx)) }()
	return t.KeepLogJob(ctx, job, began, failure)
}
