package payment

import (
	"time"

	"gateway/domain"
)

// Cancel ends a pending payment on behalf of its client (API reference: cancel). Checks:
//
//  1. payment_not_found, also if it belongs to another client
//  2. EXPIRED already: nothing happens
//  3. payment_not_open: it is PAID, SETTLED or FAILED
//  4. payment_under_review: money for it is in suspense
//  5. report_pending: a notification of money waits to be confirmed
func Cancel(s State, clientID int64, at time.Time) ([]domain.Event, error) {
	switch {
	case !s.Exists(), s.ClientID != clientID:
		return nil, notFound()
	case s.Status == StatusExpired:
		return nil, nil
	case s.Status != StatusPending:
		return nil, domain.Refuse(domain.Invalid, "payment_not_open", "the payment is %s", s.Status)
	case s.hasOpenSuspense():
		return nil, domain.Refuse(domain.Invalid, "payment_under_review", "money came for the payment, and is under review")
	case s.hasPendingReport():
		return nil, reportPending()
	}
	return []domain.Event{s.expired(ReasonCancelled, at)}, nil
}
