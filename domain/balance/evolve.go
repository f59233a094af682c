package balance

import (
	"cmp"
	"slices"

	"gateway/domain"
	"gateway/domain/connection"
	"gateway/domain/report"
)

// Evolve returns the state after the event.
//
// It appends to Closed and Adjustments without copying them, because a copy of thousands of entries for each
// event costs too much. Two successors of one state can therefore share memory, and only one of them may be
// evolved further. Execute evolves only committed events, each once. Post evolves events that are not
// committed yet, but payment events change neither list.
func Evolve(s State, event domain.Event) State {
	if mover, ok := event.(Mover); ok {
		clientID, m := mover.Moved()
		s.ClientID, s.Totals = clientID, s.Totals.Apply(clientID, m.Postings)
		s = s.withDebts(clientID, m)
	}
	switch e := event.(type) {
	case Credited:
		s.Watermark = e.Source
	case Settled:
		s.Watermark = e.Source
	case SuspenseReceived:
		s.Watermark = e.Source
	case SuspenseReleased:
		s.Watermark = e.Source
	case SuspenseRefunded:
		s.Watermark = e.Source
	case PaymentReversed:
		s.Watermark = e.Source
		return s.withoutRefundHold(e.RefundID).withoutDisputeHold(e.DisputeID)
	case DisputeHeld:
		s.Watermark = e.Source
		s.DisputeHolds = append(slices.Clip(s.DisputeHolds), DisputeHold{e.DisputeID, e.Amount})
	case DisputeReleased:
		s.Watermark = e.Source
		return s.withoutDisputeHold(e.DisputeID)
	case RefundHeld:
		s.Watermark = e.Source
		return s.withRefundHeld(e)
	case ReversalReturned:
		s.Watermark = e.Source
	case RefundNotHeld:
		s.Watermark = e.Source
		s.RefundsNotHeld = lastOf(append(slices.Clip(s.RefundsNotHeld), e.RefundID), maxNotHeld)
	case RefundReleased:
		s.Watermark = e.Source
		return s.withoutRefundHold(e.RefundID)
	case HoldEnded:
		s.Watermark = e.Source
	case Adjusted:
		s.Adjustments = lastOf(append(s.Adjustments, e.Reference), MaxAdjustments)
	case WrittenOff:
		s.WriteOffs = lastOf(append(slices.Clip(s.WriteOffs), e.Reference), maxWriteOffs)
	default:
		s = evolvePayout(s, event)
	}
	return s
}

func evolvePayout(s State, event domain.Event) State {
	switch e := event.(type) {
	case WithdrawalRequested:
		return s.withOpened(e.Order)
	case SettlementRequested:
		return s.withOpened(e.Order)
	case PayoutApproved:
		s = s.withAutoApproved(e)
		return s.withChanged(e.Order, func(p *Payout) { p.Status, p.Manual, p.ApprovedBy = StatusProcessing, e.Manual, e.By })
	case PayoutSubmitted:
		return s.withChanged(e.Order, func(p *Payout) { p.attempt(e) })
	case PayoutAttemptFailed:
		return s.withChanged(e.Order, func(p *Payout) { p.failAttempt(e) }).withoutReport(e.Order)
	case PayoutAccepted:
		return s.withChanged(e.Order, func(p *Payout) { p.ProviderID, p.Unknown, p.UnknownReason = e.ProviderID, false, "" })
	case PayoutAdopted:
		return s.withChanged(e.Order, func(p *Payout) { p.adopt(e) })
	case PayoutUnknown:
		return s.withChanged(e.Order, func(p *Payout) { p.Unknown, p.UnknownReason = true, e.Reason })
	case PayoutRejected:
		return s.withClosed(e.Order, StatusRejected, "")
	case PayoutCancelled:
		return s.withClosed(e.Order, StatusCancelled, "")
	case PayoutCompleted:
		return s.withClosed(e.Order, StatusCompleted, e.ProviderID)
	case PayoutFailed:
		return s.withClosed(e.Order, StatusFailed, e.ProviderID)
	case PayoutReversed:
		s = s.withClosed(e.Order, StatusReversed, e.ProviderID)
		if last := &s.Closed[len(s.Closed)-1]; last.Random == "" { // the state had forgotten the payout
			before := last.size()
			last.Random = digitsOf(e.Attempt)
			s.ClosedBytes += last.size() - before
		}
		return s
	case PayoutReported:
		s = s.withoutReport(e.Order)
		s.Reports = append(s.Reports, WaitingReport{
			Kind: e.Kind, ID: e.ID, Connection: e.Connection, ProviderAPI: e.ProviderAPI, Reported: e.Reported,
		})
	case PayoutContradicted:
		if e.EndsReport() {
			s = s.withoutReport(e.Order)
		}
		if e.Contradiction == NotSubmitted {
			s = s.withChanged(e.Order, func(p *Payout) { p.Held = true })
		}
		s.Contradictions = lastOf(append(slices.Clip(s.Contradictions), e.fingerprint()), MaxContradictions)
	default:
		return evolveSlip(s, event)
	}
	return s
}

