package balance

import (
	"time"

	"gateway/domain"
	"gateway/domain/ledger"
)

// CompleteCmd is the word that the transfer was made. ProviderID tells what the
// provider did from what a person did.
type CompleteCmd struct {
	ProviderID    string
	TransferredBy string
	TransferAt    time.Time
	At            time.Time
}

// Complete pays out what was held. Guards:
//
//  1. payout_not_found
//  2. completed, or reversed since: nothing happens
//  3. payout_contradiction: it ended otherwise, or a person completed it: perhaps
//     paid twice, so somebody must look
//  4. not_submitted: the provider was never told of it
//  5. invalid_field provider_id: it is empty
func Complete(s State, kind string, id int64, cmd CompleteCmd) ([]domain.Event, error) {
	if c, ended := s.ClosedPayout(kind, id); ended {
		if c.paidByProvider() {
			return nil, nil
		}
		return nil, contradiction(c, StatusCompleted)
	}
	p, err := s.submitted(kind, id)
	if err != nil {
		return nil, err
	}
	if cmd.ProviderID == "" {
		return nil, domain.InvalidField("provider_id", "is required")
	}
	return s.complete(*p, cmd)
}

func (s State) complete(p Payout, cmd CompleteCmd) ([]domain.Event, error) {
	m, err := s.move(p.ClientID, p.ExternalID, cmd.At, payOut(p.Order, ledger.Held(p.ClientID)))
	if err != nil {
		return nil, err
	}
	return []domain.Event{PayoutCompleted{
		Order: p.Order, Movement: m,
		ProviderID: cmd.ProviderID, TransferredBy: cmd.TransferredBy, TransferAt: cmd.TransferAt,
	}}, nil
}

// FailCmd is the word that the transfer was not made. By is who says so.
type FailCmd struct {
	ProviderID string
	By         string
	Reason     string
	At         time.Time
}

// Fail releases what was held. Guards:
//
//  1. payout_not_found
//  2. the provider completed it before: it is reversed, amount and fee
//  3. ended otherwise: nothing happens. What a person completed stays: the failure
//     is that of the provider's own attempt.
//  4. not_submitted: the provider was never told of it
func Fail(s State, kind string, id int64, cmd FailCmd) ([]domain.Event, error) {
	if c, ended := s.ClosedPayout(kind, id); ended {
		if c.Status == StatusCompleted && c.paidByProvider() {
			return Reverse(s, kind, id, ReverseCmd{ProviderID: cmd.ProviderID, Reason: cmd.Reason, At: cmd.At})
		}
		return nil, nil
	}
	p, err := s.submitted(kind, id)
	if err != nil {
		return nil, err
	}
	return s.fail(*p, cmd)
}

func (s State) fail(p Payout, cmd FailCmd) ([]domain.Event, error) {
	m, err := s.release(p, cmd.At)
	if err != nil {
		return nil, err
	}
	return []domain.Event{PayoutFailed{
		Order: p.Order, Movement: m, ProviderID: cmd.ProviderID, By: cmd.By, Reason: cmd.Reason,
	}}, nil
}

func (c Closed) paidByProvider() bool {
	return c.ProviderID != "" && (c.Status == StatusCompleted || c.Status == StatusReversed)
}

func contradiction(c Closed, reported string) error {
	return domain.Refuse(domain.Invalid, "payout_contradiction",
		"the provider reports the %s %d as %s, but it is %s here", c.Kind, c.ID, reported, c.Status)
}
