package balance

import (
	"slices"
	"time"

	"gateway/domain"
	"gateway/domain/ledger"
)

// PayoutReversed posts a completed payout back, amount and fee. The decision gives it an Order without the
// bank account, which the state does not remember; WithOrder fills it in.
type PayoutReversed struct {
	Order
	Movement
	ProviderID string `json:"provider_id"`
	Reason     string `json:"reason"`
	// Attempt is the reference of the attempt that was reversed, empty in older events.
	Attempt string `json:"attempt_reference"`
}

// ReverseCmd says that a transfer that the provider had made came back.
type ReverseCmd struct {
	// Reference is the reference of the attempt, empty if it is not known.
	Reference string
	Reason    string
	At        time.Time
}

// Reverse posts a completed payout back, amount and fee. Checks:
//
//  1. payout_not_found: never requested, or so long ago that the caller must first Remember it
//  2. reversed already: nothing happens
//  3. not_completed: it is open, or the provider did not pay it
func Reverse(s State, kind string, id int64, cmd ReverseCmd) ([]domain.Event, error) {
	status := s.StatusOf(kind, id)
	if status == "" {
		return nil, payoutNotFound(kind)
	}
	if status == StatusReversed {
		return nil, nil
	}
	c, _ := s.ClosedPayout(kind, id)
	if !c.paidByProvider() {
		return nil, domain.Refuse(domain.Invalid, "not_completed", "the provider did not pay the %s, it is %s", kind, status)
	}
	order := c.order(s.ClientID)
	m, err := s.move(s.ClientID, c.ExternalID, cmd.At,
		ledger.Reversed(payOutPostings(order, ledger.Available(s.ClientID), ledger.BankPayouts)))
	if err != nil {
		return nil, err
	}
	return []domain.Event{PayoutReversed{
		Order: order, Movement: m, ProviderID: c.ProviderID, Reason: cmd.Reason, Attempt: cmd.Reference,
	}}, nil
}

// LacksOrder reports whether one of the events is about a payout that ended, of whose order the state
// remembers only a part. WithOrder fills in the rest.
func LacksOrder(events []domain.Event) bool {
	return slices.ContainsFunc(events, func(event domain.Event) bool {
		switch e := event.(type) {
		case PayoutReversed:
			return e.Order.RequestedAt.IsZero()
		case PayoutContradicted:
			return e.Order.RequestedAt.IsZero()
		}
		return false
	})
}

// WithOrder returns the events with the full order of their payout, as it was requested.
func WithOrder(events []domain.Event, o Order) []domain.Event {
	events = slices.Clone(events)
	for i, event := range events {
		switch e := event.(type) {
		case PayoutReversed:
			e.Order = o
			events[i] = e
		case PayoutContradicted:
			e.Order = o
			events[i] = e
		}
	}
	return events
}