// attempt applies an announced attempt. Older events lack the fields that follow from the order.
func (p *Payout) attempt(e PayoutSubmitted) {
	p.SubmittedKey, p.AttemptedAt, p.Connection = e.IdempotencyKey, e.At, e.Connection
	p.name(cmp.Or(e.Reference, e.Order.Name()))
	p.ProviderAPI = cmp.Or(e.ProviderAPI, report.PayoutsV1)
	p.Attempts = cmp.Or(e.Attempt, 1)
}

// name gives the payout the reference of its attempt, and counts the reference if it is new.
func (p *Payout) name(reference string) {
	if reference != p.Reference {
		p.Reference = reference
		p.References++
	}
}

// adopt makes an order that the provider has the payout's own attempt.
func (p *Payout) adopt(e PayoutAdopted) {
	p.name(e.Reference)
	p.SubmittedKey, p.ProviderAPI, p.ProviderID, p.Connection = e.Reference, e.ProviderAPI, e.ProviderID, e.Connection
	p.Manual, p.Held, p.Unknown, p.UnknownReason = false, false, false, ""
	p.Attempts = e.Attempt
}

func (p *Payout) failAttempt(e PayoutAttemptFailed) {
	p.FailedAPI, p.FailedReference = p.ProviderAPI, p.Reference
	p.SubmittedKey, p.Reference, p.ProviderAPI, p.ProviderID = "", "", "", ""
	p.Unknown, p.UnknownReason = true, e.Reason
}

func (s State) withoutReport(o Order) State {
	s.Reports = slices.DeleteFunc(slices.Clone(s.Reports), func(w WaitingReport) bool { return w.Kind == o.Kind && w.ID == o.ID })
	return s
}

func (s State) withOpened(o Order) State {
	s.Open = append(slices.Clip(s.Open), Payout{Order: o, Status: StatusPending})
	return s
}

func (s State) withChanged(o Order, change func(*Payout)) State {
	s.Open = slices.Clone(s.Open)
	for i := range s.Open {
		if s.Open[i].ID == o.ID && s.Open[i].Kind == o.Kind {
			change(&s.Open[i])
		}
	}
	return s
}

func (s State) withClosed(o Order, status string, providerID string) State {
	random, api := s.randomOf(o.Kind, o.ID), s.ProviderAPIOf(o.Kind, o.ID)
	if api == report.PayoutsV1 {
		api = "" // saves space: snapshots hold thousands of these
	}
	s.Open = slices.DeleteFunc(slices.Clone(s.Open), func(p Payout) bool { return p.ID == o.ID && p.Kind == o.Kind })
	closedAt := o.Connection
	if closedAt == connection.Xendit {
		closedAt = "" // saves space, too
	}
	s.Closed = append(s.Closed, ClosedPayout{
		Connection: closedAt,
		Kind:       o.Kind, ID: o.ID, ExternalID: o.ExternalID, Status: status,
		Amount: o.Amount, Fee: o.Fee, FeeVAT: o.FeeVAT, ProviderID: providerID, Random: random, ProviderAPI: api,
	})
	s.ClosedBytes += s.Closed[len(s.Closed)-1].size()
	for len(s.Closed) > MaxClosed || s.ClosedBytes > MaxClosedBytes {
		s.ClosedBytes -= s.Closed[0].size()
		s.Closed = s.Closed[1:]
	}
	return s.withoutReport(o)
}

// randomOf returns the digits in the reference of the payout's last attempt.
func (s State) randomOf(kind string, id int64) string {
	if p, open := s.Payout(kind, id); open {
		_, reference := p.LookUp()
		return digitsOf(reference)
	}
	c, _ := s.ClosedPayout(kind, id)
	return c.Random
}

// lastOf returns the last n elements of all, or all of them if there are fewer.
func lastOf[T any](all []T, n int) []T { return all[max(0, len(all)-n):] }
