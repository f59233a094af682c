package verify

import (
	"gateway/domain/balance"
	"gateway/eventstore"

	"github.com/shopspring/decimal"
)

// slips checks that a withholding slip is credited at most once over all clients, with the tax that was submitted, that nothing that
// was rejected is, and that of a month no more goes back than was credited.
type slips struct {
	// pending are the submissions that wait, by id. credited has the position of the credit of each number.
	pending  map[int64]balance.WithholdingSubmitted
	credited map[string]int64
	// months has what was credited of the slips of a client and month, and what went back of it.
	months map[slipMonth]*slipSums
}

type slipMonth struct {
	clientID int64
	period   string
}

type slipSums struct{ credited, back decimal.Decimal }

func (s *slips) month(clientID int64, period string) *slipSums {
	if s.months == nil {
		s.months = make(map[slipMonth]*slipSums)
	}
	key := slipMonth{clientID, period}
	if s.months[key] == nil {
		s.months[key] = new(slipSums)
	}
	return s.months[key]
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
		sums := s.month(event.ClientID, event.Period)
		sums.credited = sums.credited.Add(event.Tax)
	case balance.WithholdingCorrected:
		sums := s.month(event.ClientID, event.Period)
		sums.back = sums.back.Add(event.Tax)
		if sums.back.IsNegative() || sums.back.GreaterThan(sums.credited) {
			r.addFinding(s.name(), subject(e), "of the slips of client %d for %s %s was credited, and %s went back",
				event.ClientID, event.Period, sums.credited, sums.back)
		}
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
