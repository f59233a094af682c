package installation

import (
	"context"
	"database/sql"
	"testing"
	"time"

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
	// EventStoreDB keeps the log behind EventStoreDB's protocol. A server inside the test serves the database
	// Log with that protocol.
	EventStoreDB Store = "EventStoreDB"
	// EventStoreDBCluster keeps the log as EventStoreDB does, behind a cluster of three that keeps electing leaders.
	EventStoreDBCluster Store = "EventStoreDB's cluster"
)

// clusterQuiet is the longest time between two elections of an EventStoreDBCluster.
const clusterQuiet = 2 * time.Second

// OnEachStore runs a test once for each store, one after the other.
func OnEachStore(t *testing.T, story func(*testing.T, Store)) {
	t.Helper()
	for _, store := range []Store{PostgreSQL, EventStoreDBCluster} {
		t.Run(string(store), func(t *testing.T) { story(t, store) })
	}
}

// serveLog starts the server of EventStoreDB's protocol on a database that it creates.
func serveLog(t *testing.T, pg *localpg.Cluster) *esdbtest.Server {
	t.Helper()
	return esdbtest.Start(t, openLog(t, pg))
}

// serveCluster starts a cluster of three on a database that it creates. At its end the test prints how many
// elections and operations there were.
func serveCluster(t *testing.T, pg *localpg.Cluster) *esdbtest.Cluster {
	t.Helper()
	c := esdbtest.StartCluster(t, openLog(t, pg))
	c.Disturb(1, clusterQuiet)
	t.Cleanup(func() { t.Log(c.Figure()) })
	return c
}

// openLog creates the database Log and opens the log in it.
func openLog(t *testing.T, pg *localpg.Cluster) *postgres.Store {
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
	return store
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
