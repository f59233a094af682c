package payment

import (
	"time"

	"gateway/domain"
)

// Expired moves PENDING to EXPIRED.
type Expired struct {
	Identity
	ProviderID     string `json:"provider_id"`
	PreviousStatus string `json:"previous_status"`
	// Reason is one of the constants below, or empty if the payment ran out of time or the provider ended it.
	// If it is not empty, the payment must also be closed at the provider.
	Reason string `json:"reason"`
	// ReplacedBy is the transaction_id of the newer payment, for ReasonReplaced.
	ReplacedBy string    `json:"replaced_by"`
	At         time.Time `json:"at"`
}

// The reasons why a payment EXPIRED early.
const (
	// ReasonCancelled: the client cancelled it.
	ReasonCancelled = "cancelled"
	// ReasonReplaced: a newer payment replaced it.
	ReasonReplaced = "replaced"
)

// Expire ends an unpaid payment. Checks:
//
//  1. payment_not_found
//  2. not PENDING any more: nothing happens; PAID beats EXPIRED
//  3. money for it is in suspense: nothing happens until an administrator has decided
//  4. a notification of money waits to be confirmed: nothing happens until it is answered
func Expire(s State, at time.Time) ([]domain.Event, error) {
	if !s.Exists() {
		return nil, notFound()
	}
	if !s.mayExpire() {
		return nil, nil
	}
	return []domain.Event{s.expired(s.endReason(), at)}, nil
}

func (s State) mayExpire() bool {
	return s.Status == StatusPending && !s.hasOpenSuspense() && !s.hasPendingReport()
}

// endReason returns ReasonReplaced for a payment that was replaced while money for it was in suspense or
// reported: it ends once that is decided.
func (s State) endReason() string {
	if s.replacedBy() != "" {
		return ReasonReplaced
	}
	return ""
}

func (s State) expired(reason string, at time.Time) Expired {
	return Expired{
		Identity: s.Identity, ProviderID: s.Opening.ProviderID, PreviousStatus: s.Status,
		Reason: reason, ReplacedBy: s.replacedBy(), At: at,
	}
}
