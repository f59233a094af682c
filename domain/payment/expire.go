package payment

import (
	"time"

	"gateway/domain"
)

// Expired moves PENDING to EXPIRED.
type Expired struct {
	Identity
	ProviderID     string    `json:"provider_id"`
	PreviousStatus string    `json:"previous_status"`
	At             time.Time `json:"at"`
}

// Expire ends an unpaid payment. Checks:
//
//  1. payment_not_found
//  2. not PENDING any more: nothing happens; PAID beats EXPIRED
//  3. money for it is in suspense: nothing happens until an administrator has decided
func Expire(s State, at time.Time) ([]domain.Event, error) {
	if !s.Exists() {
		return nil, notFound()
	}
	if s.Status != StatusPending || s.hasOpenSuspense() {
		return nil, nil
	}
	return []domain.Event{Expired{
		Identity: s.Identity, ProviderID: s.Opening.ProviderID, PreviousStatus: s.Status, At: at,
	}}, nil
}
