package balance

import (
	"slices"

	"gateway/domain"
)

// Evolve gives the state after the event. Closed and Adjustments are appended to in
// place, so only committed events may be evolved.
func Evolve(s State, event domain.Event) State {
	if mover, ok := event.(Mover); ok {
		clientID, m := mover.Moved()
		s.ClientID, s.Totals = clientID, s.Totals.Apply(clientID, m.Postings)
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
	case WithdrawalRequested:
		s.Open = append(slices.Clip(s.Open), Payout{Order: e.Order, Status: StatusPending})
	case SettlementRequested:
		s.Open = append(slices.Clip(s.Open), Payout{Order: e.Order, Status: StatusPending})
	case Adjusted:
		s.Adjustments = newest(append(s.Adjustments, e.Reference), MaxAdjustments)
	default:
		s = evolvePayout(s, event)
	}
	return s
}

func evolvePayout(s State, event domain.Event) State {
	switch e := event.(type) {
	case PayoutApproved:
		return s.changed(e.Order, func(p *Payout) { p.Status, p.Manual = StatusProcessing, e.Manual })
	case PayoutSubmitted:
		return s.changed(e.Order, func(p *Payout) { p.SubmittedKey = e.IdempotencyKey })
	case PayoutAccepted:
		return s.changed(e.Order, func(p *Payout) { p.ProviderID, p.Unknown, p.UnknownReason = e.ProviderID, false, "" })
	case PayoutUnknown:
		return s.changed(e.Order, func(p *Payout) { p.Unknown, p.UnknownReason = true, e.Reason })
	case PayoutRejected:
		return s.closed(e.Order, StatusRejected, "")
	case PayoutCancelled:
		return s.closed(e.Order, StatusCancelled, "")
	case PayoutCompleted:
		return s.closed(e.Order, StatusCompleted, e.ProviderID)
	case PayoutFailed:
		return s.closed(e.Order, StatusFailed, e.ProviderID)
	case PayoutReversed:
		return s.closed(e.Order, StatusReversed, e.ProviderID)
	}
	return s
}

func (s State) changed(o Order, change func(*Payout)) State {
	s.Open = slices.Clone(s.Open)
	for i := range s.Open {
		if s.Open[i].ID == o.ID && s.Open[i].Kind == o.Kind {
			change(&s.Open[i])
		}
	}
	return s
}

func (s State) closed(o Order, status string, providerID string) State {
	s.Open = slices.DeleteFunc(slices.Clone(s.Open), func(p Payout) bool { return p.ID == o.ID && p.Kind == o.Kind })
	s.Closed = append(s.Closed, Closed{
		Kind: o.Kind, ID: o.ID, ExternalID: o.ExternalID, Status: status,
		Amount: o.Amount, Fee: o.Fee, FeeVAT: o.FeeVAT, ProviderID: providerID,
	})
	s.Closed = newest(s.Closed, MaxClosed)
	return s
}

// newest leaves the last n.
func newest[T any](all []T, n int) []T { return all[max(0, len(all)-n):] }
