package rebuild_test

import (
	"context"
	"errors"
	"io"
	"sync/atomic"
	"testing"

	"gateway/domain"
	"gateway/projections/engine"
	"gateway/projections/engine/enginetest"
	"gateway/projections/rebuild"
	"gateway/test/poll"

	"github.com/sirupsen/logrus"
)

// queue runs a queue until the test ends.
func (f fixture) queue(t *testing.T, model engine.Model) *rebuild.Queue {
	t.Helper()
	logger := logrus.New()
	logger.SetOutput(io.Discard)
	q := rebuild.NewQueue(f.rebuilder(t, "p", model), logrus.NewEntry(logger))
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		q.Run(ctx)
	}()
	t.Cleanup(func() { stop(); <-done })
	return q
}

// done waits until the queue has finished the model's job, and returns the model's detail.
func done(t *testing.T, q *rebuild.Queue) (d rebuild.Detail) {
	t.Helper()
	poll.Until(t, "the queue is empty", func() bool {
		var err error
		if d, err = q.Detail(t.Context(), "total"); err != nil {
			t.Fatal(err)
		}
		return d.State != engine.StateRebuilding
	})
	return d
}

func TestTablesAreBuiltAndComparedAndServeOnlyWhenTheyAreSwappedIn(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	_, w, _ := f.Start(t, totalModel{})
	enginetest.WaitFor(t, w, f.Add(t, 1))
	f.Exec(t, `UPDATE totals SET total = 100`)
	q := f.queue(t, totalModel{})

	if _, err := q.Rollback(t.Context(), "total"); !errors.Is(err, &domain.Refusal{Code: "nothing_retired"}) {
		t.Errorf("a rollback without former tables: %v", err)
	}
	if _, err := q.Compare(t.Context(), "none"); !errors.Is(err, &domain.Refusal{Code: "not_found"}) {
		t.Errorf("an unknown model: %v", err)
	}
	if _, err := q.Compare(t.Context(), "total"); err != nil {
		t.Fatal(err)
	}
	d := done(t, q)
	if d.Built == nil || d.Built.Same || d.Error != "" || d.FormerPosition != nil {
		t.Fatalf("after the comparison: %+v", d)
	}
	want := []rebuild.ComparedTable{
		{Table: "entries", ServedRows: 1, RebuiltRows: 1}, {Table: "totals", ServedRows: 1, RebuiltRows: 1, OnlyServed: 1, OnlyRebuilt: 1},
	}
	for i, table := range d.Built.Tables {
		if table != want[i] {
			t.Errorf("%+v, not %+v", table, want[i])
		}
	}
	if total, _ := f.total(t); total != 100 {
		t.Errorf("the tables that were compared serve: the total is %d", total)
	}

	enginetest.WaitFor(t, w, f.Add(t, 2))
	for _, step := range []struct {
		do   func(context.Context, string) (engine.Status, error)
		want int
	}{{q.Rebuild, 3}, {q.Rollback, 102}, {q.Rollback, 3}} {
		if _, err := step.do(t.Context(), "total"); err != nil {
			t.Fatal(err)
		}
		if d := done(t, q); d.Built != nil || d.FormerPosition == nil || d.Error != "" {
			t.Errorf("after it: %+v", d)
		}
		if total, entries := f.total(t); total != step.want || entries != 3 {
			t.Errorf("total %d and entries %d, want %d and 3", total, entries, step.want)
		}
	}
	if d, err := q.Clean(t.Context(), "total"); err != nil || d.FormerPosition != nil || d.KeptBytes != 0 {
		t.Errorf("after cleaning: %+v, %v", d, err)
	}
	if got := f.schemas(t); got != "" {
		t.Errorf("schemas %q are left", got)
	}
}

func TestAHaltedModelNamesTheEventThatHaltedIt(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	var failing atomic.Bool
	failing.Store(true)
	model := totalModel{failsAt: 2, failing: &failing}
	_, _, _ = f.Start(t, model)
	f.Add(t, 1)
	at := f.Add(t, 2)
	q := f.queue(t, model)
	poll.Until(t, "it halts", func() bool { return f.status(t).State == engine.StateHalted })
	all, err := q.Statuses(t.Context())
	if err != nil || all[0].HaltedBy == nil || all[0].HaltedBy.Position != at.Commit || all[0].HaltedBy.Type == "" || all[0].HaltedBy.Stream == "" {
		t.Errorf("%+v, %v", all, err)
	}
}
