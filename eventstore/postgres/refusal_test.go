package postgres_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"gateway/eventstore"
	"gateway/eventstore/postgres"
	"gateway/eventstore/postgres/postgrestest"
	"gateway/migrations"
	"gateway/test/poll"
	"gateway/test/testdb"

	"github.com/google/uuid"
)

func TestEventsCannotBeChangedOrRemoved(t *testing.T) {
	t.Parallel()
	dsn := postgrestest.Database(t)
	s := open(t, postgres.Config{DSN: dsn})
	event := proposed("kept.v1")
	mustAppend(t, s, "a", event)
	db := connect(t, dsn)
	for _, statement := range []string{
		`UPDATE events SET data = '{}'`,
		`UPDATE events SET data = '{}' WHERE false`,
		`DELETE FROM events`,
		`TRUNCATE events`,
		`SET session_replication_role = replica; DELETE FROM events`,
		`INSERT INTO events SELECT 1, stream, 5, id, type, data, metadata, booked_at FROM events`,
		`INSERT INTO events SELECT 5, stream, 0, id, type, data, metadata, booked_at FROM events`,
		`UPDATE store SET id = gen_random_uuid()`,
		`DELETE FROM store`,
		`TRUNCATE store`,
		`INSERT INTO store DEFAULT VALUES`,
	} {
		if _, err := db.Exec(statement); err == nil {
			t.Errorf("%s: was done", statement)
		}
	}
	got, err := s.ReadStream(context.Background(), "a", 0, eventstore.Forwards, 10)
	if err != nil || len(got) != 1 || got[0].ID != event.ID {
		t.Errorf("the log holds %v, %v", got, err)
	}
}

func TestOpenRefusesAnUnsafeDatabase(t *testing.T) {
	t.Parallel()
	t.Run("a database that was not migrated", func(t *testing.T) {
		t.Parallel()
		mustNotOpen(t, testdb.New(t), postgres.ErrNotMigrated)
	})
	t.Run("a DSN that is none, without repeating its password", func(t *testing.T) {
		t.Parallel()
		_, err := postgres.Open(context.Background(), postgres.Config{DSN: "postgres://u:hunter2@host:port/db"})
		if err == nil || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("got %v", err)
		}
	})
	for _, setting := range []string{"fsync", "full_page_writes", "synchronous_commit"} {
		t.Run("a server with "+setting+" off", func(t *testing.T) {
			t.Parallel()
			server := testdb.Private(t)
			dsn := server.DSN("postgres")
			if err := migrations.EventStore(t.Context(), connect(t, dsn)); err != nil {
				t.Fatal(err)
			}
			execute(t, dsn, "ALTER SYSTEM SET "+setting+" = off")
			execute(t, dsn, "SELECT pg_reload_conf()")
			db := connect(t, dsn)
			poll.Until(t, "the server takes its settings", func() bool {
				var value string
				err := db.QueryRow("SHOW " + setting).Scan(&value)
				return err == nil && value == "off"
			})
			mustNotOpen(t, dsn, &postgres.UnsafeServerError{Setting: setting})
		})
	}
}

func mustNotOpen(t *testing.T, dsn string, want error) {
	t.Helper()
	s, err := postgres.Open(context.Background(), postgres.Config{DSN: dsn})
	if err == nil {
		_ = s.Close()
		t.Fatal("it opened")
	}
	if errors.Is(err, want) {
		return
	}
	unsafe, ok := errors.AsType[*postgres.UnsafeServerError](err)
	if !ok || unsafe.Error() != want.Error() {
		t.Errorf("got %v, want %v", err, want)
	}
}

func proposed(kind string) eventstore.Proposed {
	return eventstore.Proposed{ID: uuid.New(), Type: kind, Data: []byte(`{}`), Metadata: []byte(`{}`)}
}

func mustAppend(t *testing.T, s *postgres.Store, stream string, events ...eventstore.Proposed) eventstore.Appended {
	t.Helper()
	appended, err := s.Append(context.Background(), stream, eventstore.NoStream, events)
	if err != nil {
		t.Fatal(err)
	}
	return appended
}

func asConflict(err error) (*eventstore.ConflictError, bool) {
	return errors.AsType[*eventstore.ConflictError](err)
}
