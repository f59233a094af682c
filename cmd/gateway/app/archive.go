package app

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"gateway/domain/catalogue"
	"gateway/eventstore/archive"
	"gateway/eventstore/postgres"
	"gateway/http/service/state"
)

// archive returns the place of the archived ranges of the log; nil for none.
func (c Config) archive() (archive.Place, error) {
	url := c.ArchiveURL
	if url == "" {
		if c.DatabaseURL != "" || c.EventStoreURL != "" {
			return nil, nil //nolint:nilnil // no archive is a configuration, not an error
		}
		url = filepath.Join(c.DataDir, "archive")
	}
	place, err := archive.OpenPlace(url, archive.S3Options{AccessKey: c.ArchiveAccessKey, SecretKey: c.ArchiveSecretKey})
	if err != nil {
		return nil, fmt.Errorf("ARCHIVE_URL: %w", err)
	}
	return place, nil
}

func (c Config) archiveProblem() error {
	if (c.ArchiveAccessKey == "") != (c.ArchiveSecretKey == "") {
		return errors.New("ARCHIVE_ACCESS_KEY and ARCHIVE_SECRET_KEY go together")
	}
	_, err := c.archive()
	return err
}

// errNoRanges says that the log is not in PostgreSQL.
var errNoRanges = errors.New("the log is in EventStoreDB, which has no ranges: its own scavenging and archiving keep it small")

// OpenOwnerTools is OpenTools with the owner's login, where MIGRATE_USER names one. The log may be
// empty: the size of its first range is set then.
func OpenOwnerTools(ctx context.Context, c Config) (*Tools, error) {
	if c.MigrateUser != "" {
		var err error
		if c, err = asOwner(c); err != nil {
			return nil, err
		}
	}
	return openTools(ctx, c, openExisting)
}

// Ranges returns the ranges of the log, to be sealed and archived with the login of the
// log's owner.
func (t *Tools) Ranges() (*postgres.Ranges, error) {
	store, ok := t.Log.Store().(*postgres.Store)
	if !ok {
		return nil, errNoRanges
	}
	keep := postgres.Keep{Whole: catalogue.Categories(catalogue.KeptWhole), Tail: catalogue.Categories(catalogue.KeptTail)}
	return postgres.NewRanges(store, t.Databases.eventsDB(), keep), nil
}

// KeepLogJob records a run of a command that tends the log, with the error why it failed.
func (t *Tools) KeepLogJob(ctx context.Context, job string, began time.Time, failure error) error {
	return state.New(t.Databases.State).KeepLogJob(ctx, job, began, time.Now(), failure)
}

// KeepUnopenedLogJob records a run that ended before the log could be opened as its owner. It logs in as gateway serve does.
func KeepUnopenedLogJob(ctx context.Context, c Config, job string, began time.Time, failure error) (err error) {
	t, err := openTools(ctx, c, openExisting)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, t.Close(ctx)) }()
	return t.KeepLogJob(ctx, job, began, failure)
}
