package crash

import (
	"context"
	"database/sql"
	"testing"

	"gateway/eventstore"
	"gateway/eventstore/esdb"
	"gateway/eventstore/esdb/esdbtest"
	"gateway/eventstore/postgres"
	"gateway/migrations"
)

// TestNothingIsLostOrDoneTwiceOnEventStoreDB: the gateway keeps its log behind
// EventStoreDB's protocol, whose server is killed, too.
func TestNothingIsLostOrDoneTwiceOnEventStoreDB(t *testing.T) {
	var server *esdbtest.Server
	i := install(t, func(i *installation) []string {
		server = serveLog(t, i.cluster.DSN)
		i.open = func(ctx context.Context) (eventstore.Store, error) {
			return esdb.Open(ctx, esdb.Config{URL: server.URL()})
		}
		return []string{
			"EVENTSTORE_URL=" + server.URL(), "STATE_URL=" + i.cluster.DSN(eventDatabase), "SIMULATOR_PAYOUT_DELAY=100ms",
		}
	})
	restart := func() {
		i.kill(t)
		i.start(t)
	}
	lose := func() { server.LoseReplies(3) }
	survive(t, i, []func(){
		restart, server.Restart, func() { i.killPostgres(t) }, server.Disconnect, lose, restart, server.Restart,
	})
}

// serveLog serves the event store's database, which it creates.
func serveLog(t *testing.T, dsn func(database string) string) *esdbtest.Server {
	t.Helper()
	on := func(database string) *sql.DB {
		db, err := sql.Open("postgres", dsn(database))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = db.Close() })
		return db
	}
	if _, err := on("postgres").Exec(`CREATE DATABASE ` + eventDatabase); err != nil {
		t.Fatal(err)
	}
	if err := migrations.EventStore(t.Context(), on(eventDatabase)); err != nil {
		t.Fatal(err)
	}
	store, err := postgres.Open(t.Context(), postgres.Config{DSN: dsn(eventDatabase)})
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
