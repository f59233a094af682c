package engine_test

import (
	"fmt"
	"slices"
	"sync/atomic"
	"testing"

	"gateway/eventstore"
	"gateway/projections/engine"
	"gateway/projections/engine/enginetest"
	"gateway/test/poll"
)

// Far behind the log, parts of the models are applied concurrently.
func TestLargeBatchesAreAppliedOnceByEachModelAndHaltOne(t *testing.T) {
	t.Parallel()
	const together, appends, failsAt = 900, 8, 5_000
	f := enginetest.NewOn(t, func(s eventstore.Store) eventstore.Store { return s })
	f.DB.SetMaxOpenConns(4)
	next := 0
	add := func() (last eventstore.Position) {
		for range appends {
			numbers := make([]int, together)
			for i := range numbers {
				next++
				numbers[i] = next
			}
			last = f.AddAtOnce(t, numbers...)
		}
		return last
	}
	failing := &atomic.Bool{}
	failing.Store(true)
	models := []engine.Model{enginetest.SumModel{Row: "failing", FailsAt: failsAt, Failing: failing}}
	for i := range 4 {
		models = append(models, enginetest.SumModel{Row: fmt.Sprint("sound ", i)})
	}
	last := add()
	e, w, stop := f.Start(t, models...)
	enginetest.WaitFor(t, w, last)
	poll.Until(t, "the model halts", func() bool { return statusOf(t, e, "failing").State == engine.StateHalted })
	if sum, n := sumOf(t, f, "failing"); n != failsAt-1 || sum != n*(n+1)/2 {
		t.Errorf("the failing model has sum %d of %d events, want those before %d", sum, n, failsAt)
	}
	stop()
	failing.Store(false) // stands for a program version that can apply it
	last = add()
	e, w, _ = f.Start(t, models...)
	enginetest.WaitFor(t, w, last)
	poll.Until(t, "the model is live", func() bool { return statusOf(t, e, "failing").State == engine.StateLive })
	for _, m := range models {
		if sum, n := sumOf(t, f, m.Name()); n != next || sum != n*(n+1)/2 {
			t.Errorf("%s has sum %d of %d events, want %d", m.Name(), sum, n, next)
		}
	}
}

// A process that ends while a large batch is applied may leave some models one batch behind the others.
func TestModelsThatAreABatchBehindJoinTheOthersAtAStart(t *testing.T) {
	t.Parallel()
	f := enginetest.NewOn(t, func(s eventstore.Store) eventstore.Store { return s })
	var ahead, behind []engine.Model
	for i := range 3 {
		ahead = append(ahead, enginetest.SumModel{Row: fmt.Sprint("ahead ", i)})
		behind = append(behind, enginetest.SumModel{Row: fmt.Sprint("behind ", i)})
	}
	all := append(slices.Clone(ahead), behind...)
	numbers := make([]int, 900)
	_, w, stop := f.Start(t, all...)
	enginetest.WaitFor(t, w, f.AddAtOnce(t, numbers...))
	stop()
	numbers[len(numbers)-1] = 2
	_, w, stop = f.Start(t, ahead...)
	f.AddAtOnce(t, numbers...)
	enginetest.WaitFor(t, w, f.AddAtOnce(t, numbers...))
	stop()
	e, w, _ := f.Start(t, all...)
	enginetest.WaitFor(t, w, f.Add(t, 1))
	for _, m := range all {
		if sum, n := sumOf(t, f, m.Name()); sum != 5 || n != 2_701 {
			t.Errorf("%s has sum %d of %d events, want 5 of 2701", m.Name(), sum, n)
		}
		if s := statusOf(t, e, m.Name()); s.State != engine.StateLive {
			t.Errorf("%s is %s", m.Name(), s.State)
		}
	}
}
