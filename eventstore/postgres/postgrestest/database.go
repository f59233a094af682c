// Package postgrestest gives tests migrated databases for the event store, and opens the
// logs in them. Only tests may import it.
package postgrestest

import (
	"context"
	"database/sql"
	"errors"
	"testing"

	"gateway/eventstore"
	"gateway/eventstore/postgres"
	"gateway/migrations"
	"gateway/test/testdb"

	"github.com/google/uuid"
)

// Database creates an empty, migrated database, drops it at the end of the test, and
// returns its DSN. All databases are copies of one template, so their logs have the same
// store id.
func Database(tb testing.TB) string {
	tb.Helper()
	return testdb.Template(tb, "eventstore", func(dsn string) error {
		db, err := sql.Open("postgres", dsn)
		if err != nil {
			return err
		}
		defer func() { _ = db.Close() }()
		return migrations.EventStore(context.Background(), db)
	})
}

// Open opens the log at the DSN. The store is closed at the end of the test unless the test closed it.
func Open(tb testing.TB, dsn string) *postgres.Store {
	tb.Helper()
	s, err := postgres.Open(tb.Context(), postgres.Config{DSN: dsn})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := s.Close(); err != nil {
			tb.Errorf("close: %v", err)
		}
	})
	return s
}

// Restore fills the empty log at the DSN with events, at their positions, as an import does.
func Restore(tb testing.TB, dsn string, events []eventstore.Recorded) {
	tb.Helper()
	db, err := sql.Open("postgres", dsn)
	if err != nil {
		tb.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	r := postgres.NewRestore(db)
	err = errors.Join(r.Begin(tb.Context(), uuid.NewString()), r.Add(tb.Context(), events), r.Finish(tb.Context()))
	if err != nil {
		tb.Fatal(err)
	}
}

// DatabaseWithRanges is Database for a log whose ranges have size positions each.
func DatabaseWithRanges(tb testing.TB, size int64) string {
	tb.Helper()
	dsn := Database(tb)
	db, err := sql.Open("postgres", dsn)
	if err != nil {
		tb.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	if err := postgres.SetRangeSize(tb.Context(), db, size); err != nil {
		tb.Fatal(err)
	}
	return dsn
}
