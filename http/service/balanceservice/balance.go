// Package balanceservice has the use cases of balances: an administrator adjusts one, clients
// and auditors read what it was and which movements led to it, with the proof that the
// log was not changed. How money moves is package domain/balance's.
package balanceservice

import (
	"errors"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/http/service"
	"gateway/projections/audit/books"
	"gateway/projections/notary"
	"gateway/projections/readmodel/balancerows"
)

// Balances are the balances of all clients. Make one with New; it is safe for
// concurrent use.
type Balances struct {
	*service.Core
	notary *notary.Signer
	// trialBalance is held while a trial balance is made.
	trialBalance chan struct{}
	// period holds the last report of a period. It is taken out while one is made.
	period chan periodMade
	// whatIf is held while a question of what would have been is answered.
	whatIf chan struct{}
}

// New makes the use cases. signer signs the log and makes proofs.
func New(core *service.Core, signer *notary.Signer) *Balances {
	b := &Balances{
		Core: core, notary: signer, trialBalance: make(chan struct{}, 1), period: make(chan periodMade, 1), whatIf: make(chan struct{}, 1),
	}
	b.period <- periodMade{}
	return b
}

var errLogAltered = domain.Refuse(domain.Conflict, "log_altered", "an event is not the one that was signed")

// row is the balance as the read models show it.
func row(clientID int64, s balance.State) balancerows.Balance {
	t := s.Totals
	return balancerows.Balance{ClientID: clientID, Total: t.Sum(), Available: t.Available, Held: t.Held, Unsettled: t.Unsettled}
}

// books reads movements from the log. The read model only tells where to look.
func (b *Balances) books() books.Reader {
	return books.NewReader(b.Log, b.Queries)
}

// refuseAltered turns the proof's error about an event that was changed into a refusal,
// and tells the operator.
func (b *Balances) refuseAltered(err error) error {
	if !errors.Is(err, notary.ErrNotIncluded) {
		return err
	}
	b.Logger.WithError(err).Error("the log was changed after it was signed")
	return errLogAltered
}
