// Package postgrestest gives tests event store databases that are migrated already.
package postgrestest

import (
	"context"
	"database/sql"
	"testing"

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
