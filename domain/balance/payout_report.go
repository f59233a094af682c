package balance

import (
	"cmp"
	"time"

	"gateway/domain"
	"gateway/domain/report"
)

// TransferredByProvider is the value of TransferredBy in a payout that the provider made.
const TransferredByProvider = "provider"

// TakeReport decides what the provider's own record of an attempt changes on a payout. The record must be the
// answer to a question or to an order; notifications go to TakeNotification. A record that does not fit the
// payout changes no money and gives PayoutContradicted, once. Refusals: payout_not_found.
func TakeReport(s State, kind string, id int64, r report.Payout, now time.Time) ([]domain.Event, error) {
	if p, open := s.Payout(kind, id); open {
		return s.takeReport(p, r, now)
	}
	if c, ended := s.ClosedPayout(kind, id); ended {
		return s.takeLateReport(c, r, now)
	}
	return nil, payoutNotFound(kind)
}

func (s State) takeReport(p Payout, r report.Payout, now time.Time) ([]domain.Event, error) {
	if p.isOver(r) {
		return nil, nil
	}
	if reason := p.contradiction(r); reason != "" {
		return s.contradict(p.Order, p.Status, r, reason, now), nil
	}
	switch r.Status {
	case report.Pending:
		return Accept(s, p.Kind, p.ID, r.ProviderID, now)
	case report.Completed:
		return Complete(s, p.Kind, p.ID, CompleteCmd{
			ProviderID: r.ProviderID, TransferredBy: TransferredByProvider, TransferAt: timeOr(r.UpdatedAt, now), At: now,
		})
	case report.Failed, report.Reversed:
		if report.IsFloatCode(r.FailureCode) {
			return []domain.Event{PayoutAttemptFailed{
				Order: p.Order, Reference: r.Reference, ProviderID: r.ProviderID, Reason: FloatEmpty, At: now,
			}}, nil
		}
		// A payout that was reversed before the gateway learned that it was completed has failed.
		return Fail(s, p.Kind, p.ID, FailCmd{ProviderID: r.ProviderID, By: TransferredByProvider, Reason: failure(r), At: now})
	}
	return nil, domain.InvalidField("status", "is not a status of a payout")
}

// isOver reports whether a record is about an order that is known to have moved no money and is not the last
// attempt: it failed, or it is older news about an attempt that has failed since.
func (p Payout) isOver(r report.Payout) bool {
	if r.Status == report.Failed {
		return r.Reference != p.Reference
	}
	return r.Status == report.Pending && r.Reference == p.FailedReference && r.Reference != p.Reference
}

// takeLateReport handles a report on a payout that has ended.
func (s State) takeLateReport(c ClosedPayout, r report.Payout, now time.Time) ([]domain.Event, error) {
	order := c.order(s.ClientID)
	switch {
	case r.Status == report.Failed && (digitsOf(r.Reference) != c.Random || !c.paidByProvider()):
		return nil, nil // an unpaid attempt of a payout that ended in another way
	case r.Status == report.Pending && r.ProviderID == c.ProviderID:
		return nil, nil // older news
	case !c.paidByProvider() && r.Status == report.Reversed:
		return nil, nil
	case !c.paidByProvider():
		return s.contradict(order, c.Status, r, EndedOtherwise, now), nil
	}
	if reason := c.contradiction(r); reason != "" {
		return s.contradict(order, c.Status, r, reason, now), nil
	}
	if r.Status == report.Failed || r.Status == report.Reversed {
		return Reverse(s, c.Kind, c.ID, ReverseCmd{Reference: r.Reference, Reason: failure(r), At: now})
	}
	return nil, nil
}

// failure returns the reason for a failed or reversed payout.
func failure(r report.Payout) string { return cmp.Or(r.FailureCode, string(r.Status)) }

func timeOr(at, absent time.Time) time.Time {
	if at.IsZero() {
		return absent
	}
	return at
}
