package simulation_test

import (
	"flag"
	"os"
	"strings"
	"testing"

	"gateway/test/simulation"
)

var (
	from       = flag.Uint64("simulate.from", 0, "the first seed")
	count      = flag.Uint64("simulate.count", 20, "how many seeds")
	operations = flag.Int("simulate.operations", 500, "operations of a run")
	story      = flag.String("simulate.story", "", "a file for the story of a run")
)

func TestSeeds(t *testing.T) {
	for seed := *from; seed < *from+*count; seed++ {
		r := simulation.Run(t, simulation.Options{Seed: seed, Operations: *operations, Tell: *story != ""})
		t.Logf("seed %d: %d steps, %d events, %d faults, %d requests, %d paid", seed, r.Steps, r.Events, r.Faults, r.Requests, r.Paid)
		for _, f := range r.Failures {
			t.Errorf("seed %d: %s", seed, f)
		}
		if *story != "" {
			_ = os.WriteFile(*story, []byte(strings.Join(r.Story, "\n")), 0o600)
		}
	}
}

func TestASeedAlwaysGivesTheSameRun(t *testing.T) {
	for seed := uint64(100); seed < 105; seed++ {
		first := simulation.Run(t, simulation.Options{Seed: seed, Operations: 300})
		again := simulation.Run(t, simulation.Options{Seed: seed, Operations: 300, Tell: true})
		if first.Trace != again.Trace || first.Steps != again.Steps {
			t.Errorf("seed %d: %d steps with the trace %x, then %d with %x", seed, first.Steps, first.Trace, again.Steps, again.Trace)
		}
	}
}
