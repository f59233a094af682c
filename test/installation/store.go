package installation

import (
	"context"
	"database/sql"
	"testing"

	"gateway/eventstore/esdb/esdbtest"
	"gateway/eventstore/localpg"
	"gateway/eventstore/postgres"
	"gateway/migrations"
)

// Store is where an installation keeps its log.
type Store string

const (
	// PostgreSQL keeps the log in the database Log.
	PostgreSQL Store = "PostgreSQL"
	// EventStoreDB keeps the log behind EventStoreDB's protocol. A server inside the test
	// speaks it, on top of the database Log.
	EventStoreDB Store = "EventStoreDB"
)

// OnEachStore runs a test once for each store, one after the other.
func OnEachStore(t *testing.T, story func(*testing.T, Store)) {
	t.Helper()
	for _, store := range []Store{PostgreSQL, EventStoreDB} {
		t.Run(string(store), func(t *testing.T) { story(t, store) })
	}
}

// serveLog starts the server of EventStoreDB's protocol on a database that it creates.
func serveLog(t *testing.T, pg *localpg.Cluster) *esdbtest.Server {
	t.Helper()
	if err := createLog(t.Context(), pg); err != nil {
		t.Fatal(err)
	}
	store, err := postgres.Open(t.Context(), postgres.Config{DSN: pg.DSN(Log)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	return esdbtest.Start(t, store)
}

func createLog(ctx context.Context, pg *localpg.Cluster) error {
	if err := onDatabase(pg, "postgres", func(db *sql.DB) error {
		_, err := db.ExecContext(ctx, `CREATE DATABASE `+Log)
		return err
	}); err != nil {
		return err
	}
	return onDatabase(pg, Log, func(db *sql.DB) error { return migrations.EventStore(ctx, db) })
}
