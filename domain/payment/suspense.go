package payment

import (
	"time"

	"gateway/domain"
)

// ReleaseSuspense gives suspended money to the client, less fee and VAT on what was
// received. Where the payment is not PAID yet the money makes it PAID, and SETTLED
// too if the provider reported that in the meantime. Guards:
//
//  1. payment_not_found, then suspense_not_found
//  2. suspense_closed: released or refunded already
//  3. invalid_field reason: none is given
func ReleaseSuspense(s State, suspenseID int64, by, reason string, at time.Time) ([]domain.Event, error) {
	m, err := s.openSuspense(suspenseID, reason)
	if err != nil {
		return nil, err
	}
	paid := s.paid(m.Receipt, m.ChannelCode, s.heldOnRelease(m), at)
	paid.SuspenseID = suspenseID
	released := SuspenseReleased{
		Identity: paid.Identity, Receipt: m.Receipt, Charge: paid.Charge,
		SuspenseID: suspenseID, Held: paid.Held, By: by, Reason: reason, At: at,
	}
	if s.Paid() {
		return []domain.Event{released}, nil
	}
	events := []domain.Event{released, paid}
	if m.Settled {
		events = append(events, Evolve(s, paid).settled(SettleCmd{At: at}))
	}
	return events, nil
}

// heldOnRelease: money is held only where a later Settled frees it. None comes for
// a second payment, nor for what was settled while it was suspended.
func (s State) heldOnRelease(m Suspense) bool {
	return s.holds(m.ChannelCode) && !s.Paid() && !m.Settled
}

// RefundSuspense records that suspended money goes back through the provider. Guards as
// ReleaseSuspense.
func RefundSuspense(s State, suspenseID int64, by, reason string, at time.Time) ([]domain.Event, error) {
	m, err := s.openSuspense(suspenseID, reason)
	if err != nil {
		return nil, err
	}
	return []domain.Event{SuspenseRefunded{
		Identity: s.paidWith(m.ChannelCode), Receipt: m.Receipt,
		SuspenseID: suspenseID, By: by, Reason: reason, At: at,
	}}, nil
}

func (s State) openSuspense(id int64, reason string) (Suspense, error) {
	if !s.Exists() {
		return Suspense{}, notFound()
	}
	m, ok := s.findSuspense(func(m Suspense) bool { return m.ID == id })
	switch {
	case !ok:
		return Suspense{}, domain.Refuse(domain.NotFound, "suspense_not_found", "there is no such money in suspense")
	case m.Closed:
		return Suspense{}, domain.Refuse(domain.Invalid, "suspense_closed", "it was released or refunded already")
	case reason == "":
		return Suspense{}, domain.InvalidField("reason", "is required")
	}
	return m, nil
}
