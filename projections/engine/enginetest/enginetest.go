// Package enginetest has the test fixture of engine and rebuild: a log of numbers, a read model database, and
// a read model that sums the numbers.
package enginetest

import (
	"context"
	"database/sql"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"gateway/domain"
	"gateway/eventstore"
	"gateway/eventstore/postgres"
	"gateway/eventstore/postgres/postgrestest"
	"gateway/eventstore/storetest"
	"gateway/migrations"
	"gateway/projections/engine"
	"gateway/test/testdb"

	"github.com/sirupsen/logrus"
)

// NumberAdded is the only event of the tests' log.
type NumberAdded struct {
	N int `json:"n"`
}

// EventType implements domain.Event.
func (NumberAdded) EventType() string { return "number.added.v1" }

var numbers = domain.Aggregate[int]{Category: "number", Evolve: func(n int, _ domain.Event) int { return n + 1 }}

// SumModel is a read model that has one row in the table sums: the sum of the numbers and their count.
// Several models share the table.
type SumModel struct {
	Row string
	// FailsAt is the number that the model cannot apply while Failing is true: it returns an error, or
	// panics.
	FailsAt int
	Failing *atomic.Bool
	Panics  bool
}

// Name implements engine.Model.
func (m SumModel) Name() string { return m.Row }

// Tables implements engine.Model.
func (m SumModel) Tables() []string { return []string{"sums"} }

// Apply implements engine.Model.
func (m SumModel) Apply(ctx context.Context, tx *engine.Tx, events []eventstore.Envelope) error {
	sum, n := 0, 0
	for _, e := range events {
		added, ok := e.Event.(NumberAdded)
		if !ok {
			continue
		}
		if m.Failing != nil && m.Failing.Load() && added.N == m.FailsAt {
			if m.Panics {
				panic("can't")
			}
			return errors.New("can't apply it")
		}
		sum, n = sum+added.N, n+1
	}
	_, err := tx.Exec(ctx, `INSERT INTO sums (name, sum, n) VALUES ($1, $2, $3)
		ON CONFLICT (name) DO UPDATE SET sum = sums.sum + excluded.sum, n = sums.n + excluded.n`, m.Row, sum, n)
	return err
}

// Fixture is a log and a database of read models.
type Fixture struct {
	Log *eventstore.Log
	DB  *sql.DB
	// URL is the connection URL of DB.
	URL string
}

// New makes an empty fixture. The log's store returns short pages.
func New(t *testing.T) Fixture {
	t.Helper()
	return NewOn(t, func(s eventstore.Store) eventstore.Store { return storetest.ShortReads(s) })
}

// NewOn is New, with the log on the store that wrap returns for the fixture's store.
func NewOn(t *testing.T, wrap func(eventstore.Store) eventstore.Store) Fixture {
	t.Helper()
	store, err := postgres.Open(t.Context(), postgres.Config{DSN: postgrestest.Database(t)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	f := Fixture{
		Log: eventstore.NewLog(wrap(store), eventstore.NewCodec(NumberAdded{}), eventstore.Options{}),
		URL: testdb.New(t),
	}
	if f.DB, err = sql.Open("postgres", f.URL); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.DB.Close() })
	if err := migrations.ReadModel(t.Context(), f.DB); err != nil {
		t.Fatal(err)
	}
	f.Exec(t, `CREATE TABLE sums (name text PRIMARY KEY, sum bigint, n bigint)`)
	return f
}

// Exec executes a statement on the read models.
func (f Fixture) Exec(t *testing.T, statement string) {
	t.Helper()
	if _, err := f.DB.ExecContext(t.Context(), statement); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}

// Add appends numbers to the log, one append each, and returns the last position.
func (f Fixture) Add(t *testing.T, ns ...int) eventstore.Position {
	t.Helper()
	var last eventstore.Position
	for _, n := range ns {
		last = f.AddAtOnce(t, n)
	}
	return last
}

// AddAtOnce appends numbers to the log in one append and returns the last position.
func (f Fixture) AddAtOnce(t *testing.T, ns ...int) eventstore.Position {
	t.Helper()
	events := make([]domain.Event, len(ns))
	for i, n := range ns {
		events[i] = NumberAdded{N: n}
	}
	out, err := eventstore.Execute(t.Context(), f.Log, numbers, "number-a", func(int) ([]domain.Event, error) { return events, nil })
	if err != nil {
		t.Fatal(err)
	}
	return out.Position
}

// Start runs an engine until the test ends or stop is called.
func (f Fixture) Start(t *testing.T, models ...engine.Model) (e *engine.Engine, w *engine.CheckpointWatcher, stop func()) {
	t.Helper()
	quiet := logrus.New()
	quiet.SetLevel(logrus.PanicLevel)
	w = engine.NewCheckpointWatcher(f.DB)
	e = engine.New(f.DB, f.Log, w, logrus.NewEntry(quiet), models...)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- e.Run(ctx) }()
	stop = sync.OnceFunc(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(stop)
	return e, w, stop
}

// WaitFor waits until the live read models have reached a position.
func WaitFor(t *testing.T, w *engine.CheckpointWatcher, p eventstore.Position) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	if err := w.Wait(ctx, p); err != nil {
		t.Fatalf("the read models did not reach %v: %v", p, err)
	}
}
