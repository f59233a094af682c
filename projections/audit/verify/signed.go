package verify

import (
	"context"
	"fmt"

	"gateway/eventstore"
	"gateway/projections/notary"
)

// signed checks that the log still starts with the events of each signed checkpoint. It recomputes the tree
// from the events. It uses the stored hashes only to name the event that was altered.
type signed struct {
	checker *notary.LogChecker
	named   bool // a finding already names what differs from the stored tree
}

func newSigned(ctx context.Context, in Installation, checker *notary.LogChecker, r *Report) *signed {
	s := &signed{checker: checker}
	if err := checker.NameDifferences(ctx, notary.NewTree(in.Read, in.Log)); err != nil {
		r.addNote(s.name(), fmt.Sprintf("an altered event can't be named: %v", err))
	}
	return s
}

// SignedCheck is the name of the check of signed checkpoints.
const SignedCheck = "the log is the one that was signed"

func (s *signed) name() string { return SignedCheck }

func (s *signed) observe(e eventstore.Envelope, r *Report) {
	if err := s.checker.Observe(e.Recorded); err != nil {
		r.addFinding(s.name(), fmt.Sprintf("up to position %d", e.Position.Commit), "%v", err)
		s.named = s.named || s.checker.Difference() != ""
	}
}

func (s *signed) finish(r *Report) {
	if events, last := s.checker.Untimed(); events > 0 {
		r.addNote(s.name(), untimedNote(events, last))
	}
	if differs := s.checker.Difference(); differs != "" && !s.named {
		why := "no checkpoint tells whether the log or the stored tree was altered"
		if s.checker.TreeAltered() {
			why = "the log is as it was signed, and the stored tree was altered"
		}
		r.addFinding(s.name(), "the stored tree", "%s; %s", differs, why)
	}
	for _, size := range s.checker.Missing() {
		r.addFinding(s.name(), "the end of the log", "%d events were signed, there are fewer now", size)
	}
}

// untimedNote tells for which events a changed booking time would stay undetected.
func untimedNote(events int64, last eventstore.Position) string {
	upTo := ""
	if last != (eventstore.Position{}) {
		upTo = fmt.Sprintf(" (up to position %d)", last.Commit)
	}
	return fmt.Sprintf("the first %d events%s were signed without their booked_at: "+
		"it is bound only by the day on which a checkpoint of them was kept", events, upTo)
}
