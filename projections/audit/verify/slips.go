package verify

import (
	"gateway/domain/balance"
	"gateway/eventstore"
)

// slips checks that a withholding slip is credited at most once over all clients, with the tax that was submitted, and that nothing that
// was rejected is.
type slips struct {
	// pending are the submissions that wait, by id. credited has the position of the credit of each number.
	pending  map[int64]balance.WithholdingSubmitted
	credited map[string]int64
}

func (*slips) name() string { return "a withholding slip is credited once" }

func (s *slips) observe(e eventstore.Envelope, r *Report) {
	switch event := e.Event.(type) {
	case balance.WithholdingSubmitted:
		if s.pending == nil {
			s.pending, s.credited = make(map[int64]balance.WithholdingSubmitted), make(map[string]int64)
		}
		s.pending[event.ID] = event
	case balance.WithholdingRejected:
		delete(s.pending, event.ID)
	case balance.WithholdingApproved:
		s.credit(e, event, r)
	}
}

func (s *slips) credit(e eventstore.Envelope, event balance.WithholdingApproved, r *Report) {
	submitted, waits := s.pending[event.ID]
	first, again := s.credited[event.Number]
	switch {
	case !waits:
		r.addFinding(s.name(), subject(e), "credits the slip %s, which does not wait", event.Number)
	case again:
		r.addFinding(s.name(), subject(e), "credits the slip %s, as position %d did", event.Number, first)
	case submitted.ClientID != event.ClientID || submitted.Number != event.Number || !submitted.Tax.Equal(event.Tax):
		r.addFinding(s.name(), subject(e), "credits %s of the slip %s to client %d, and %s was submitted by client %d",
			event.Tax, event.Number, event.ClientID, submitted.Tax, submitted.ClientID)
	}
	delete(s.pending, event.ID)
	if s.credited != nil {
		s.credited[event.Number] = e.Position.Commit
	}
}

func (*slips) finish(*Report) {}
