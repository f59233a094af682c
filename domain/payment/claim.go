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
	// Claimant is the transaction_id of the only payment that may become PAID, empty as long
	// as none asked.
	Claimant string
}

// Claimed says which payment of a chain becomes PAID. It is the only event of its stream.
type Claimed struct {
	// Chain is the transaction_id of the chain's oldest payment.
	Chain         string    `json:"order"`
	TransactionID string    `json:"transaction_id"`
	ClientID      int64     `json:"client_id"`
	At            time.Time `json:"at"`
}

// EventType is the wire name.
func (Claimed) EventType() string { return "order.claimed.v1" }

func evolveChain(c Chain, event domain.Event) Chain {
	if e, ok := event.(Claimed); ok && c.Claimant == "" {
		c.Claimant = e.TransactionID
	}
	return c
}

// NeedsClaim says that a payment of a chain is to become PAID, and that the decision lacks the
// chain's claimant. The caller claims the chain and decides again.
type NeedsClaim struct {
	Chain         string
	TransactionID string
	ClientID      int64
}

func (n *NeedsClaim) Error() string {
	return fmt.Sprintf("payment: %s needs to know who claimed the chain of %s", n.TransactionID, n.Chain)
}

// Claim claims the chain for the payment. Where another one, or the same, has claimed it,
// nothing happens.
func (n *NeedsClaim) Claim(c Chain, at time.Time) []domain.Event {
	if c.Claimant != "" {
		return nil
	}
	return []domain.Event{Claimed{Chain: n.Chain, TransactionID: n.TransactionID, ClientID: n.ClientID, At: at}}
}

// mayBePaid reports whether the payment may become PAID: one without a chain, or the claimant.
// The error is *NeedsClaim where the claimant is not known.
func (s State) mayBePaid(claimant string) (bool, error) {
	switch {
	case s.Chain == "":
		return true, nil
	case claimant == "":
		return false, &NeedsClaim{Chain: s.Chain, TransactionID: s.TransactionID, ClientID: s.ClientID}
	}
	return claimant == s.TransactionID, nil
}
