package database

import (
	"database/sql"
	"errors"
	"strings"
	"testing"
	"time"

	"gateway/eventstore"
	"gateway/eventstore/postgres"
	"gateway/eventstore/postgres/postgrestest"
	"gateway/test/testdb"

	"github.com/google/uuid"
	"github.com/sirupsen/logrus"
	"github.com/sirupsen/logrus/hooks/test"
)

// private stands for what must not be in a log.
const private = "a private value"

// slowStatements returns the statements that were logged as slow, and fails the test when a value was logged.
func slowStatements(t *testing.T, hook *test.Hook) (all []string) {
	t.Helper()
	for _, entry := range hook.AllEntries() {
		line, err := entry.String()
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(line, private) {
			t.Errorf("the log holds a value: %s", line)
		}
		if entry.Message == "a slow query" {
			all = append(all, entry.Data["statement"].(string))
		}
	}
	return all
}

// everyStatement returns a SlowQueries that treats every statement as slow.
func everyStatement() (SlowQueries, *test.Hook) {
	logger, hook := test.NewNullLogger()
	return SlowQueries{time.Nanosecond, logrus.NewEntry(logger)}, hook
}

func countOf(all []string, part string) (n int) {
	for _, statement := range all {
		if strings.Contains(statement, part) {
			n++
		}
	}
	return n
}

func TestASlowReadThatIsPreparedIsLoggedWithoutItsValues(t *testing.T) {
	t.Parallel()
	slow, hook := everyStatement()
	db, err := connect(testdb.New(t), 1, readSettings, slow)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	db.MustExec(`CREATE TABLE things (id bigint PRIMARY KEY, name text)`)
	const query = `SELECT name FROM things WHERE name = $1`
	var names []string
	for range 5 { // the connection prepares it on its own
		if err := db.Select(&names, query, private); err != nil {
			t.Fatal(err)
		}
	}
	if n := countOf(slowStatements(t, hook), query); n != 5 {
		t.Errorf("%d of 5 runs of a repeated query are logged", n)
	}
	hook.Reset()
	const insert = `INSERT INTO things VALUES (1, $1)`
	for _, text := range []string{query, insert} { // as the sessions of the projections do
		stmt, err := db.PrepareContext(t.Context(), text)
		if err != nil {
			t.Fatal(err)
		}
		if text == insert {
			_, err = stmt.ExecContext(t.Context(), private)
		} else {
			var name string
			if err = stmt.QueryRowContext(t.Context(), private).Scan(&name); errors.Is(err, sql.ErrNoRows) {
				err = nil
			}
		}
		if err != nil {
			t.Fatal(err)
		}
		_ = stmt.Close()
		if n := countOf(slowStatements(t, hook), text); n != 1 {
			t.Errorf("%d of 1 runs of the statement %s are logged", n, text)
		}
	}
}

func TestASlowAppendAndASlowReadOfTheLogAreLoggedWithoutTheirValues(t *testing.T) {
	t.Parallel()
	slow, hook := everyStatement()
	store, err := postgres.Open(t.Context(), postgres.Config{DSN: postgrestest.Database(t), Claim: postgres.ClaimShared, Wrap: slow.Wrap})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	hook.Reset()
	_, err = store.Append(t.Context(), "payment-"+private, eventstore.NoStream,
		[]eventstore.Proposed{{ID: uuid.New(), Type: "payment.paid.v1", Data: []byte(`{"name": "` + private + `"}`)}})
	if err != nil {
		t.Fatal(err)
	}
	if all := slowStatements(t, hook); len(all) == 0 {
		t.Error("the append is not logged")
	}
	hook.Reset()
	if _, err := store.ReadStream(t.Context(), "payment-"+private, 0, eventstore.Forwards, 10); err != nil {
		t.Fatal(err)
	}
	if all := slowStatements(t, hook); len(all) != 1 {
		t.Errorf("the read is not logged once, but %q", all)
	}
}
