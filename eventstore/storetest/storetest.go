package storetest

import (
	"testing"

	"gateway/eventstore"
)

// Fixture is one log and what can be done to it from outside. The log may be
// shared with other tests: each works on streams of its own.
type Fixture struct {
	// Open opens the log once more, as a restarted or another process would. The
	// caller closes the store.
	Open func(t testing.TB) eventstore.Store
	// Dense says that the log belongs to this test alone and numbers its events
	// 1, 2, 3 ...
	Dense bool

	// The faults below are optional; cases that need a missing one are skipped.

	// DelayCommits makes some appends, at random, be committed late from now on.
	DelayCommits func(t testing.TB)
	// LoseReply cuts the connection of the next append after the log has taken it
	// and before its answer arrives.
	LoseReply func(t testing.TB)
	// Disconnect kills every connection to the log.
	Disconnect func(t testing.TB)
}

type contract []struct {
	rule string
	test func(*harness)
}

// Run holds a store to the contract. It calls fixture once for each rule.
func Run(t *testing.T, fixture func(t *testing.T) Fixture) {
	t.Helper()
	for _, rules := range []contract{appends, retries, limits, reads, subscriptions, order, lifetime, copyMarks, faults} {
		for _, c := range rules {
			t.Run(c.rule, func(t *testing.T) {
				t.Parallel()
				c.test(newHarness(t, fixture(t)))
			})
		}
	}
}
