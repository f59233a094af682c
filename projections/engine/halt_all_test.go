package engine_test

import (
	"fmt"
	"sync/atomic"
	"testing"

	"gateway/projections/engine"
	"gateway/projections/engine/enginetest"
	"gateway/test/poll"
)

// An event of an unknown type halts every read model that may apply it. These models share connections, so
// that the gateway's other connections stay free for queries.
func TestHaltedReadModelsKeepNoConnections(t *testing.T) {
	t.Parallel()
	f := enginetest.New(t)
	f.DB.SetMaxOpenConns(3)
	failing := &atomic.Bool{}
	failing.Store(true)
	models := []engine.Model{enginetest.SumModel{Row: "sound"}}
	for i := range 8 {
		models = append(models, enginetest.SumModel{Row: fmt.Sprint("failing ", i), FailsAt: 3, Failing: failing})
	}
	e, w, _ := f.Start(t, models...)
	f.Add(t, 1, 2, 3)
	enginetest.WaitFor(t, w, f.Add(t, 4))
	for _, m := range models[1:] {
		poll.Until(t, m.Name()+" halts", func() bool { return statusOf(t, e, m.Name()).State == engine.StateHalted })
	}
	if sum, _ := sumOf(t, f, "sound"); sum != 10 {
		t.Errorf("the sound model has sum %d, want 10", sum)
	}
	if used := f.DB.Stats().InUse; used > 1 {
		t.Errorf("%d connections are in use", used)
	}
}
