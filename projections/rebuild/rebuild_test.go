package rebuild_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"gateway/domain"
	"gateway/projections/engine"
	"gateway/projections/engine/enginetest"
	"gateway/projections/rebuild"
	"gateway/test/poll"
)

func rebuildAll(t *testing.T, r *rebuild.Rebuilder, o rebuild.Options) []rebuild.Result {
	t.Helper()
	done, err := r.Rebuild(t.Context(), nil, o)
	if err != nil {
		t.Fatal(err)
	}
	return done
}

func TestARebuildRepairsTheTablesAndReportsTheDifferences(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	_, w, stop := f.Start(t, totalModel{})
	enginetest.WaitFor(t, w, f.Add(t, 1, 2, 3))
	f.Exec(t, `UPDATE entries SET n = 5 WHERE n = 3`)
	f.Exec(t, `DELETE FROM entries WHERE n = 2`)
	for _, running := range []bool{true, false} {
		if !running {
			stop()
			f.Exec(t, `UPDATE totals SET total = 99`)
		}
		done := rebuildAll(t, f.rebuilder(t, "p", totalModel{}), rebuild.Options{Verify: true})
		got := fmt.Sprint(done[0].Differences)
		want := "[{entries false 2 3 {1 [(3,5)]} {2 [(2,2) (3,3)]}}]"
		if !running {
			want = "[{totals false 1 1 {1 [(1,99)]} {1 [(1,6)]}}]"
		}
		if got != want {
			t.Errorf("differences %s, want %s", got, want)
		}
		f.wantTotal(t, 6)
		if got := f.schemas(t); got != "retired_total" {
			t.Errorf("schemas %q are left, want that of the former tables alone", got)
		}
	}
	_, w, _ = f.Start(t, totalModel{})
	enginetest.WaitFor(t, w, f.Add(t, 4))
	f.wantTotal(t, 10)
}

// With a running engine, under load, no query fails, takes long or returns an older total.
func TestServingGoesOnDuringRebuildsAndRollbacks(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	_, w, _ := f.Start(t, totalModel{})
	enginetest.WaitFor(t, w, f.Add(t, 1))
	ctx, cancel := context.WithCancel(t.Context())
	watched := make(chan error, 1)
	go func() { watched <- f.queryUntilDone(ctx) }()
	written := make(chan int, 1)
	go func() {
		n := 1
		for ; ctx.Err() == nil; n++ {
			enginetest.WaitFor(t, w, f.Add(t, 1))
		}
		written <- n
	}()
	r := f.rebuilder(t, "p", totalModel{})
	for range 5 {
		if done := rebuildAll(t, r, rebuild.Options{Verify: true}); done[0].Differences != nil {
			t.Errorf("the tables differed: %v", done[0].Differences)
		}
		if _, err := r.Rollback(t.Context(), "total"); err != nil {
			t.Error(err)
		}
	}
	cancel()
	if err := <-watched; err != nil {
		t.Error(err)
	}
	f.wantTotal(t, <-written)
	if s := f.status(t); s.State != engine.StateLive || s.Error != "" {
		t.Errorf("the model is %+v", s)
	}
}

func TestALongQueryDelaysTheSwapAndNoOtherQuery(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	_, w, _ := f.Start(t, totalModel{})
	enginetest.WaitFor(t, w, f.Add(t, 1, 2))
	long, err := f.DB.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := long.ExecContext(t.Context(), `SELECT * FROM entries`); err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() {
		_, err := f.rebuilder(t, "p", totalModel{}).Rebuild(t.Context(), nil, rebuild.Options{})
		done <- err
	}()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
	defer cancel()
	if err := f.queryUntilDone(ctx); err != nil {
		t.Error(err)
	}
	enginetest.WaitFor(t, w, f.Add(t, 3))
	select {
	case err := <-done:
		t.Fatalf("swapped during a query: %v", err)
	default:
	}
	_ = long.Rollback()
	if err := <-done; err != nil {
		t.Error(err)
	}
	f.wantTotal(t, 6)
}

