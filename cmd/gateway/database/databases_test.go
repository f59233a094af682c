package database_test

import (
	"context"
	"database/sql"
	"strings"
	"testing"

	"gateway/cmd/gateway/config"
	"gateway/cmd/gateway/database"
	"gateway/cmd/gateway/logging"
	"gateway/migrations"
	"gateway/test/testdb"
)

// A program of another version made the read models. This one opens separate ones beside them, the same at
// each start, and keeps the other version's.
func TestReadModelsOfAnotherVersionAreOpenedBesideTheirs(t *testing.T) {
	t.Parallel()
	events, read := testdb.NewPair(t)
	former := openRaw(t, read)
	if err := migrations.ReadModel(t.Context(), former); err != nil {
		t.Fatal(err)
	}
	for _, statement := range []string{
		`UPDATE schema_fingerprint SET fingerprint = 'of a former version'`,
		`INSERT INTO checkpoints (name, store_id, commit_position, prepare_position, state) VALUES ('balances', 'log', 7, 7, 'live')`,
	} {
		if _, err := former.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	c := config.Config{DatabaseURL: read, EventStoreURL: events, LogLevel: "error"}
	check := c
	check.Migrate = config.MigrateOff
	if _, err := database.Open(t.Context(), check, logging.New(c)); err == nil || !strings.Contains(err.Error(), "is not migrated") {
		t.Errorf("with MIGRATE=off before the upgrade: %v", err)
	}
	for range 2 {
		opensBeside(t, c)
	}
	opensBeside(t, check)
	var left int
	if err := former.QueryRowContext(t.Context(), `SELECT commit_position FROM public.checkpoints`).Scan(&left); err != nil || left != 7 {
		t.Errorf("the former read models are at %d, %v", left, err)
	}
}

func opensBeside(t *testing.T, c config.Config) {
	t.Helper()
	d, err := database.Open(t.Context(), c, logging.New(c))
	if err != nil {
		t.Fatal(err)
	}
	var schema string
	var checkpoints int
	err = d.Read.QueryRowContext(t.Context(), `SELECT current_schema(), (SELECT count(*) FROM checkpoints)`).Scan(&schema, &checkpoints)
	if err != nil || schema != d.Version || !d.Beside || checkpoints != 0 {
		t.Errorf("the read models are in %s (%d checkpoints), not in %s: %v", schema, checkpoints, d.Version, err)
	}
	if !strings.Contains(d.ReadURL, d.Version) {
		t.Error("further connections to the read models don't lead there")
	}
	if err := d.Close(context.WithoutCancel(t.Context())); err != nil {
		t.Error(err)
	}
}

func openRaw(t *testing.T, dsn string) *sql.DB {
	t.Helper()
	db, err := sql.Open("postgres", dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}
