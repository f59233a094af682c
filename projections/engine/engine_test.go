package engine_test

import (
	"context"
	"database/sql"
	"errors"
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
	"gateway/test/poll"
	"gateway/test/testdb"

	"github.com/sirupsen/logrus"
)

type noted struct {
	N int `json:"n"`
}

func (noted) EventType() string { return "note.noted.v1" }

var notes = domain.Aggregate[int]{Category: "note", Evolve: func(n int, _ domain.Event) int { return n + 1 }}

// tally is a read model of the tests: it adds up what was noted.
type tally struct {
	name string
	// poison is a number that it can't apply while sick.
	poison int
	sick   *atomic.Bool
	panics bool
}

func (m tally) Name() string     { return m.name }
func (m tally) Tables() []string { return []string{"tally"} }

func (m tally) Apply(ctx context.Context, tx *engine.Tx, events []eventstore.Envelope) error {
	sum, n := 0, 0
	for _, e := range events {
		noted, ok := e.Event.(noted)
		if !ok {
			continue
		}
		if m.sick != nil && m.sick.Load() && noted.N == m.poison {
			if m.panics {
				panic("can't")
			}
			return errors.New("can't apply it")
		}
		sum, n = sum+noted.N, n+1
	}
	_, err := tx.Exec(ctx, `INSERT INTO tally (name, sum, n) VALUES ($1, $2, $3)
		ON CONFLICT (name) DO UPDATE SET sum = tally.sum + excluded.sum, n = tally.n + excluded.n`, m.name, sum, n)
	return err
}

type fixture struct {
	log *eventstore.Log
	db  *sql.DB
	dsn string
}

func newFixture(t *testing.T) fixture {
	t.Helper()
	store, err := postgres.Open(t.Context(), postgres.Config{DSN: postgrestest.Database(t)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	dsn := testdb.New(t)
	db, err := sql.Open("postgres", dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	if err := migrations.ReadModel(t.Context(), db); err != nil {
		t.Fatal(err)
	}
	if _, err := db.ExecContext(t.Context(), `CREATE TABLE tally (name text PRIMARY KEY, sum bigint, n bigint)`); err != nil {
		t.Fatal(err)
	}
	return fixture{log: eventstore.NewLog(storetest.ShortReads(store), eventstore.NewCodec(noted{}), eventstore.Options{}), db: db, dsn: dsn}
}

// note appends numbers and gives the position of the last.
func (f fixture) note(t *testing.T, numbers ...int) eventstore.Position {
	t.Helper()
	var at eventstore.Position
	for _, n := range numbers {
		out, err := eventstore.Execute(t.Context(), f.log, notes, "note-a", func(int) ([]domain.Event, error) {
			return []domain.Event{noted{N: n}}, nil
		})
		if err != nil {
			t.Fatal(err)
		}
		at = out.Position
	}
	return at
}

// start runs an engine until the test or stop ends it.
func (f fixture) start(t *testing.T, models ...engine.Model) (e *engine.Engine, w *engine.Watcher, stop func()) {
	t.Helper()
	quiet := logrus.New()
	quiet.SetLevel(logrus.PanicLevel)
	w = engine.NewWatcher(f.db)
	e = engine.NewEngine(f.db, f.log, w, logrus.NewEntry(quiet), models...)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- e.Run(ctx) }()
	stop = func() {
		cancel()
		if err, open := <-done; open && err != nil {
			t.Error(err)
		}
		close(done)
	}
	stop = onceOnly(stop)
	t.Cleanup(stop)
	return e, w, stop
}

func onceOnly(f func()) func() {
	var done atomic.Bool
	return func() {
		if done.CompareAndSwap(false, true) {
			f()
		}
	}
}

func passed(t *testing.T, w *engine.Watcher, p eventstore.Position) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	if err := w.Wait(ctx, p); err != nil {
		t.Fatalf("the read models did not reach %v: %v", p, err)
	}
}

func (f fixture) sum(t *testing.T, name string) (sum, n int) {
	t.Helper()
	err := f.db.QueryRowContext(t.Context(), `SELECT sum, n FROM tally WHERE name = $1`, name).Scan(&sum, &n)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		t.Fatal(err)
	}
	return sum, n
}

