package balance

import (
	"time"

	"gateway/domain"
)

// PayoutApproved moves a payout from pending to processing. Manual is true if a person makes the transfer;
// the provider never gets the order. Day is the business date of an auto-approval, for the daily cap; it is
// empty for an approval by an administrator, and in older events.
type PayoutApproved struct {
	Order
	Manual bool      `json:"manual"`
	By     string    `json:"approved_by"`
	Day    string    `json:"day"`
	At     time.Time `json:"at"`
	// Notify are the addresses that are told by mail; none in older events and in an auto-approval.
	Notify []string `json:"notify,omitempty"`
}

// PayoutRejected releases the held total. An administrator moves the payout from pending to rejected.
type PayoutRejected struct {
	Order
	Movement
	By     string `json:"rejected_by"`
	Reason string `json:"reason"`
	// Notify are the addresses that are told by mail; none in older events.
	Notify []string `json:"notify,omitempty"`
}

// PayoutCancelled releases the held total. The client moves the payout from pending to cancelled.
type PayoutCancelled struct {
	Order
	Movement
}

// ApproveCmd approves a pending payout. Manual keeps the order from the provider.
type ApproveCmd struct {
	Manual bool
	// Present is the present bank account in the client's profile, which a withdrawal must go to. Nil skips
	// the comparison: a settlement may go to any bank account.
	Present *BankAccount
	By      string
	// Notify are the addresses that are told by mail.
	Notify []string
	At     time.Time
}

// BankAccount is where a payout goes: an account number and a bank code.
type BankAccount struct{ Number, Bank string }

// Approve decides an ApproveCmd. Checks, in this order:
//
//  1. payout_not_found
//  2. not_pending
//  3. found_at_provider: the payout is held, and a person would pay it a second time
//  4. bank_account_changed: the profile has another bank account since the request. A thief who
//     changed it may have asked for the withdrawal.
func Approve(s State, kind string, id int64, cmd ApproveCmd) ([]domain.Event, error) {
	p, err := s.openWithStatus(kind, id, StatusPending, "not_pending")
	if err != nil {
		return nil, err
	}
	if cmd.Manual {
		if err := p.notFound(); err != nil {
			return nil, err
		}
	}
	if cmd.Present != nil && *cmd.Present != (BankAccount{Number: p.AccountNumber, Bank: p.Bank}) {
		return nil, domain.Refuse(domain.Invalid, "bank_account_changed",
			"the client's bank account is another one since the request: reject the withdrawal, and let the client ask for it again")
	}
	return []domain.Event{PayoutApproved{Order: p.Order, Manual: cmd.Manual, By: cmd.By, At: cmd.At, Notify: cmd.Notify}}, nil
}

// RejectCmd rejects a pending payout. The client sees the reason.
type RejectCmd struct {
	By     string
	Reason string
	// Notify are the addresses that are told by mail.
	Notify []string
	At     time.Time
}

// Reject releases the held total. Checks: payout_not_found, not_pending, then found_at_provider: the client
// would have the money twice.
func Reject(s State, kind string, id int64, cmd RejectCmd) ([]domain.Event, error) {
	p, err := s.openWithStatus(kind, id, StatusPending, "not_pending")
	if err != nil {
		return nil, err
	}
	if err := p.notFound(); err != nil {
		return nil, err
	}
	return s.recovering(func(s State) (domain.Event, error) {
		m, err := s.release(p.Order, cmd.At)
		return PayoutRejected{Order: p.Order, Movement: m, By: cmd.By, Reason: cmd.Reason, Notify: cmd.Notify}, err
	})
}

func (s State) cancel(o Order, at time.Time) ([]domain.Event, error) {
	return s.recovering(func(s State) (domain.Event, error) {
		m, err := s.release(o, at)
		return PayoutCancelled{Order: o, Movement: m}, err
	})
}

// Cancel releases the held total for the client. Checks: payout_not_found, then cannot_be_cancelled for any
// status but pending, and for a held payout, because the client would have the money twice.
func Cancel(s State, kind string, id int64, at time.Time) ([]domain.Event, error) {
	p, err := s.openWithStatus(kind, id, StatusPending, "cannot_be_cancelled")
	if err != nil {
		return nil, err
	}
	if p.Held {
		return nil, domain.Refuse(domain.Invalid, "cannot_be_cancelled", "the provider may have made this %s: it is being looked at", kind)
	}
	return s.cancel(p.Order, at)
}