func TestAHaltedModelGoesOnOnceARebuildHasHealedItsTables(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	_, w, _ := f.Start(t, totalModel{}, enginetest.SumModel{Row: "other"})
	enginetest.WaitFor(t, w, f.Add(t, 1))
	f.Exec(t, `INSERT INTO entries VALUES (3, 0)`) // conflicts with event 3
	enginetest.WaitFor(t, w, f.Add(t, 2, 3, 4))
	poll.Until(t, "the model halts", func() bool { return f.status(t).State == engine.StateHalted })
	if problem := f.status(t).Error; !strings.HasPrefix(problem, "event 3 (number.added.v1, stream number-a, revision 2)") ||
		!strings.Contains(problem, "gateway projections rebuild total") {
		t.Errorf("the halt is explained with %q", problem)
	}
	if _, err := f.rebuilder(t, "p", totalModel{}).Rebuild(t.Context(), []string{"total"}, rebuild.Options{}); err != nil {
		t.Fatal(err)
	}
	poll.Until(t, "the model is live", func() bool { return f.status(t).State == engine.StateLive })
	enginetest.WaitFor(t, w, f.Add(t, 5))
	f.wantTotal(t, 15)
}

// A lagging model gets newer tables in the middle of a batch.
func TestABatchThatMeetsSwappedTablesDoesNotHaltTheModel(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	_, w, stop := f.Start(t, enginetest.SumModel{Row: "other"})
	last := f.Add(t, 1, 2, 3)
	enginetest.WaitFor(t, w, last)
	stop()
	rebuilt := make(chan error, 1)
	var once sync.Once
	f.Start(t, enginetest.SumModel{Row: "other"}, totalModel{beforeBatch: func() {
		once.Do(func() {
			go func() {
				_, err := f.rebuilder(t, "p", totalModel{}, enginetest.SumModel{Row: "other"}).Rebuild(t.Context(), []string{"total"}, rebuild.Options{})
				rebuilt <- err
			}()
			select { // the swap may be waiting for the batch
			case err := <-rebuilt:
				rebuilt <- err
			case <-time.After(time.Second):
			}
		})
	}})
	if err := <-rebuilt; err != nil {
		t.Fatal(err)
	}
	poll.Until(t, "the model is live", func() bool {
		if s := f.status(t); s.State == engine.StateHalted {
			t.Fatalf("it halted: %s", s.Error)
		}
		return f.status(t).State == engine.StateLive
	})
	f.wantTotal(t, 6)
}

func TestAnInterruptedRebuildIsResumedByTheSameProgramOnly(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	_, w, _ := f.Start(t, totalModel{})
	for range 12 { // more than two batches of a load
		enginetest.WaitFor(t, w, f.addOnes(t, 1_000))
	}
	for _, again := range []struct {
		program string
		resumes bool
	}{{"p", false}, {"p", true}, {"q", false}, {"q", true}} {
		interrupt(t, f.rebuilder(t, again.program, totalModel{}), again.resumes)
		if s := f.status(t); !strings.Contains(s.Error, "was interrupted") || s.State != engine.StateLive {
			t.Errorf("an interrupted rebuild shows as %+v", s)
		}
	}
	rebuildAll(t, f.rebuilder(t, "q", totalModel{}), rebuild.Options{})
	f.wantTotal(t, 12_000)
	if got := f.schemas(t); got != "retired_total" {
		t.Errorf("schemas %q are left", got)
	}
}

// interrupt ends a rebuild after its first batches, and checks where it started.
func interrupt(t *testing.T, r *rebuild.Rebuilder, resumes bool) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	var first int64
	_, err := r.Rebuild(ctx, nil, rebuild.Options{Progress: func(done, _ int64) {
		if first == 0 {
			first = done
		}
		if done >= 5_000 {
			cancel()
		}
	}})
	cancel()
	if err == nil {
		t.Error("the rebuild was not interrupted")
	}
	if resumed := first > 5_000; resumed != resumes {
		t.Errorf("the first batch of the rebuild ended at %d, want resumed: %v", first, resumes)
	}
}

