package app

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"gateway/eventstore/archive"
	"gateway/eventstore/postgres"
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

// OpenOwnerTools is OpenTools with the owner's login, where MIGRATE_USER names one.
func OpenOwnerTools(ctx context.Context, c Config) (*Tools, error) {
	if c.MigrateUser != "" {
		var err error
		if c, err = asOwner(c); err != nil {
			return nil, err
		}
	}
	return OpenTools(ctx, c)
}

// Ranges returns the ranges of the log, to be sealed and archived with the login of the
// log's owner.
func (t *Tools) Ranges() (*postgres.Ranges, error) {
	store, ok := t.Log.Store().(*postgres.Store)
	if !ok {
		return nil, errNoRanges
	}
	return postgres.NewRanges(store, t.Databases.eventsDB()), nil
}
