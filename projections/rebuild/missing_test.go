package rebuild_test

import (
	"context"
	"database/sql"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"gateway/eventstore"
	"gateway/projections/engine"
	"gateway/projections/engine/enginetest"
	"gateway/projections/rebuild"
)

// manyEvents are more than the engine is left to apply itself.
const manyEvents = 21_000

// longFixture has a long log and two read models that were never built.
func longFixture(t *testing.T) fixture {
	t.Helper()
	f := newFixture(t)
	for range manyEvents / 1_000 {
		f.addOnes(t, 1_000)
	}
	return f
}

// sums is the second model.
var sums = enginetest.SumModel{Row: "sum"}

func (f fixture) builder(t *testing.T, models ...engine.Model) *rebuild.Rebuilder {
	t.Helper()
	r, err := rebuild.New(rebuild.Config{
		URL: f.URL, Log: f.Log, Models: models, Program: func() (string, error) { return "p", nil },
		Migrate: func(ctx context.Context, db *sql.DB) error {
			_, err := db.ExecContext(ctx, `CREATE TABLE sums (name text PRIMARY KEY, sum bigint, n bigint)`)
			return errors.Join(err, migrate(ctx, db))
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Close)
	return r
}

// summed returns the number of events that the second model has seen, 0 before it was built.
func (f fixture) summed(t *testing.T) (n int) {
	t.Helper()
	if err := f.DB.QueryRowContext(t.Context(), `SELECT COALESCE(sum(n), 0) FROM sums`).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func (f fixture) wantBuilt(t *testing.T, n int) {
	t.Helper()
	f.wantTotal(t, n)
	if got := f.summed(t); got != n {
		t.Errorf("the second model has seen %d events, want %d", got, n)
	}
	if left := f.schemas(t); left != "" {
		t.Errorf("schemas %q are left", left)
	}
}

func TestReadModelsThatAreMissingAreBuiltAndTheEngineGoesOn(t *testing.T) {
	t.Parallel()
	f := longFixture(t)
	if err := f.builder(t, totalModel{}, sums).BuildMissing(t.Context()); err != nil {
		t.Fatal(err)
	}
	f.wantBuilt(t, manyEvents)
	_, w, _ := f.Start(t, totalModel{}, sums)
	enginetest.WaitFor(t, w, f.addOnes(t, 1))
	f.wantBuilt(t, manyEvents+1)
}

func TestABuildOfWhatIsMissingLeavesAShortLogAndBuiltModelsAlone(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.addOnes(t, 1_000)
	unused := totalModel{beforeBatch: func() { t.Error("the build applied a batch") }}
	if err := f.builder(t, unused, sums).BuildMissing(t.Context()); err != nil {
		t.Fatal(err)
	}
	_, w, _ := f.Start(t, totalModel{})
	for range manyEvents / 1_000 {
		enginetest.WaitFor(t, w, f.addOnes(t, 1_000))
	}
	if err := f.builder(t, unused, sums).BuildMissing(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := f.summed(t); n != 0 {
		t.Errorf("a model beside one that serves was built: %d", n)
	}
}

func TestABuildThatWasInterruptedGoesOnWhereItWas(t *testing.T) {
	t.Parallel()
	f := longFixture(t)
	first := f.interruptBuild(t, 3)
	if again := f.interruptBuild(t, 1); again != first {
		t.Error("a build that was interrupted began anew")
	}
	if served, _ := f.total(t); served != 0 {
		t.Errorf("a build that was interrupted serves a total of %d", served)
	}
	if err := f.builder(t, totalModel{}, sums).BuildMissing(t.Context()); err != nil {
		t.Fatal(err)
	}
	f.wantBuilt(t, manyEvents)
}

// interruptBuild ends a build before a batch, and returns what identifies the tables that it fills.
func (f fixture) interruptBuild(t *testing.T, batch int32) (schema int) {
	t.Helper()
	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	var batches atomic.Int32
	counting := totalModel{beforeBatch: func() {
		if batches.Add(1) == batch {
			interrupt()
		}
	}}
	if err := f.builder(t, counting, sums).BuildMissing(ctx); err == nil {
		t.Fatal("the build was not interrupted")
	}
	if err := f.DB.QueryRowContext(t.Context(), `SELECT oid FROM pg_namespace WHERE nspname = 'shadow_total'`).Scan(&schema); err != nil {
		t.Fatal(err)
	}
	return schema
}

func TestABuildThatEndsBetweenTwoSwapsGoesOn(t *testing.T) {
	t.Parallel()
	f := longFixture(t)
	blocking, err := f.DB.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := blocking.ExecContext(t.Context(), `LOCK TABLE sums IN ACCESS SHARE MODE`); err != nil {
		t.Fatal(err)
	}
	ctx, interrupt := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { ended <- f.builder(t, totalModel{}, sums).BuildMissing(ctx) }()
	for deadline := time.Now().Add(time.Minute); ; {
		var served int // there is no row before the build begins
		if err := f.DB.QueryRowContext(t.Context(), `SELECT COALESCE(sum(total), 0) FROM totals`).Scan(&served); err != nil {
			t.Fatal(err)
		}
		if served == manyEvents {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("the first model was not swapped")
		}
	}
	interrupt()
	if err := <-ended; err == nil {
		t.Error("the build was not interrupted")
	}
	if err := blocking.Rollback(); err != nil {
		t.Fatal(err)
	}
	if n := f.summed(t); n != 0 {
		t.Fatalf("the second model was swapped, too: %d", n)
	}
	if err := f.builder(t, totalModel{}, sums).BuildMissing(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := f.summed(t); n != manyEvents {
		t.Errorf("the second model has seen %d events", n)
	}
	f.wantTotal(t, manyEvents)
}

func TestABuildSparesTheModelsThatCanApplyAllEvents(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for range manyEvents / 1_000 {
		f.addOnes(t, 1_000)
	}
	f.Add(t, 13)
	failing := &atomic.Bool{}
	failing.Store(true)
	poisoned := totalModel{failsAt: 13, failing: failing}
	err := f.builder(t, poisoned, sums).BuildMissing(t.Context())
	poison, ok := errors.AsType[*engine.PoisonError](err)
	if !ok || poison.Model != "total" || poison.Event.Position == (eventstore.Position{}) {
		t.Errorf("error %v, want the event that the model can't apply", err)
	}
	if n := f.summed(t); n != manyEvents+1 {
		t.Errorf("the other model has seen %d events", n)
	}
	if total, _ := f.total(t); total != 0 {
		t.Errorf("the poisoned model has a total of %d", total)
	}
}
