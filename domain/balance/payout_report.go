package balance

import (
	"cmp"
	"time"

	"gateway/domain"
	"gateway/domain/report"
)

// TransferredByProvider is the TransferredBy of a payout that the provider made.
const TransferredByProvider = "provider"

// TakeReport decides what the provider's report changes on a payout. Refusals are
// those of Accept, Complete and Fail; payout_contradiction among them says that
// somebody may have been paid twice.
func TakeReport(s State, kind string, id int64, r report.Payout, now time.Time) ([]domain.Event, error) {
	switch r.Status {
	case report.Pending:
		return Accept(s, kind, id, r.ProviderID, now)
	case report.Completed:
		at := r.UpdatedAt
		if at.IsZero() {
			at = now
		}
		return Complete(s, kind, id, CompleteCmd{
			ProviderID: r.ProviderID, TransferredBy: TransferredByProvider, TransferAt: at, At: now,
		})
	case report.Failed, report.Reversed:
		// Fail reverses a payout that was completed before. A payout that was reversed
		// before it was known to be completed has failed.
		return Fail(s, kind, id, FailCmd{
			ProviderID: r.ProviderID, By: TransferredByProvider, Reason: cmp.Or(r.FailureCode, string(r.Status)), At: now,
		})
	}
	return nil, domain.InvalidField("status", "is not a status of a payout")
}
