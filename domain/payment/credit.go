package payment

import (
	"slices"
	"time"

	"github.com/shopspring/decimal"
)

// Credit is money of the payment that was credited to the client: the money that made it PAID, or a second
// payment that an administrator released.
type Credit struct {
	// SuspenseID is not 0 for money that came out of suspense.
	SuspenseID  int64
	ChannelCode string
	Receipt     Receipt
	Charge      Charge
	// Unsettled is the part of the net amount that the client can't withdraw yet, in rupiah: all of it for a
	// held credit, less what reversals took of it, and 0 once the hold has ended.
	Unsettled decimal.Decimal
	// HeldSince is when the money was paid, or when it was credited if the provider gives a later time of
	// payment.
	HeldSince time.Time
	// Reversed is how much of Receipt.PaidAmount was taken back, in rupiah.
	Reversed decimal.Decimal
}

func newCredit(suspenseID int64, code string, r Receipt, c Charge, held bool, at time.Time) Credit {
	credit := Credit{SuspenseID: suspenseID, ChannelCode: code, Receipt: r, Charge: c, HeldSince: HeldSince(r, at)}
	if held {
		credit.Unsettled = c.Net
	}
	return credit
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
