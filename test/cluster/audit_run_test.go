package cluster

import (
	"fmt"
	"testing"

	"gateway/test/installation"
	"gateway/test/poll"
)

// The verify waits for a table that the test has locked, so that it runs for as long as the test wants.
func TestAnAuditRunOfAKilledInstanceIsInterruptedAndTheNextOneRuns(t *testing.T) {
	t.Parallel()
	installation.OnEachStore(t, func(t *testing.T, store installation.Store) {
		in := installation.New(t, installation.Options{Store: store, Instances: 2})
		doomed, other := in.Instances[0], in.Instances[1]
		ani := in.Admin(t)
		release := in.Hold(t, installation.ReadModels, `LOCK TABLE proposals IN ACCESS EXCLUSIVE MODE`)
		const runs = "/admin/audit/runs"
		first := ani.On(doomed).Must(t, "POST", runs, map[string]any{"kind": "verify", "whole": true}).Number("id")
		outcome := func(id int64) string {
			t.Helper()
			return ani.On(other).Must(t, "GET", fmt.Sprintf("%s/%d", runs, id), nil).Text("outcome")
		}
		if is := outcome(first); is != "running" {
			t.Errorf("it is %s", is)
		}
		doomed.Kill(t)
		release()
		poll.Within(t, installation.InvariantsWithin, "the run of the killed instance is interrupted", func() (bool, any) {
			is := outcome(first)
			return is == "interrupted", is
		})
		next := ani.On(other).Must(t, "POST", runs, map[string]any{"kind": "verify", "whole": true}).Number("id")
		poll.Within(t, installation.InvariantsWithin, "the next run ends", func() (bool, any) {
			is := outcome(next)
			return is == "sound" || is == "incomplete", is
		})
		doomed.Start(t)
	})
}
