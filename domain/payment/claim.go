package payment

import (
	"fmt"
	"time"

	"gateway/domain"
)

// Chains folds the streams of chains: order-<oldest transaction_id>.
var Chains = domain.Aggregate[Chain]{Category: "order", Evolve: evolveChain}

// ChainStream names the stream of the chain whose oldest payment has this transaction_id.
func ChainStream(oldest string) string { return Chains.Stream(oldest) }

// Chain is the payments for one order of a merchant. Only one of them becomes PAID.
type Chain struct {
	// Claim is the newest claim, zero while no payment has claimed the chain.
	Claim Claim
}

// Claim is the right of one payment of a chain to become PAID. A later claim of the chain exists only if this
// payment gave its claim up.
type Claim struct {
	// TransactionID identifies the claimant.
	TransactionID string
	// Number counts the claims of the chain from 1.
	Number int
}

// Claimed is the first claim of a chain. It says which payment becomes PAID.
type Claimed struct {
	// Chain is the transaction_id of the chain's oldest payment.
	Chain         string    `json:"order"`
	TransactionID string    `json:"transaction_id"`
	ClientID      int64     `json:"client_id"`
	At            time.Time `json:"at"`
}

// ClaimTakenOver is a later claim of a chain. The previous claimant gave its claim up.
type ClaimTakenOver struct {
	// Chain is the transaction_id of the chain's oldest payment.
	Chain         string `json:"order"`
	TransactionID string `json:"transaction_id"`
	ClientID      int64  `json:"client_id"`
	// From is the transaction_id of the previous claimant, which may be the same payment.
	From string `json:"taken_from"`
	// Number is the number of the new claim: 2 or more.
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

// NeedsClaim is the error of a decision that would make a payment of a chain PAID but lacks the chain's
// newest claim. The caller claims the chain and decides again.
type NeedsClaim struct {
	Chain         string
	TransactionID string
	ClientID      int64
	// GivenUp is the number of the last claim that this payment gave up, 0 for none.
	GivenUp int
	// Decided is true if an administrator decided that the client gets the money.
	Decided bool
}

func (n *NeedsClaim) Error() string {
	return fmt.Sprintf("payment: %s needs to know who claimed the chain of %s", n.TransactionID, n.Chain)
}

// Claim claims the chain for the payment. If a payment has claimed it before, nothing happens.
func (n *NeedsClaim) Claim(c Chain, at time.Time) []domain.Event {
	if c.Claim.Number > 0 {
		return nil
	}
	return []domain.Event{Claimed{Chain: n.Chain, TransactionID: n.TransactionID, ClientID: n.ClientID, At: at}}
}

// TakeOver claims the chain for the payment after the previous claimant gave its claim up. If there is a
// newer claim, nothing happens.
func (n *NeedsClaim) TakeOver(c Chain, givenUp Claim, at time.Time) []domain.Event {
	if c.Claim != givenUp {
		return nil
	}
	return []domain.Event{ClaimTakenOver{
		Chain: n.Chain, TransactionID: n.TransactionID, ClientID: n.ClientID,
		From: givenUp.TransactionID, Number: givenUp.Number + 1, At: at,
	}}
}

// mayBePaid reports whether the payment may become PAID: it has no chain, or it is the claimant. The error is
// *NeedsClaim if the claim is not known, or if the payment gave it up. decided has the meaning of
// NeedsClaim.Decided.
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

// isStale reports whether this payment gave the claim up.
func (s State) isStale(claim Claim) bool {
	return claim.TransactionID == s.TransactionID && claim.Number <= s.GivenUp
}
