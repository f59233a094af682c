package verify

import (
	"bytes"

	"gateway/domain/approval"
	"gateway/eventstore"
)

// granted checks that every act that needed a second administrator has one: another administrator than the
// requester granted each approval before its act, and the events of the act name both.
type granted struct {
	// open are the approvals that are not used yet, by id.
	open map[int64]approval.State
}

func (*granted) name() string { return "what needed a second administrator names two" }

func (c *granted) observe(e eventstore.Envelope, r *Report) {
	if bytes.Contains(e.Metadata, []byte(`"approval_id"`)) {
		c.checkAct(e, eventstore.ParseMetadata(e.Metadata), r)
	}
	id := approvalOf(e)
	if id == 0 {
		return
	}
	if c.open == nil {
		c.open = make(map[int64]approval.State)
	}
	s := approval.Evolve(c.open[id], e.Event)
	if _, decided := e.Event.(approval.Granted); decided && s.DecidedBy == s.By {
		r.addFinding(c.name(), subject(e), "%s granted what they asked for", s.By)
	}
	switch s.Status {
	case approval.StatusRequested, approval.StatusGranted:
		c.open[id] = s
	default:
		delete(c.open, id)
	}
}

// checkAct checks an event of an act that was granted.
func (c *granted) checkAct(e eventstore.Envelope, m eventstore.Metadata, r *Report) {
	s := c.open[m.ApprovalID]
	switch {
	case s.Status != approval.StatusGranted:
		r.addFinding(c.name(), subject(e), "belongs to approval %d, which is not granted", m.ApprovalID)
	case m.Actor != s.By || m.ApprovedBy != s.DecidedBy:
		r.addFinding(c.name(), subject(e), "names %s and %s, and approval %d is of %s and %s",
			m.Actor, m.ApprovedBy, m.ApprovalID, s.By, s.DecidedBy)
	}
}

func (*granted) finish(*Report) {}

// approvalOf returns the id of the approval that an event belongs to, or 0.
func approvalOf(e eventstore.Envelope) int64 {
	switch event := e.Event.(type) {
	case approval.Requested:
		return event.ApprovalID
	case approval.Granted:
		return event.ApprovalID
	case approval.Refused:
		return event.ApprovalID
	case approval.Expired:
		return event.ApprovalID
	case approval.Done:
		return event.ApprovalID
	case approval.Failed:
		return event.ApprovalID
	}
	return 0
}
