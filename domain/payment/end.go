package payment

import (
	"slices"
	"time"

	"gateway/domain"
	"gateway/domain/pricing"
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

// ClaimGivenUp says that the payment does not become PAID by this claim of its chain, nor by an earlier one.
// Another payment of the chain, or this one, may claim it again. It moves no money.
type ClaimGivenUp struct {
	Identity
	// Chain is the transaction_id of the chain's oldest payment.
	Chain string `json:"order"`
	// Number is the number of the claim.
	Number int       `json:"number"`
	At     time.Time `json:"at"`
}

// GiveUpClaim decides whether the claimant of a chain gives its claim up, because another payment of the
// chain is to become PAID. decided is true if an administrator decided so. Checks:
//
//  1. payment_not_found
//  2. it has given that claim up already: nothing happens
//  3. HoldsClaim: nothing happens, unless an administrator decided and it is not PAID
func GiveUpClaim(s State, claim Claim, decided bool, at time.Time) ([]domain.Event, error) {
	switch {
	case !s.Exists():
		return nil, notFound()
	case s.GivenUp >= claim.Number, s.Paid(), !decided && s.HoldsClaim(claim):
		return nil, nil
	}
	return []domain.Event{ClaimGivenUp{Identity: s.Identity, Chain: s.Chain, Number: claim.Number, At: at}}, nil
}

// HoldsClaim reports whether the claimant is PAID, or may still become PAID without a new claim. It no longer
// holds a claim that it gave up, nor one whose money is gone: refunded out of suspense, or taken back before
// the gateway knew of the payment.
func (s State) HoldsClaim(claim Claim) bool {
	switch {
	case s.Paid():
		return true
	case s.GivenUp >= claim.Number:
		return false
	}
	return s.hasOpenSuspense() || !s.lostMoney()
}

// lostMoney reports whether money of the payment went back without a credit: out of suspense, or all of it
// before the gateway knew of it.
func (s State) lostMoney() bool {
	return slices.ContainsFunc(s.Suspense, func(m Suspense) bool {
		_, credited := s.credit(m.ID)
		return m.Closed && !credited
	}) || slices.ContainsFunc(s.WaitingReversals, func(w WaitingReversal) bool {
		return !w.Unconfirmed && !w.Undecided && (w.Kind == Void || !w.Amount.LessThan(s.Amount))
	})
}

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
