package payment

import (
	"time"

	"gateway/domain"
	"gateway/domain/pricing"
)

// Closed records the outcome of asking the provider to close a cancelled or replaced payment. It changes no
// status: money that arrives all the same is credited.
type Closed struct {
	Identity
	// Outcome is one of the constants below.
	Outcome string `json:"outcome"`
	// Code is the provider's error code, if it refused.
	Code string    `json:"code"`
	At   time.Time `json:"at"`
}

// The outcomes of closing a payment at the provider.
const (
	// ClosedByProvider: it can't be paid any more.
	ClosedByProvider = "closed"
	// ClosedByProvider: the payment can't be paid any more.
	ClosingRefused = "refused"
	// ClosingLapsed: the provider did not answer until the payment's own expiry.
	ClosingLapsed = "lapsed"
	// ClosingNotNeeded: it was paid, or the provider never took it.
	ClosingNotNeeded = "not_needed"
)

// IsClosable reports whether the provider can close payments of the channel.
func IsClosable(channel string) bool { return pricing.Kind(channel).Traits().Closable }

// Close records the outcome of closing. It does nothing if the payment is not waiting to be closed. Check:
// payment_not_found.
func Close(s State, outcome, code string, at time.Time) ([]domain.Event, error) {
	if !s.Exists() {
		return nil, notFound()
	}
	if !s.ToClose {
		return nil, nil
	}
	return []domain.Event{Closed{Identity: s.Identity, Outcome: outcome, Code: code, At: at}}, nil
}
