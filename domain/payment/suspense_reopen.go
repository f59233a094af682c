package payment

import (
	"slices"
	"time"

	"gateway/domain"
)

// SuspenseReopened says that an administrator gave up a refund through the provider that the provider has not
// listed: the money waits for a decision again. It moves no money.
type SuspenseReopened struct {
	Identity
	// Receipt has the amount that is left of the money as its PaidAmount.
	Receipt
	SuspenseID int64     `json:"suspense_id"`
	By         string    `json:"by"`
	Reason     string    `json:"reason"`
	At         time.Time `json:"at"`
}

// ReopenSuspense gives up a refund through the provider, for example one that the provider refused. If the
// provider lists that refund later, it concerns this money: it takes what is in suspense, takes nothing if
// the money was refunded by hand, and waits for a person if the money was released. Checks:
//
//  1. payment_not_found, then suspense_not_found
//  2. suspense_not_refunding: it is no refund through the provider, or the provider listed it
//  3. invalid_field reason: it is empty
//  4. reversal_pending: as in ReleaseSuspense
func ReopenSuspense(s State, suspenseID int64, by, reason string, at time.Time) ([]domain.Event, error) {
	m, err := s.suspenseOf(suspenseID)
	if err != nil {
		return nil, err
	}
	if !m.isToBeRefunded() {
		return nil, domain.Refuse(domain.Invalid, "suspense_not_refunding", "no refund of it through the provider is open")
	}
	if err := s.mayDecideOn(m, reason, at); err != nil {
		return nil, err
	}
	return []domain.Event{SuspenseReopened{
		Identity: s.identityPaidWith(m.ChannelCode), Receipt: m.remaining(), SuspenseID: m.ID, By: by, Reason: reason, At: at,
	}}, nil
}

// ReportBlocks is how long a notification of a reversal blocks the release or refund of money in suspense if
// the provider's books do not confirm it. They list a real reversal much earlier.
const ReportBlocks = 24 * time.Hour

// mayDecideOn refuses a decision without a reason, and a decision on money that the provider may have taken
// back.
func (s State) mayDecideOn(m Suspense, reason string, at time.Time) error {
	if reason == "" {
		return domain.InvalidField("reason", "is required")
	}
	pending := slices.ContainsFunc(s.WaitingReversals, func(w WaitingReversal) bool {
		if w.Unconfirmed && !at.Before(w.At.Add(ReportBlocks)) {
			return false
		}
		return slices.ContainsFunc(s.named(w.ProviderPaymentID), func(one received) bool {
			return one.is(m.ID) && one.fits(w.Reversal)
		})
	})
	if pending {
		return domain.Refuse(domain.Conflict, "reversal_pending",
			"money that may be this one was taken back: look at the payment's reversals first")
	}
	return nil
}
