package balance

import (
	"time"

	"gateway/domain"
	"gateway/domain/ledger"
)

// PayoutReversed posts a completed payout back, amount and fee. Its Order has no bank
// account, because the state does not remember it.
type PayoutReversed struct {
	Order
	Movement
	ProviderID string `json:"provider_id"`
	Reason     string `json:"reason"`
	// Attempt is the reference of the attempt that came back, empty in older events.
	Attempt string `json:"attempt_reference"`
}

// ReverseCmd says that a transfer which the provider had made came back.
type ReverseCmd struct {
	// Reference is that of the attempt, empty where it is not known.
	Reference string
	Reason    string
	At        time.Time
}

// Reverse posts a completed payout back, amount and fee. Checks:
//
//  1. payout_not_found: never requested, or so long ago that the state must Remember it
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
