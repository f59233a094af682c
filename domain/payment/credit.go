package payment

import (
	"slices"
	"time"

	"gateway/domain"

	"github.com/shopspring/decimal"
)

// Credit is money of the payment that was credited to the client: the money that made it PAID, or a second
// payment that an administrator released.
type Credit struct {
	// SuspenseID is not 0 for money that came out of suspense.
	SuspenseID int64
	// Connection received it.
	Connection  string
	ChannelCode string
	Receipt     Receipt
	Charge      Charge
	// PaidOtherwise is how much of Reversed the provider did not give back: a transfer did, or a person. The provider still has
	// it as paid, and may take it back, too.
	PaidOtherwise decimal.Decimal
	// Unsettled is the part of the net amount that the client can't withdraw yet, in rupiah: all of it for a
	// held credit, less what reversals took of it, and 0 once the hold has ended.
	Unsettled decimal.Decimal
	// HoldOver is true once the money is settled, or its hold was ended: what a refund gives back is available.
	HoldOver bool
	// HeldSince is when the money was paid, or when it was credited if the provider gives a later time of
	// payment.
	HeldSince time.Time
	// Reversed is how much of Receipt.PaidAmount was taken back, in rupiah.
	Reversed decimal.Decimal
}

func newCredit(suspenseID int64, of Identity, r Receipt, c Charge, held bool, at time.Time) Credit {
	credit := Credit{
		SuspenseID: suspenseID, Connection: of.Connection, ChannelCode: of.ChannelCode, Receipt: r, Charge: c, HeldSince: HeldSince(r, at),
	}
	if held {
		credit.Unsettled = c.Net
	}
	return credit
}

// endHold makes unsettled money available.
func (c *Credit) endHold(amount decimal.Decimal) {
	c.Unsettled, c.HoldOver = c.Unsettled.Sub(amount), true
}

// HeldSince returns the time from which the days of a hold count: when the money was paid, or when it was
// credited if the provider gives a later time of payment.
func HeldSince(r Receipt, creditedAt time.Time) time.Time {
	if r.PaidAt.After(creditedAt) {
		return creditedAt
	}
	return r.PaidAt
}

// left returns how much can still be taken back.
func (c Credit) left() decimal.Decimal { return c.Receipt.PaidAmount.Sub(c.Reversed) }

// main returns the credit that made the payment PAID. It is zero before.
func (s State) main() Credit {
	if !s.Paid() {
		return Credit{}
	}
	c, _ := s.credit(s.PaidFromSuspense)
	return c
}

func (s State) credit(suspenseID int64) (Credit, bool) {
	i := slices.IndexFunc(s.Credits, func(c Credit) bool { return c.SuspenseID == suspenseID })
	if i < 0 {
		return Credit{}, false
	}
	return s.Credits[i], true
}

func (s State) withCredit(suspenseID int64, change func(*Credit)) State {
	s.Credits = slices.Clone(s.Credits)
	for i := range s.Credits {
		if s.Credits[i].SuspenseID == suspenseID {
			change(&s.Credits[i])
		}
	}
	return s
}

// HoldEnded makes a held credit withdrawable without changing the payment's status: the provider settled a
// second payment, the time of the hold is over, or an administrator ended it.
type HoldEnded struct {
	Identity
	// SuspenseID identifies the suspended money; 0 for money that was credited at once.
	SuspenseID int64 `json:"suspense_id"`
	// FromUnsettled is the amount that becomes available, in rupiah.
	FromUnsettled decimal.Decimal `json:"from_unsettled"`
	By            string          `json:"by"`
	Reason        string          `json:"reason"`
	At            time.Time       `json:"at"`
}

// IsSettled reports whether the hold ended because the provider settled the money. It also checks By, because
// an administrator's reason can be the same word.
func (e HoldEnded) IsSettled() bool { return e.By == ByProvider && e.Reason == HoldSettled }

// ByGateway is the value of By in a HoldEnded whose time is over.
const ByGateway = "gateway"

// Reasons of a HoldEnded without an administrator.
const (
	// HoldSettled: the provider settled the money.
	HoldSettled = "settled"
	// HoldOver: the configured number of days has passed.
	HoldOver = "hold_over"
)

// EndHoldCmd ends the holds of a payment.
type EndHoldCmd struct {
	By     string
	Reason string
	// PaidUntil leaves out money whose hold began later (HeldSince). Zero stands for all money.
	PaidUntil time.Time
	At        time.Time
}

// EndHold makes the held money of a payment withdrawable. Checks:
//
//  1. payment_not_found
//  2. invalid_field reason: it is empty
//  3. not_held: nothing is held
func EndHold(s State, cmd EndHoldCmd) ([]domain.Event, error) {
	if !s.Exists() {
		return nil, notFound()
	}
	if cmd.Reason == "" {
		return nil, domain.InvalidField("reason", "is required")
	}
	var events []domain.Event
	for _, c := range s.Credits {
		if c.Unsettled.IsPositive() && (cmd.PaidUntil.IsZero() || !c.HeldSince.After(cmd.PaidUntil)) {
			events = append(events, s.endHold(c, cmd.By, cmd.Reason, cmd.At))
		}
	}
	if len(events) == 0 {
		return nil, domain.Refuse(domain.Invalid, "not_held", "no money of this payment is held")
	}
	return events, nil
}

func (s State) endHold(c Credit, by, reason string, at time.Time) HoldEnded {
	return HoldEnded{
		Identity: s.identityPaidWith(c.Connection, c.ChannelCode), SuspenseID: c.SuspenseID, FromUnsettled: c.Unsettled,
		By: by, Reason: reason, At: at,
	}
}