func state(t *testing.T, e *engine.Engine, name string) engine.Status {
	t.Helper()
	all, err := e.Statuses(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range all {
		if s.Name == name {
			return s
		}
	}
	t.Fatalf("no status of %s", name)
	return engine.Status{}
}

func TestAWaiterIsWokenWhenTheReadModelsHavePassed(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	_, w, _ := f.start(t, tally{name: "one"}, tally{name: "two"})
	passed(t, w, f.note(t, 1, 2, 3))
	for _, name := range []string{"one", "two"} {
		if sum, n := f.sum(t, name); sum != 6 || n != 3 {
			t.Errorf("%s: %d of %d events", name, sum, n)
		}
	}
}

func TestEachEventIsAppliedOnceOverRestarts(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for range 3 {
		_, w, stop := f.start(t, tally{name: "one"})
		passed(t, w, f.note(t, 1, 1))
		stop()
	}
	if sum, _ := f.sum(t, "one"); sum != 6 {
		t.Errorf("sum is %d, want 6", sum)
	}
}

func TestANewReadModelCatchesUpAndJoins(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	_, w, stop := f.start(t, tally{name: "old"})
	passed(t, w, f.note(t, 1, 2, 3))
	stop()
	e, w, _ := f.start(t, tally{name: "old"}, tally{name: "new"})
	passed(t, w, f.note(t, 4))
	poll.Until(t, "the new model is live", func() bool { return state(t, e, "new").State == engine.StateLive })
	passed(t, w, f.note(t, 5))
	if sum, n := f.sum(t, "new"); sum != 15 || n != 5 {
		t.Errorf("the new model has %d of %d events", sum, n)
	}
}

func TestAPoisonEventHaltsItsReadModelAlone(t *testing.T) {
	t.Parallel()
	for _, panics := range []bool{false, true} {
		f := newFixture(t)
		sick := &atomic.Bool{}
		sick.Store(true)
		models := []engine.Model{tally{name: "well"}, tally{name: "ill", poison: 3, sick: sick, panics: panics}}
		e, w, stop := f.start(t, models...)
		f.note(t, 1, 2)
		poison := f.note(t, 3)
		passed(t, w, f.note(t, 4, 5))
		poll.Until(t, "the model halts", func() bool { return state(t, e, "ill").State == engine.StateHalted })
		if s := state(t, e, "ill"); s.Position != poison.Commit-1 || s.Error == "" {
			t.Errorf("halted at %d with %q, want just before %d and a reason", s.Position, s.Error, poison.Commit)
		}
		if sum, _ := f.sum(t, "ill"); sum != 3 {
			t.Errorf("the halted model has %d, want what came before the poison", sum)
		}
		if sum, _ := f.sum(t, "well"); sum != 15 {
			t.Errorf("the other model has %d, want all", sum)
		}
		stop()
		sick.Store(false) // the fix
		e, w, _ = f.start(t, models...)
		passed(t, w, f.note(t, 6))
		poll.Until(t, "the model is live again", func() bool { return state(t, e, "ill").State == engine.StateLive })
		if sum, n := f.sum(t, "ill"); sum != 21 || n != 6 {
			t.Errorf("after the fix the model has %d of %d events", sum, n)
		}
	}
}

func TestTwoEnginesOnOneDatabaseApplyNothingTwice(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	_, w1, _ := f.start(t, tally{name: "one"})
	_, w2, _ := f.start(t, tally{name: "one"})
	var last eventstore.Position
	for range 20 {
		last = f.note(t, 1)
	}
	passed(t, w1, last)
	passed(t, w2, last)
	if sum, n := f.sum(t, "one"); sum != 20 || n != 20 {
		t.Errorf("%d of %d events applied, want 20", sum, n)
	}
}

func TestAReadModelOfAnotherLogIsRefused(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	_, w, stop := f.start(t, tally{name: "one"})
	passed(t, w, f.note(t, 1))
	stop()
	if _, err := f.db.ExecContext(t.Context(), `UPDATE checkpoints SET store_id = 'another'`); err != nil {
		t.Fatal(err)
	}
	e := engine.NewEngine(f.db, f.log, engine.NewWatcher(f.db), logrus.NewEntry(logrus.New()), tally{name: "one"})
	var foreign *engine.ForeignStoreError
	if err := e.Run(t.Context()); !errors.As(err, &foreign) {
		t.Errorf("got %v", err)
	}
}

func TestAFollowerSeesWhatTheLeaderHasApplied(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.start(t, tally{name: "one"})
	follower := engine.NewWatcher(f.db)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { follower.Run(ctx); close(done) }()
	passed(t, follower, f.note(t, 1))
	cancel()
	<-done
}
