package postgres_test

import (
	"database/sql"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"gateway/eventstore"
	"gateway/eventstore/postgres"
	"gateway/eventstore/postgres/postgrestest"

	"github.com/google/uuid"
)

// withOwnClock returns the DSN of a log whose server takes the time from the test: a function with the name
// of PostgreSQL's own function precedes it in the search path. setClock sets that time.
func withOwnClock(t *testing.T) (dsn string, setClock func(time.Time)) {
	t.Helper()
	dsn = postgrestest.Database(t)
	db, err := sql.Open("postgres", dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	must := func(query string, arguments ...any) {
		t.Helper()
		if _, err := db.ExecContext(t.Context(), query, arguments...); err != nil {
			t.Fatal(err)
		}
	}
	var name, path string
	if err := db.QueryRowContext(t.Context(), `SELECT current_database(), current_schema()`).Scan(&name, &path); err != nil {
		t.Fatal(err)
	}
	must(`CREATE SCHEMA own`)
	must(`CREATE TABLE own.clock (now timestamptz)`)
	must(`INSERT INTO own.clock VALUES (now())`)
	must(`CREATE FUNCTION own.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS 'SELECT now FROM own.clock'`)
	must(fmt.Sprintf(`ALTER DATABASE %q SET search_path = own, pg_catalog, %s`, name, path))
	return dsn, func(to time.Time) { must(`UPDATE own.clock SET now = $1`, to) }
}

func TestBookingTimesNeverGoBackWhateverTheClockDoes(t *testing.T) {
	t.Parallel()
	dsn, setClock := withOwnClock(t)
	random := rand.New(rand.NewPCG(1, 2))
	began := time.Date(2026, 1, 31, 16, 59, 0, 0, time.UTC)
	clock, highest := began, began
	stores := []eventstore.Store{postgrestest.Open(t, dsn), postgrestest.Open(t, dsn)}
	for i := range 120 {
		clock = clock.Add(time.Duration(random.IntN(120)-65) * time.Second)
		setClock(clock)
		if clock.After(highest) {
			highest = clock
		}
		events := make([]eventstore.Proposed, 1+random.IntN(3))
		for j := range events {
			events[j] = eventstore.Proposed{ID: uuid.New(), Type: "test.v1", Data: []byte(`{}`)}
		}
		stream := fmt.Sprint("test-", i)
		if _, err := stores[i%2].Append(t.Context(), stream, eventstore.NoStream, events); err != nil {
			t.Fatal(err)
		}
		got, err := stores[(i+1)%2].ReadStream(t.Context(), stream, 0, eventstore.Forwards, 1)
		if err != nil || !got[0].BookedAt.Equal(highest) {
			t.Fatalf("append %d at %v is booked at %v, want %v; %v", i, clock, got[0].BookedAt, highest, err)
		}
	}
	if !highest.After(clock) {
		t.Fatal("the clock is not behind: choose another seed")
	}
	all, err := stores[0].ReadAll(t.Context(), eventstore.Position{}, 1_000)
	if err != nil {
		t.Fatal(err)
	}
	for i := 1; i < len(all); i++ {
		if all[i].BookedAt.Before(all[i-1].BookedAt) {
			t.Errorf("event %d is booked at %v, before event %d at %v", i, all[i].BookedAt, i-1, all[i-1].BookedAt)
		}
	}
}

// PostgreSQL keeps microseconds and would round the last instant of a month into the next.
func TestARestoredEventKeepsABookingTimeFinerThanTheColumn(t *testing.T) {
	t.Parallel()
	dsn := postgrestest.Database(t)
	db, err := sql.Open("postgres", dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	last := time.Date(2026, 1, 31, 16, 59, 59, 999_999_900, time.UTC)
	r := postgres.NewRestore(db)
	if err := r.Begin(t.Context(), uuid.NewString()); err != nil {
		t.Fatal(err)
	}
	for i, metadata := range []string{``, `{"actor":"x"}`} {
		at := int64(i + 1)
		e := eventstore.Recorded{
			Proposed: eventstore.Proposed{ID: uuid.New(), Type: "test.v1", Data: []byte(`{}`), Metadata: []byte(metadata)},
			Stream:   "a", Revision: int64(i), Position: eventstore.Position{Commit: at, Prepare: at}, BookedAt: last,
		}
		if err := r.Add(t.Context(), []eventstore.Recorded{e}); err != nil {
			t.Fatal(err)
		}
	}
	if err := r.Finish(t.Context()); err != nil {
		t.Fatal(err)
	}
	got, err := postgrestest.Open(t, dsn).ReadStream(t.Context(), "a", 0, eventstore.Forwards, 2)
	if err != nil || len(got) != 2 || !got[0].BookedAt.Equal(last) || !got[1].BookedAt.Equal(last) ||
		string(got[0].Metadata) != "" || string(got[1].Metadata) != `{"actor":"x"}` {
		t.Errorf("restored: %+v, %v", got, err)
	}
}
