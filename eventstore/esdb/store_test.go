package esdb_test

import (
	"context"
	"testing"
	"time"

	"gateway/eventstore"
	"gateway/eventstore/esdb"
	"gateway/eventstore/esdb/esdbtest"
	"gateway/eventstore/postgres"
	"gateway/eventstore/postgres/postgrestest"
	"gateway/eventstore/storetest"
	"gateway/eventstore/transfer"

	"go.uber.org/goleak"
)

// The timer of the filters' regular expressions ends by itself, some seconds after its last use.
func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction("github.com/dlclark/regexp2.runClock"))
}

func TestContract(t *testing.T) {
	storetest.Run(t, func(t *testing.T) storetest.Fixture {
		server := newServer(t)
		return storetest.Fixture{
			Open: func(t testing.TB) transfer.Store { return dial(t, server.URL()) },
			Restored: func(t testing.TB, events []eventstore.Recorded) func(testing.TB) transfer.Store {
				dsn := postgrestest.Database(t)
				postgrestest.Restore(t, dsn, events)
				// The server uses the positions of its store, which have gaps.
				server := esdbtest.Start(t, storetest.ShortReads(postgrestest.Open(t, dsn)), esdbtest.DensePositions())
				return func(t testing.TB) transfer.Store { return dial(t, server.URL()) }
			},
			DelayCommits: func(testing.TB) { server.Delay(10 * time.Millisecond) },
			LoseReply:    func(testing.TB) { server.LoseReplies(1) },
			Disconnect:   func(testing.TB) { server.Disconnect() },
		}
	})
}

// newServer starts a server on its own log.
func newServer(t *testing.T, options ...esdbtest.Option) *esdbtest.Server {
	t.Helper()
	return esdbtest.Start(t, storetest.ShortReads(embedded(t)), options...)
}

// embedded opens a log in its own database.
func embedded(t *testing.T) eventstore.Store {
	t.Helper()
	store, err := postgres.Open(context.Background(), postgres.Config{DSN: postgrestest.Database(t)})
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

// dial opens the log. The caller closes it.
func dial(t testing.TB, url string) *esdb.Store {
	t.Helper()
	s, err := esdb.Open(context.Background(), esdb.Config{URL: url})
	if err != nil {
		t.Fatal(err)
	}
	return s
}
