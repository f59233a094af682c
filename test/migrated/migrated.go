// Package migrated gives tests the two databases of a gateway with their schemas in place, as copies of templates
// that are migrated once for all tests. The migrations would take as much of a core as the rest of a start.
package migrated

import (
	"context"
	"database/sql"
	"errors"
	"testing"

	"gateway/eventstore/postgres/postgrestest"
	"gateway/migrations"
	"gateway/test/testdb"
)

// renew gives the log an id of its own, as its first migration does.
const renew = `
	ALTER TABLE store DISABLE TRIGGER store_is_final;
	GRANT UPDATE ON store TO CURRENT_USER;
	UPDATE store SET id = gen_random_uuid();
	REVOKE UPDATE ON store FROM CURRENT_USER;
	ALTER TABLE store ENABLE ALWAYS TRIGGER store_is_final`

// Pair creates a database with an empty log, and one with empty read models. They are dropped at the end of the
// test.
func Pair(tb testing.TB) (eventsDSN, readDSN string) {
	tb.Helper()
	version, err := migrations.ReadModelVersion()
	if err != nil {
		tb.Fatal(err)
	}
	eventsDSN = postgrestest.Database(tb)
	readDSN = testdb.Template(tb, "readmodel "+version, func(dsn string) error {
		return on(dsn, func(db *sql.DB) error { return migrations.ReadModel(context.Background(), db) })
	})
	err = on(eventsDSN, func(db *sql.DB) error {
		_, err := db.ExecContext(context.Background(), renew)
		return err
	})
	if err != nil {
		tb.Fatalf("give the log an id of its own: %v", err)
	}
	return eventsDSN, readDSN
}

func on(dsn string, do func(*sql.DB) error) error {
	db, err := sql.Open("postgres", dsn)
	if err != nil {
		return err
	}
	return errors.Join(do(db), db.Close())
}
