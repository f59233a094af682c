package balance

import (
	"time"

	"gateway/domain"
	"gateway/domain/ledger"
)

// PayoutCompleted pays out the held total: from bank:payouts if the provider made the transfer, from
// bank:operating if a person did.
type PayoutCompleted struct {
	Order
	Movement
	// ApprovedBy is the actor who approved the payout; empty in older events.
	ApprovedBy string `json:"approved_by"`
	// ProviderID is empty if a person made the transfer.
	ProviderID    string    `json:"provider_id"`
	TransferredBy string    `json:"di_transfer_oleh"`
	TransferAt    time.Time `json:"transfer_at"`
}

// PayoutFailed releases the held total. The payout moves from processing to failed.
type PayoutFailed struct {
	Order
	Movement
	// ProviderID is empty if a person failed the payout.
	ProviderID string `json:"provider_id"`
	By         string `json:"failed_by"`
	Reason     string `json:"reason"`
}

// CompleteCmd says that the transfer was made.
type CompleteCmd struct {
	ProviderID    string
	TransferredBy string
	TransferAt    time.Time
	At            time.Time
}

// Complete records that the provider made the transfer. Checks:
//
//  1. payout_not_found
//  2. completed by the provider, or reversed since: nothing happens
//  3. payout_contradiction: it ended otherwise, or a person completed it, so it may be
//     paid twice and a person must look at it
//  4. not_submitted: the provider never got the order
//  5. invalid_field provider_id: it is empty
func Complete(s State, kind string, id int64, cmd CompleteCmd) ([]domain.Event, error) {
	if c, ended := s.ClosedPayout(kind, id); ended {
		if c.paidByProvider() {
			return nil, nil
		}
		return nil, domain.Refuse(domain.Invalid, "payout_contradiction",
			"the provider reports the %s %d as %s, but it is %s here", c.Kind, c.ID, StatusCompleted, c.Status)
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
	o := p.Order
	paidFrom := ledger.BankPayouts
	if cmd.ProviderID == "" {
		paidFrom = ledger.BankOperating // the provider's money did not move
	}
	m, err := s.move(o.ClientID, o.ExternalID, cmd.At, payOutPostings(o, ledger.Held(o.ClientID), paidFrom))
	if err != nil {
		return nil, err
	}
	return []domain.Event{PayoutCompleted{
		Order: o, Movement: m, ApprovedBy: p.ApprovedBy,
		ProviderID: cmd.ProviderID, TransferredBy: cmd.TransferredBy, TransferAt: cmd.TransferAt,
	}}, nil
}

// FailCmd says that the transfer was not made, and who reports it.
type FailCmd struct {
	ProviderID string
	By         string
	Reason     string
	At         time.Time
}

// Fail records that the provider did not make the transfer. Checks:
//
//  1. payout_not_found
//  2. completed by the provider before: it is reversed, amount and fee
//  3. ended otherwise: nothing happens; a payout that a person completed stays
//     completed, because only the provider's own attempt failed
//  4. not_submitted: the provider never got the order
func Fail(s State, kind string, id int64, cmd FailCmd) ([]domain.Event, error) {
	if c, ended := s.ClosedPayout(kind, id); ended {
		if c.Status == StatusCompleted && c.paidByProvider() {
			return Reverse(s, kind, id, ReverseCmd{Reason: cmd.Reason, At: cmd.At})
		}
		return nil, nil
	}
	p, err := s.submitted(kind, id)
	if err != nil {
		return nil, err
	}
	return s.fail(p.Order, cmd)
}

// FailRefused records that the provider refused the order and has no record of it. This proves that nothing
// was paid only if it was the only attempt: after an earlier attempt, the refusal may concern the last one
// alone, and nothing happens. Checks are those of Fail.
func FailRefused(s State, kind string, id int64, cmd FailCmd) ([]domain.Event, error) {
	if p, open := s.Payout(kind, id); open && p.Attempts > 1 {
		return nil, nil
	}
	return Fail(s, kind, id, cmd)
}

func (s State) fail(o Order, cmd FailCmd) ([]domain.Event, error) {
	m, err := s.release(o, cmd.At)
	if err != nil {
		return nil, err
	}
	return []domain.Event{PayoutFailed{
		Order: o, Movement: m, ProviderID: cmd.ProviderID, By: cmd.By, Reason: cmd.Reason,
	}}, nil
}
