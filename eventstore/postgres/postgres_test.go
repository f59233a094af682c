package postgres_test

import (
	"context"
	"database/sql"
	"fmt"
	"testing"

	"gateway/eventstore"
	"gateway/eventstore/postgres"
	"gateway/eventstore/postgres/postgrestest"
	"gateway/eventstore/storetest"
	"gateway/eventstore/transfer"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestThePostgresStoreKeepsTheContract(t *testing.T) {
	for _, size := range []int64{50, 10_000_000} {
		t.Run(fmt.Sprintf("in ranges of %d positions", size), func(t *testing.T) { keepsTheContract(t, size) })
	}
}

func keepsTheContract(t *testing.T, size int64) {
	storetest.Run(t, func(t *testing.T) storetest.Fixture {
		dsn := postgrestest.DatabaseWithRanges(t, size)
		proxy := newProxy(t, dsn)
		return storetest.Fixture{
			Open: func(t testing.TB) transfer.Store {
				s, err := postgres.Open(context.Background(), postgres.Config{DSN: proxy.dsn})
				if err != nil {
					t.Fatal(err)
				}
				return s
			},
			Dense: true,
			Restored: func(t testing.TB, events []eventstore.Recorded) func(testing.TB) transfer.Store {
				dsn := postgrestest.DatabaseWithRanges(t, size)
				postgrestest.Restore(t, dsn, events)
				return func(t testing.TB) transfer.Store {
					s, err := postgres.Open(context.Background(), postgres.Config{DSN: dsn})
					if err != nil {
						t.Fatal(err)
					}
					return s
				}
			},
			DelayCommits: func(t testing.TB) { execute(t, dsn, delayCommits) },
			LoseReply:    func(testing.TB) { proxy.loseReply.Store(true) },
			Disconnect:   func(t testing.TB) { execute(t, dsn, disconnect) },
		}
	})
}

const (
	// A deferred trigger runs when the transaction commits, after its last statement.
	delayCommits = `
		CREATE FUNCTION delay() RETURNS trigger LANGUAGE plpgsql AS $$
		BEGIN
			IF random() < 0.05 THEN PERFORM pg_sleep(0.02 * random()); END IF;
			RETURN NULL;
		END $$;
		CREATE CONSTRAINT TRIGGER delay AFTER INSERT ON events
			DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION delay()`

	disconnect = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
		WHERE datname = current_database() AND pid <> pg_backend_pid()`
)

func open(tb testing.TB, cfg postgres.Config) *postgres.Store {
	tb.Helper()
	s, err := postgres.Open(context.Background(), cfg)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := s.Close(); err != nil {
			tb.Error(err)
		}
	})
	return s
}

func connect(tb testing.TB, dsn string) *sql.DB {
	tb.Helper()
	db, err := sql.Open("postgres", dsn)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = db.Close() })
	return db
}

func execute(tb testing.TB, dsn, statement string) {
	tb.Helper()
	db, err := sql.Open("postgres", dsn)
	if err != nil {
		tb.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(statement); err != nil {
		tb.Fatal(err)
	}
}