func TestARebuildThatCannotApplyAnEventLeavesOnlyTheReason(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	_, w, _ := f.Start(t, totalModel{})
	enginetest.WaitFor(t, w, f.Add(t, 1, 2, 3))
	failing := &atomic.Bool{}
	failing.Store(true)
	_, err := f.rebuilder(t, "p", totalModel{failsAt: 2, failing: failing}).Rebuild(t.Context(), nil, rebuild.Options{})
	var poison *engine.PoisonError
	if !errors.As(err, &poison) || poison.Event.Position.Commit != 2 {
		t.Errorf("got %v", err)
	}
	if got := f.schemas(t); got != "" {
		t.Errorf("schemas %q are left", got)
	}
	if s := f.status(t); s.State != engine.StateLive || !strings.Contains(s.Error, "event 2 (") {
		t.Errorf("the model is %+v", s)
	}
	enginetest.WaitFor(t, w, f.Add(t, 4))
	f.wantTotal(t, 10)
}

func TestTheNewTablesHaveTheIndexesOfTheOld(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	indexes := func() (names string) {
		err := f.DB.QueryRowContext(t.Context(), `SELECT string_agg(indexdef, '; ' ORDER BY indexname) FROM pg_indexes
			WHERE schemaname = 'public' AND tablename IN ('entries', 'totals')`).Scan(&names)
		if err != nil {
			t.Fatal(err)
		}
		return names
	}
	before := indexes()
	_, w, _ := f.Start(t, totalModel{})
	enginetest.WaitFor(t, w, f.Add(t, 1))
	rebuildAll(t, f.rebuilder(t, "p", totalModel{}), rebuild.Options{})
	if after := indexes(); after != before {
		t.Errorf("indexes before: %s\nafter: %s", before, after)
	}
}

func TestOneModelIsRebuiltOnceAtATime(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	_, w, _ := f.Start(t, totalModel{})
	enginetest.WaitFor(t, w, f.addOnes(t, 1_000))
	r := f.rebuilder(t, "p", totalModel{})
	looked := false
	rebuildAll(t, r, rebuild.Options{Progress: func(int64, int64) {
		looked = true
		_, err := r.Rebuild(t.Context(), nil, rebuild.Options{})
		if !errors.Is(err, &domain.Refusal{Code: "rebuild_under_way"}) {
			t.Errorf("a second one: %v", err)
		}
		if s := f.status(t); s.State != engine.StateRebuilding || s.Error != "" || s.Position != 1_000 {
			t.Errorf("meanwhile the model is %+v", s)
		}
	}})
	if !looked {
		t.Error("there was no progress to look at")
	}
	for _, name := range []string{"nothing", "posting"} {
		if _, err := r.Rebuild(t.Context(), []string{name}, rebuild.Options{}); !errors.Is(err, &domain.Refusal{Code: "not_found"}) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The list of read models advises a rebuild when tables are damaged, so a rebuild must work when one of them
// is missing.
func TestARebuildBringsDroppedTablesBack(t *testing.T) {
	t.Parallel()
	for _, drop := range []string{"entries", "totals", "entries, totals"} {
		t.Run(drop, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			e, w, _ := f.Start(t, totalModel{})
			enginetest.WaitFor(t, w, f.Add(t, 1, 2, 3))
			f.Exec(t, `DROP TABLE `+drop)
			f.Add(t, 4)
			poll.Until(t, "the read model halts", func() bool {
				all, err := e.Statuses(t.Context())
				return err == nil && all[0].State == engine.StateHalted
			})
			done := rebuildAll(t, f.rebuilder(t, "p", totalModel{}), rebuild.Options{Verify: true})
			for _, d := range done[0].Differences {
				if d.Missing != strings.Contains(drop, d.Table) {
					t.Errorf("%s: missing %t", d.Table, d.Missing)
				}
			}
			f.Add(t, 5)
			poll.Until(t, "the read model is live", func() bool {
				total, entries := f.total(t)
				return f.status(t).State == engine.StateLive && total == 15 && entries == 15
			})
			if got := f.schemas(t); got != "" {
				t.Errorf("schemas %q are left", got)
			}
		})
	}
}
