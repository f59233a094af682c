package payment

import (
	"time"

	"gateway/domain"
	"gateway/domain/pricing"
)

// Closed says how it ended that the provider was to close a cancelled or replaced payment.
// It changes no status: money that comes all the same is credited.
type Closed struct {
	Identity
	// Outcome is one of the words below.
	Outcome string `json:"outcome"`
	// Code is the provider's, where it refused.
	Code string    `json:"code"`
	At   time.Time `json:"at"`
}

// The outcomes of closing a payment at the provider.
const (
	// ClosedByProvider: it can't be paid any more.
	ClosedByProvider = "closed"
	// ClosingRefused: the provider did not close it, mostly since it was paid.
	ClosingRefused = "refused"
	// ClosingLapsed: the provider did not answer until the payment's own expiry.
	ClosingLapsed = "lapsed"
	// ClosingNotNeeded: it was paid, or the provider never took it.
	ClosingNotNeeded = "not_needed"
)

// IsClosable reports whether the provider can be told to close a payment of the channel: an
// invoice or a virtual account.
func IsClosable(channel string) bool { return pricing.Kind(channel).Traits().Closable }

// Close records the end of closing. It does nothing where nothing is to be closed. Check:
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
