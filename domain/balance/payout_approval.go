package balance

import (
	"time"

	"gateway/domain"
)

// PayoutApproved moves a payout from pending to processing. Manual: a person makes the
// transfer, and the provider is not told of it. Day is the business's date of an approval by
// itself, for the daily cap; empty for one by an administrator, and in older events.
type PayoutApproved struct {
	Order
	Manual bool      `json:"manual"`
	By     string    `json:"approved_by"`
	Day    string    `json:"day"`
	At     time.Time `json:"at"`
}

// PayoutRejected releases the held total: pending to rejected, by an administrator.
type PayoutRejected struct {
	Order
	Movement
	By     string `json:"rejected_by"`
	Reason string `json:"reason"`
}

// PayoutCancelled releases the held total: pending to cancelled, by the client.
type PayoutCancelled struct {
	Order
	Movement
}

// ApproveCmd approves a pending payout. Manual keeps it from the provider.
type ApproveCmd struct {
	Manual bool
	By     string
	At     time.Time
}

// Approve decides an ApproveCmd. Checks: payout_not_found, then not_pending.
func Approve(s State, kind string, id int64, cmd ApproveCmd) ([]domain.Event, error) {
	p, err := s.openWithStatus(kind, id, StatusPending, "not_pending")
	if err != nil {
		return nil, err
	}
	return []domain.Event{PayoutApproved{Order: p.Order, Manual: cmd.Manual, By: cmd.By, At: cmd.At}}, nil
}

// RejectCmd rejects a pending payout. The client is shown the reason.
type RejectCmd struct {
	By     string
	Reason string
	At     time.Time
}

// Reject releases the held total. Checks: payout_not_found, then not_pending.
func Reject(s State, kind string, id int64, cmd RejectCmd) ([]domain.Event, error) {
	p, err := s.openWithStatus(kind, id, StatusPending, "not_pending")
	if err != nil {
		return nil, err
	}
	m, err := s.release(p.Order, cmd.At)
	if err != nil {
		return nil, err
	}
	return []domain.Event{PayoutRejected{Order: p.Order, Movement: m, By: cmd.By, Reason: cmd.Reason}}, nil
}

// Cancel releases the held total for the client. Checks: payout_not_found, then
// cannot_be_cancelled for any status but pending.
func Cancel(s State, kind string, id int64, at time.Time) ([]domain.Event, error) {
	p, err := s.openWithStatus(kind, id, StatusPending, "cannot_be_cancelled")
	if err != nil {
		return nil, err
	}
	m, err := s.release(p.Order, at)
	if err != nil {
		return nil, err
	}
	return []domain.Event{PayoutCancelled{Order: p.Order, Movement: m}}, nil
}
