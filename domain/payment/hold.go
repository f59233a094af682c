package payment

import (
	"time"

	"gateway/domain"

	"github.com/shopspring/decimal"
)

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
		Identity: s.identityPaidWith(c.ChannelCode), SuspenseID: c.SuspenseID, FromUnsettled: c.Unsettled,
		By: by, Reason: reason, At: at,
	}
}
