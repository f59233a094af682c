package storetest

import (
	"testing"

	"gateway/eventstore"
	"gateway/eventstore/transfer"
)

// Fixture is one log, opened by the store under test, and the faults that the tests can cause. Several tests
// may share a log, because each uses its own streams.
type Fixture struct {
	// Open opens the log once more, as a restarted or another process would. The caller closes the store.
	Open func(t testing.TB) transfer.Store
	// Dense says that the log belongs to only one test and numbers its events 1, 2, 3 ...
	Dense bool

	// Restored returns a function that opens another log, which holds these events, in this order, at
	// positions with gaps. It may be nil if no such log can be made.
	Restored func(t testing.TB, events []eventstore.Recorded) (open func(t testing.TB) transfer.Store)

	// The faults below may be nil too. Rules that need a missing fault are skipped.

	// DelayCommits delays the commits of some appends, chosen at random, from now on.
	DelayCommits func(t testing.TB)
	// LoseReply cuts the connection of the next append after the log has written it and
	// before its answer arrives.
	LoseReply func(t testing.TB)
	// Disconnect ends every connection to the log.
	Disconnect func(t testing.TB)
}

// contract is a list of rules, each with its test.
type contract []struct {
	rule string
	test func(*harness)
}

// Run tests a store against all rules of the contract. It calls fixture once for each rule.
func Run(t *testing.T, fixture func(t *testing.T) Fixture) {
	t.Helper()
	RunWithoutFaults(t, fixture)
	faults.testEach(t, fixture)
}

// RunWithoutFaults is Run for a store without connections that could break.
func RunWithoutFaults(t *testing.T, fixture func(t *testing.T) Fixture) {
	t.Helper()
	for _, rules := range []contract{appends, retries, limits, reads, subscriptions, concurrency, lifetime, copyMarks, gaps} {
		rules.testEach(t, fixture)
	}
}

// testEach tests each rule on its own fixture.
func (c contract) testEach(t *testing.T, fixture func(t *testing.T) Fixture) {
	t.Helper()
	for _, rule := range c {
		t.Run(rule.rule, func(t *testing.T) {
			t.Parallel()
			rule.test(newHarness(t, fixture(t)))
		})
	}
}
