// Package postgrestest gives tests event store databases that are migrated already, and
// opens the logs in them.
package postgrestest

import (
	"context"
	"database/sql"
	"testing"

	"gateway/eventstore/postgres"
	"gateway/migrations"
	"gateway/test/testdb"
)

// Database gives the DSN of an empty event store of its own, dropped with the test.
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

// Open opens the log at the DSN once more. It is closed with the test, if the test
// does not do that.
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
