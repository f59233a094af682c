package simulation_test

import (
	"flag"
	"fmt"
	"testing"

	"gateway/test/simulation"
)

var until = flag.Uint64("simulate.until", 0, "run so many seeds at most, until one fails")

// The command test/cmd/plant uses this test to count how many seeds it takes to find a planted bug. The test
// prints each seed before its run, because a bug may also end the program.
func TestUntilASeedFails(t *testing.T) {
	for n := range *until {
		seed := *from + n
		fmt.Printf("seed %d\n", seed)
		if r := simulation.Run(t, simulation.Options{Seed: seed, Operations: *operations}); len(r.Failures) > 0 {
			t.Fatalf("seed %d fails: %s", seed, r.Failures[0])
		}
	}
}
