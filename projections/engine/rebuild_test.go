package engine_test

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
	"gateway/test/poll"
)

func rebuild(t *testing.T, r *engine.Rebuilder, o engine.RebuildOptions) []engine.Rebuilt {
	t.Helper()
	done, err := r.Rebuild(t.Context(), nil, o)
	if err != nil {
		t.Fatal(err)
	}
	return done
}

func TestARebuildRepairsWhatServesAndSaysWhatWasWrong(t *testing.T) {
	t.Parallel()
	l := newLibrary(t)
	_, w, stop := l.start(t, books{})
	passed(t, w, l.note(t, 1, 2, 3))
	l.exec(t, `UPDATE entries SET n = 5 WHERE n = 3`)
	l.exec(t, `DELETE FROM entries WHERE n = 2`)
	for _, running := range []bool{true, false} {
		if !running {
			stop()
			l.exec(t, `UPDATE totals SET total = 99`)
		}
		done := rebuild(t, l.rebuilder(t, "p", books{}), engine.RebuildOptions{Verify: true})
		got := fmt.Sprint(done[0].Differences)
		want := "[{entries {1 [(3,5)]} {2 [(2,2) (3,3)]}}]"
		if !running {
			want = "[{totals {1 [(1,99)]} {1 [(1,6)]}}]"
		}
		if got != want {
			t.Errorf("differences %s, want %s", got, want)
		}
		l.wantTotal(t, 6)
		if got := l.schemas(t); got != "retired_books" {
			t.Errorf("schemas %q are left, want that of the former tables alone", got)
		}
	}
	_, w, _ = l.start(t, books{})
	passed(t, w, l.note(t, 4))
	l.wantTotal(t, 10)
}

// Beside a running engine, under load: no read fails or goes back, and nothing
// waits long.
func TestServingGoesOnDuringRebuildsAndRollbacks(t *testing.T) {
	t.Parallel()
	l := newLibrary(t)
	_, w, _ := l.start(t, books{})
	passed(t, w, l.note(t, 1))
	ctx, cancel := context.WithCancel(t.Context())
	watched := make(chan error, 1)
	go func() { watched <- l.watch(ctx) }()
	written := make(chan int, 1)
	go func() {
		n := 1
		for ; ctx.Err() == nil; n++ {
			passed(t, w, l.note(t, 1))
		}
		written <- n
	}()
	r := l.rebuilder(t, "p", books{})
	for range 5 {
		if done := rebuild(t, r, engine.RebuildOptions{Verify: true}); done[0].Differences != nil {
			t.Errorf("the tables differed: %v", done[0].Differences)
		}
		if _, err := r.Rollback(t.Context(), "books"); err != nil {
			t.Error(err)
		}
	}
	cancel()
	if err := <-watched; err != nil {
		t.Error(err)
	}
	l.wantTotal(t, <-written)
	if s := l.state(t); s.State != engine.StateLive || s.Error != "" {
		t.Errorf("the model is %+v", s)
	}
}

func TestALongQueryDelaysTheSwapAndNobodyElse(t *testing.T) {
	t.Parallel()
	l := newLibrary(t)
	_, w, _ := l.start(t, books{})
	passed(t, w, l.note(t, 1, 2))
	long, err := l.db.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := long.ExecContext(t.Context(), `SELECT * FROM entries`); err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() {
		_, err := l.rebuilder(t, "p", books{}).Rebuild(t.Context(), nil, engine.RebuildOptions{})
		done <- err
	}()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
	defer cancel()
	if err := l.watch(ctx); err != nil {
		t.Error(err)
	}
	passed(t, w, l.note(t, 3))
	select {
	case err := <-done:
		t.Fatalf("swapped during a query: %v", err)
	default:
	}
	_ = long.Rollback()
	if err := <-done; err != nil {
		t.Error(err)
	}
	l.wantTotal(t, 6)
}

func TestAHaltedModelGoesOnOnceARebuildHasHealedItsTables(t *testing.T) {
	t.Parallel()
	l := newLibrary(t)
	_, w, _ := l.start(t, books{}, tally{name: "other"})
	passed(t, w, l.note(t, 1))
	l.exec(t, `INSERT INTO entries VALUES (3, 0)`) // in the way of event 3
	passed(t, w, l.note(t, 2, 3, 4))
	poll.Until(t, "the model halts", func() bool { return l.state(t).State == engine.StateHalted })
	if problem := l.state(t).Error; !strings.HasPrefix(problem, "event 3 (note.noted.v1, stream note-a, revision 2)") ||
		!strings.Contains(problem, "gateway projections rebuild books") {
		t.Errorf("the halt is explained with %q", problem)
	}
	if _, err := l.rebuilder(t, "p", books{}).Rebuild(t.Context(), []string{"books"}, engine.RebuildOptions{}); err != nil {
		t.Fatal(err)
	}
	poll.Until(t, "the model is live", func() bool { return l.state(t).State == engine.StateLive })
	passed(t, w, l.note(t, 5))
	l.wantTotal(t, 15)
}

