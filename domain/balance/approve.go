package balance

import (
	"time"

	"gateway/domain"
	"gateway/domain/ledger"
)

// ApproveCmd moves a pending payout on. Manual keeps it from the provider.
type ApproveCmd struct {
	Manual bool
	By     string
	At     time.Time
}

// Approve guards: payout_not_found, then not_pending.
func Approve(s State, kind string, id int64, cmd ApproveCmd) ([]domain.Event, error) {
	p, err := s.pending(kind, id, "not_pending")
	if err != nil {
		return nil, err
	}
	return []domain.Event{PayoutApproved{Order: p.Order, Manual: cmd.Manual, By: cmd.By, At: cmd.At}}, nil
}

// RejectCmd is an administrator's no. The reason is shown to the client.
type RejectCmd struct {
	By     string
	Reason string
	At     time.Time
}

// Reject releases what was held. Guards: payout_not_found, then not_pending.
func Reject(s State, kind string, id int64, cmd RejectCmd) ([]domain.Event, error) {
	p, err := s.pending(kind, id, "not_pending")
	if err != nil {
		return nil, err
	}
	m, err := s.release(p, cmd.At)
	if err != nil {
		return nil, err
	}
	return []domain.Event{PayoutRejected{Order: p.Order, Movement: m, By: cmd.By, Reason: cmd.Reason}}, nil
}

// Cancel releases what was held, for the client. Guards: payout_not_found, then
// cannot_be_cancelled for every status but pending.
func Cancel(s State, kind string, id int64, at time.Time) ([]domain.Event, error) {
	p, err := s.pending(kind, id, "cannot_be_cancelled")
	if err != nil {
		return nil, err
	}
	m, err := s.release(p, at)
	if err != nil {
		return nil, err
	}
	return []domain.Event{PayoutCancelled{Order: p.Order, Movement: m}}, nil
}

// pending finds a payout that is pending; code refuses any other status.
func (s State) pending(kind string, id int64, code string) (Payout, error) {
	switch status := s.StatusOf(kind, id); status {
	case "":
		return Payout{}, notFound(kind)
	case StatusPending:
		p, _ := s.Payout(kind, id)
		return p, nil
	default:
		return Payout{}, domain.Refuse(domain.Invalid, code, "the %s is %s", kind, status)
	}
}

// processing finds a payout that is processing; not_processing refuses any other
// status.
func (s State) processing(kind string, id int64) (Payout, error) {
	switch status := s.StatusOf(kind, id); status {
	case "":
		return Payout{}, notFound(kind)
	case StatusProcessing:
		p, _ := s.Payout(kind, id)
		return p, nil
	default:
		return Payout{}, domain.Refuse(domain.Invalid, "not_processing", "the %s is %s", kind, status)
	}
}

func (s State) release(p Payout, at time.Time) (Movement, error) {
	return s.move(p.ClientID, p.ExternalID, at,
		ledger.Transfer(ledger.Held(p.ClientID), ledger.Available(p.ClientID), p.Total))
}

func notFound(kind string) error {
	return domain.Refuse(domain.NotFound, "payout_not_found", "there is no such %s", kind)
}
