package verify

import (
	"fmt"

	"gateway/eventstore"
	"gateway/projections/notary"
)

// signed: the log still begins as it did when each checkpoint was signed. The tree
// is computed anew from the events; nothing that is kept of it is trusted.
type signed struct {
	checker *notary.LogChecker
}

func (s *signed) name() string { return "the log is the one that was signed" }

func (s *signed) observe(e eventstore.Envelope, r *Report) { s.hash(e.Recorded, r) }

func (s *signed) hash(e eventstore.Recorded, r *Report) {
	if err := s.checker.Observe(e); err != nil {
		r.found(s.name(), fmt.Sprintf("up to position %d", e.Position.Commit), "%v", err)
	}
}

func (s *signed) finish(r *Report) {
	for _, size := range s.checker.Missing() {
		r.found(s.name(), "the end of the log", "%d events were signed, there are fewer now", size)
	}
}
