package balance

import (
	"time"

	"gateway/domain"
	"gateway/domain/ledger"
)

// ReverseCmd is the provider's word that a transfer it had made came back.
type ReverseCmd struct {
	ProviderID string
	Reason     string
	At         time.Time
}

// Reverse posts a completed payout back, amount and fee. Guards:
//
//  1. payout_not_found: never requested, or more than MaxClosed payouts ago
//  2. reversed already: nothing happens
//  3. not_completed: it is open, or ended without the provider having paid it
func Reverse(s State, kind string, id int64, cmd ReverseCmd) ([]domain.Event, error) {
	status := s.StatusOf(kind, id)
	if status == "" {
		return nil, notFound(kind)
	}
	if status == StatusReversed {
		return nil, nil
	}
	c, _ := s.ClosedPayout(kind, id)
	if !c.paidByProvider() {
		return nil, domain.Refuse(domain.Invalid, "not_completed", "the provider did not pay the %s, it is %s", kind, status)
	}
	order := c.order(s.ClientID)
	m, err := s.move(s.ClientID, c.ExternalID, cmd.At, ledger.Reversed(payOut(order, ledger.Available(s.ClientID))))
	if err != nil {
		return nil, err
	}
	return []domain.Event{PayoutReversed{
		Order: order, Movement: m, ProviderID: c.ProviderID, Reason: cmd.Reason,
	}}, nil
}

// order gives back what is remembered of it: the numbers and the names of the
// payout, not where the money went.
func (c Closed) order(clientID int64) Order {
	return Order{
		Kind: c.Kind, ID: c.ID, ClientID: clientID, ExternalID: c.ExternalID,
		Amount: c.Amount, Fee: c.Fee, FeeVAT: c.FeeVAT, Total: c.Amount.Add(c.Fee),
	}
}
