package payment

import (
	"slices"
	"time"

	"gateway/domain"
)

// Chained says that the payment belongs to a chain. It moves no money. See the package comment.
type Chained struct {
	Identity
	// Chain is the transaction_id of the chain's oldest payment.
	Chain string `json:"order"`
	// Replaces is the transaction_id of the payment that this one replaces, empty for the
	// oldest.
	Replaces string    `json:"replaces"`
	At       time.Time `json:"at"`
}

// Replaced says that a newer payment, which is open, replaced this one. It changes no status.
type Replaced struct {
	Identity
	// By is the transaction_id of the newer payment, and NewerID its integer id.
	By      string `json:"replaced_by"`
	NewerID int64  `json:"newer_id"`
	// ExpiresAt is the end of the time in which this payment could be paid: At, or its own expiry if that is
	// earlier.
	ExpiresAt time.Time `json:"expires_at"`
	At        time.Time `json:"at"`
}

// StartChain decides whether a client's payment may be replaced, and puts it into its own chain unless it is
// in one. Checks:
//
//  1. invalid_field replaces: this client has no such payment
//  2. invalid_field replaces: it is PAID or SETTLED
//  3. invalid_field replaces: money for it is in suspense
//  4. report_pending: a notification of money waits to be confirmed
func StartChain(s State, clientID int64, at time.Time) ([]domain.Event, error) {
	switch {
	case !s.Exists(), s.ClientID != clientID:
		return nil, NotReplaceable()
	case s.Paid():
		return nil, domain.InvalidField("replaces", "is %s", s.Status)
	case s.hasOpenSuspense():
		return nil, domain.InvalidField("replaces", "has money that is under review")
	case s.hasPendingReport():
		return nil, reportPending()
	case s.Chain != "":
		return nil, nil
	}
	return []domain.Event{Chained{Identity: s.Identity, Chain: s.TransactionID, At: at}}, nil
}

// NotReplaceable returns the refusal of a `replaces` that names no payment of the client.
func NotReplaceable() error {
	return domain.InvalidField("replaces", "is not the transaction_id of a payment of yours")
}

// RequestReplacing requests a payment that replaces another payment of the chain. Checks are those of
// Request.
func RequestReplacing(s State, cmd RequestCmd, chain, replaces string) ([]domain.Event, error) {
	cmd.Replaces = replaces
	events, err := Request(s, cmd)
	if err != nil || len(events) == 0 {
		return nil, err
	}
	return append(events, Chained{Identity: cmd.Identity, Chain: chain, Replaces: replaces, At: cmd.At}), nil
}

// Replace records that the newer payment is open, and ends this one if it is pending. It stays pending while
// money for it is in suspense, or is reported and not confirmed. Checks: payment_not_found; replaced by that
// one already: nothing happens.
func Replace(s State, newer Identity, at time.Time) ([]domain.Event, error) {
	if !s.Exists() {
		return nil, notFound()
	}
	if slices.Contains(s.ReplacedBy, newer.TransactionID) {
		return nil, nil
	}
	ends := s.ExpiresAt
	if ends.After(at) {
		ends = at
	}
	events := []domain.Event{Replaced{
		Identity: s.Identity, By: newer.TransactionID, NewerID: newer.ID, ExpiresAt: ends, At: at,
	}}
	s = Aggregate.Fold(s, events...)
	if s.mayExpire() {
		events = append(events, s.expired(s.endReason(), at))
	}
	return events, nil
}

// replacedBy returns the newest payment that replaced this one, empty for none.
func (s State) replacedBy() string {
	if len(s.ReplacedBy) == 0 {
		return ""
	}
	return s.ReplacedBy[len(s.ReplacedBy)-1]
}
