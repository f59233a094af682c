package payment

import (
	"fmt"
	"time"

	"gateway/domain"
)

// Chains folds the streams of chains: order-<oldest transaction_id>.
var Chains = domain.Aggregate[Chain]{Category: "order", Evolve: evolveChain}

// ChainStream names the stream of the chain whose oldest payment has the transaction_id.
func ChainStream(oldest string) string { return Chains.Stream(oldest) }

// Chain is the payments of one order of a merchant, of which one is PAID.
type Chain struct {
	// Claim is the newest claim, zero as long as no payment asked.
	Claim Claim
}

// Claim is the right of one payment of a chain to become PAID. A later claim of the chain exists
// only where the payment gave this one up.
type Claim struct {
	// TransactionID is that of the claimant.
	TransactionID string
	// Number counts the claims of the chain from 1.
	Number int
}

// Claimed is the first claim of a chain: which payment becomes PAID.
type Claimed struct {
	// Chain is the transaction_id of the chain's oldest payment.
	Chain         string    `json:"order"`
	TransactionID string    `json:"transaction_id"`
	ClientID      int64     `json:"client_id"`
	At            time.Time `json:"at"`
}

// ClaimTakenOver is a later claim of a chain. The claimant before gave its claim up.
type ClaimTakenOver struct {
	// Chain is the transaction_id of the chain's oldest payment.
	Chain         string `json:"order"`
	TransactionID string `json:"transaction_id"`
	ClientID      int64  `json:"client_id"`
	// From is the transaction_id of the claimant before, which may be the same payment.
	From string `json:"taken_from"`
	// Number is that of the new claim: 2 or more.
	Number int       `json:"number"`
	At     time.Time `json:"at"`
}

// EventType is the wire name.
func (Claimed) EventType() string        { return "order.claimed.v1" }
func (ClaimTakenOver) EventType() string { return "order.claim_taken_over.v1" }

func evolveChain(c Chain, event domain.Event) Chain {
	switch e := event.(type) {
	case Claimed:
		if c.Claim.Number == 0 {
			c.Claim = Claim{TransactionID: e.TransactionID, Number: 1}
		}
	case ClaimTakenOver:
		if e.Number > c.Claim.Number {
			c.Claim = Claim{TransactionID: e.TransactionID, Number: e.Number}
		}
	}
	return c
}

// NeedsClaim says that a payment of a chain is to become PAID, and that the decision lacks the
// chain's newest claim. The caller claims the chain and decides again.
type NeedsClaim struct {
	Chain         string
	TransactionID string
	ClientID      int64
	// GivenUp is the number of the last claim that this payment gave up, 0 for none.
	GivenUp int
	// Decided: an administrator decided that the client gets the money.
	Decided bool
}

func (n *NeedsClaim) Error() string {
	return fmt.Sprintf("payment: %s needs to know who claimed the chain of %s", n.TransactionID, n.Chain)
}

// Claim claims the chain for the payment. Where a payment has claimed it before, nothing happens.
func (n *NeedsClaim) Claim(c Chain, at time.Time) []domain.Event {
	if c.Claim.Number > 0 {
		return nil
	}
	return []domain.Event{Claimed{Chain: n.Chain, TransactionID: n.TransactionID, ClientID: n.ClientID, At: at}}
}

// TakeOver claims the chain for the payment after the claim that its claimant gave up. Where
// there is a newer claim, nothing happens.
func (n *NeedsClaim) TakeOver(c Chain, givenUp Claim, at time.Time) []domain.Event {
	if c.Claim != givenUp {
		return nil
	}
	return []domain.Event{ClaimTakenOver{
		Chain: n.Chain, TransactionID: n.TransactionID, ClientID: n.ClientID,
		From: givenUp.TransactionID, Number: givenUp.Number + 1, At: at,
	}}
}

// mayBePaid reports whether the payment may become PAID: one without a chain, or the claimant.
// The error is *NeedsClaim where the claim is not known, or the payment gave it up. decided is
// that of NeedsClaim.
func (s State) mayBePaid(claim Claim, decided bool) (bool, error) {
	switch {
	case s.Chain == "":
		return true, nil
	case claim.Number == 0, s.isStale(claim):
		return false, &NeedsClaim{
			Chain: s.Chain, TransactionID: s.TransactionID, ClientID: s.ClientID, GivenUp: s.GivenUp, Decided: decided,
		}
	}
	return claim.TransactionID == s.TransactionID, nil
}

// isStale reports whether the claim is one that this payment gave up.
func (s State) isStale(claim Claim) bool {
	return claim.TransactionID == s.TransactionID && claim.Number <= s.GivenUp
}
