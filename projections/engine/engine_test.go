package engine_test

import (
	"context"
	"database/sql"
	"errors"
	"sync/atomic"
	"testing"

	"gateway/eventstore"
	"gateway/projections/engine"
	"gateway/projections/engine/enginetest"
	"gateway/test/poll"

	"github.com/sirupsen/logrus"
)

func sumOf(t *testing.T, f enginetest.Fixture, model string) (sum, n int) {
	t.Helper()
	err := f.DB.QueryRowContext(t.Context(), `SELECT sum, n FROM sums WHERE name = $1`, model).Scan(&sum, &n)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		t.Fatal(err)
	}
	return sum, n
}

func statusOf(t *testing.T, e *engine.Engine, model string) engine.Status {
	t.Helper()
	all, err := e.Statuses(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range all {
		if s.Name == model {
			return s
		}
	}
	t.Fatalf("no status of %s", model)
	return engine.Status{}
}

func TestACallerIsWokenWhenTheReadModelsReachAPosition(t *testing.T) {
	t.Parallel()
	f := enginetest.New(t)
	_, w, _ := f.Start(t, enginetest.SumModel{Row: "one"}, enginetest.SumModel{Row: "two"})
	enginetest.WaitFor(t, w, f.Add(t, 1, 2, 3))
	for _, model := range []string{"one", "two"} {
		if sum, n := sumOf(t, f, model); sum != 6 || n != 3 {
			t.Errorf("%s: sum %d of %d events, want 6 of 3", model, sum, n)
		}
	}
}

func TestEachEventIsAppliedOnceOverRestarts(t *testing.T) {
	t.Parallel()
	f := enginetest.New(t)
	for range 3 {
		_, w, stop := f.Start(t, enginetest.SumModel{Row: "one"})
		enginetest.WaitFor(t, w, f.Add(t, 1, 1))
		stop()
	}
	if sum, _ := sumOf(t, f, "one"); sum != 6 {
		t.Errorf("sum is %d, want 6", sum)
	}
}

func TestANewReadModelCatchesUpAndJoinsTheGroup(t *testing.T) {
	t.Parallel()
	f := enginetest.New(t)
	_, w, stop := f.Start(t, enginetest.SumModel{Row: "old"})
	enginetest.WaitFor(t, w, f.Add(t, 1, 2, 3))
	stop()
	e, w, _ := f.Start(t, enginetest.SumModel{Row: "old"}, enginetest.SumModel{Row: "new"})
	enginetest.WaitFor(t, w, f.Add(t, 4))
	poll.Until(t, "the new model is live", func() bool { return statusOf(t, e, "new").State == engine.StateLive })
	enginetest.WaitFor(t, w, f.Add(t, 5))
	if sum, n := sumOf(t, f, "new"); sum != 15 || n != 5 {
		t.Errorf("the new model has sum %d of %d events, want 15 of 5", sum, n)
	}
}

func TestAnEventThatAReadModelCannotApplyHaltsThisModelAlone(t *testing.T) {
	t.Parallel()
	for name, panics := range map[string]bool{"error": false, "panic": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := enginetest.New(t)
			failing := &atomic.Bool{}
			failing.Store(true)
			models := []engine.Model{
				enginetest.SumModel{Row: "sound"},
				enginetest.SumModel{Row: "failing", FailsAt: 3, Failing: failing, Panics: panics},
			}
			e, w, stop := f.Start(t, models...)
			f.Add(t, 1, 2)
			poison := f.Add(t, 3)
			enginetest.WaitFor(t, w, f.Add(t, 4, 5))
			poll.Until(t, "the model halts", func() bool { return statusOf(t, e, "failing").State == engine.StateHalted })
			if s := statusOf(t, e, "failing"); s.Position != poison.Commit-1 || s.Error == "" {
				t.Errorf("halted at %d with %q, want just before %d and a reason", s.Position, s.Error, poison.Commit)
			}
			if sum, _ := sumOf(t, f, "failing"); sum != 3 {
				t.Errorf("the halted model has sum %d, want 3, that of the events before", sum)
			}
			if sum, _ := sumOf(t, f, "sound"); sum != 15 {
				t.Errorf("the other model has sum %d, want 15", sum)
			}
			stop()
			failing.Store(false) // stands for a program version that can apply it
			e, w, _ = f.Start(t, models...)
			enginetest.WaitFor(t, w, f.Add(t, 6))
			poll.Until(t, "the model is live again", func() bool { return statusOf(t, e, "failing").State == engine.StateLive })
			if sum, n := sumOf(t, f, "failing"); sum != 21 || n != 6 {
				t.Errorf("after the fix the model has sum %d of %d events, want 21 of 6", sum, n)
			}
		})
	}
}

func TestTwoEnginesOnOneDatabaseApplyNothingTwice(t *testing.T) {
	t.Parallel()
	f := enginetest.New(t)
	_, w1, _ := f.Start(t, enginetest.SumModel{Row: "one"})
	_, w2, _ := f.Start(t, enginetest.SumModel{Row: "one"})
	var last eventstore.Position
	for range 20 {
		last = f.Add(t, 1)
	}
	enginetest.WaitFor(t, w1, last)
	enginetest.WaitFor(t, w2, last)
	if sum, n := sumOf(t, f, "one"); sum != 20 || n != 20 {
		t.Errorf("sum %d of %d events, want 20 of 20", sum, n)
	}
}

func TestReadModelsOfAnotherEventStoreAreRefused(t *testing.T) {
	t.Parallel()
	f := enginetest.New(t)
	_, w, stop := f.Start(t, enginetest.SumModel{Row: "one"})
	enginetest.WaitFor(t, w, f.Add(t, 1))
	stop()
	f.Exec(t, `UPDATE checkpoints SET store_id = 'another'`)
	e := engine.New(f.DB, f.Log, engine.NewCheckpointWatcher(f.DB), logrus.NewEntry(logrus.New()), enginetest.SumModel{Row: "one"})
	var foreign *engine.ForeignStoreError
	if err := e.Run(t.Context()); !errors.As(err, &foreign) {
		t.Errorf("got %v", err)
	}
}

func TestAFollowerSeesThePositionsOfTheLeader(t *testing.T) {
	t.Parallel()
	f := enginetest.New(t)
	f.Start(t, enginetest.SumModel{Row: "one"})
	follower := engine.NewCheckpointWatcher(f.DB)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() { follower.Run(ctx); close(ended) }()
	enginetest.WaitFor(t, follower, f.Add(t, 1))
	cancel()
	<-ended
}