// A model that is behind is given newer tables in the middle of a batch.
func TestABatchThatMeetsSwappedTablesIsNotTakenForPoison(t *testing.T) {
	t.Parallel()
	l := newLibrary(t)
	_, w, stop := l.start(t, tally{name: "other"})
	last := l.note(t, 1, 2, 3)
	passed(t, w, last)
	stop()
	rebuilt := make(chan error, 1)
	var once sync.Once
	l.start(t, tally{name: "other"}, books{before: func() {
		once.Do(func() {
			go func() {
				_, err := l.rebuilder(t, "p", books{}, tally{name: "other"}).Rebuild(t.Context(), []string{"books"}, engine.RebuildOptions{})
				rebuilt <- err
			}()
			select { // it may be that the swap waits for the batch
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
		if s := l.state(t); s.State == engine.StateHalted {
			t.Fatalf("it halted: %s", s.Error)
		}
		return l.state(t).State == engine.StateLive
	})
	l.wantTotal(t, 6)
}

func TestAnInterruptedRebuildIsResumedByTheSameProgramOnly(t *testing.T) {
	t.Parallel()
	l := newLibrary(t)
	_, w, _ := l.start(t, books{})
	for range 12 { // more than two batches of a load
		passed(t, w, l.many(t, 1_000))
	}
	for _, again := range []struct {
		program string
		resumes bool
	}{{"p", false}, {"p", true}, {"q", false}, {"q", true}} {
		interrupt(t, l.rebuilder(t, again.program, books{}), again.resumes)
		if s := l.state(t); !strings.Contains(s.Error, "was interrupted") || s.State != engine.StateLive {
			t.Errorf("an interrupted rebuild shows as %+v", s)
		}
	}
	rebuild(t, l.rebuilder(t, "q", books{}), engine.RebuildOptions{})
	l.wantTotal(t, 12_000)
	if got := l.schemas(t); got != "retired_books" {
		t.Errorf("schemas %q are left", got)
	}
}

// interrupt ends a rebuild behind its first batches, and looks where it began.
func interrupt(t *testing.T, r *engine.Rebuilder, resumes bool) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	var first int64
	_, err := r.Rebuild(ctx, nil, engine.RebuildOptions{Progress: func(done, _ int64) {
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

func TestARebuildThatMeetsPoisonLeavesNoTraceButItsReason(t *testing.T) {
	t.Parallel()
	l := newLibrary(t)
	_, w, _ := l.start(t, books{})
	passed(t, w, l.note(t, 1, 2, 3))
	sick := &atomic.Bool{}
	sick.Store(true)
	_, err := l.rebuilder(t, "p", books{poison: 2, sick: sick}).Rebuild(t.Context(), nil, engine.RebuildOptions{})
	var poison *engine.PoisonError
	if !errors.As(err, &poison) || poison.Event.Position.Commit != 2 {
		t.Errorf("got %v", err)
	}
	if got := l.schemas(t); got != "" {
		t.Errorf("schemas %q are left", got)
	}
	if s := l.state(t); s.State != engine.StateLive || !strings.Contains(s.Error, "event 2 (") {
		t.Errorf("the model is %+v", s)
	}
	passed(t, w, l.note(t, 4))
	l.wantTotal(t, 10)
}

func TestTheNewTablesHaveTheIndexesOfTheOld(t *testing.T) {
	t.Parallel()
	l := newLibrary(t)
	indexes := func() (names string) {
		err := l.db.QueryRowContext(t.Context(), `SELECT string_agg(indexdef, '; ' ORDER BY indexname) FROM pg_indexes
			WHERE schemaname = 'public' AND tablename IN ('entries', 'totals')`).Scan(&names)
		if err != nil {
			t.Fatal(err)
		}
		return names
	}
	before := indexes()
	_, w, _ := l.start(t, books{})
	passed(t, w, l.note(t, 1))
	rebuild(t, l.rebuilder(t, "p", books{}), engine.RebuildOptions{})
	if after := indexes(); after != before {
		t.Errorf("indexes before: %s\nafter: %s", before, after)
	}
}

func TestOneModelIsRebuiltOnceAtATime(t *testing.T) {
	t.Parallel()
	l := newLibrary(t)
	_, w, _ := l.start(t, books{})
	passed(t, w, l.many(t, 1_000))
	r := l.rebuilder(t, "p", books{})
	looked := false
	rebuild(t, r, engine.RebuildOptions{Progress: func(int64, int64) {
		looked = true
		_, err := r.Rebuild(t.Context(), nil, engine.RebuildOptions{})
		if !errors.Is(err, &domain.Refusal{Code: "rebuild_under_way"}) {
			t.Errorf("a second one: %v", err)
		}
		if s := l.state(t); s.State != engine.StateRebuilding || s.Error != "" || s.Position != 1_000 {
			t.Errorf("meanwhile the model is %+v", s)
		}
	}})
	if !looked {
		t.Error("there was no progress to look at")
	}
	for _, name := range []string{"nothing", "posting"} {
		if _, err := r.Rebuild(t.Context(), []string{name}, engine.RebuildOptions{}); !errors.Is(err, &domain.Refusal{Code: "not_found"}) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
