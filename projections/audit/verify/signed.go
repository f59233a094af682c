package verify

import (
	"fmt"

	"gateway/eventstore"
	"gateway/projections/notary"
)

// signed checks that the log still begins with the events of each signed checkpoint.
// It computes the tree again from the events and uses no stored hash.
type signed struct {
	checker *notary.LogChecker
}

// SignedCheck is the name of the check of signed checkpoints.
const SignedCheck = "the log is the one that was signed"

func (s *signed) name() string { return SignedCheck }

func (s *signed) observe(e eventstore.Envelope, r *Report) {
	if err := s.checker.Observe(e.Recorded); err != nil {
		r.addFinding(s.name(), fmt.Sprintf("up to position %d", e.Position.Commit), "%v", err)
	}
}

func (s *signed) finish(r *Report) {
	for _, size := range s.checker.Missing() {
		r.addFinding(s.name(), "the end of the log", "%d events were signed, there are fewer now", size)
	}
}
