package payment

import (
	"slices"
	"time"

	"gateway/domain"
)

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
