package balance

import (
	"time"

	"gateway/domain"
	"gateway/domain/recovery"
)

// unsent reports whether the order has gone neither to the provider nor to a person's bank, so that it can
// still be cancelled.
func (p Payout) unsent() bool {
	pending := p.Status == StatusPending
	approved := p.Status == StatusProcessing && !p.Manual && p.Attempts == 0
	return (pending || approved) && !p.Held
}

// item describes the payout as something that the account gained.
func (p Payout) item() recovery.Item {
	return recovery.Item{Kind: recovery.Kind(p.Kind), Of: p.ID, Label: p.ExternalID + " " + p.Amount.String(), By: p.By, At: p.RequestedAt}
}

// Gained returns the open payouts that were requested since the given time and are not sent.
func (s State) Gained(since time.Time) (items recovery.Items) {
	for _, p := range s.Open {
		if p.unsent() && !p.RequestedAt.Before(since) {
			items = append(items, p.item())
		}
	}
	return items
}

// CancelUnsent cancels the payouts that were requested from since to until and are not sent, and releases the
// money that they hold: a thief may have asked for them. Repeating it cancels what is left.
func CancelUnsent(s State, since, until, at time.Time) ([]domain.Event, error) {
	var events []domain.Event
	for _, p := range s.Open {
		if !p.unsent() || !p.item().Within(since, until) {
			continue
		}
		m, err := s.release(p.Order, at)
		if err != nil {
			return nil, err
		}
		cancelled := PayoutCancelled{Order: p.Order, Movement: m}
		events = append(events, cancelled)
		s = Evolve(s, cancelled) // the next movement follows this one
	}
	return events, nil
}
