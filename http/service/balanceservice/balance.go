// Package balanceservice implements the use cases of balances: an administrator adjusts one; clients and
// auditors read past balances and the movements that led to them, with proofs that the log was not changed.
// Package domain/balance has the rules for moving money.
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

// Balances implements the use cases for the balances of all clients. Make it with New. It is safe for
// concurrent use.
type Balances struct {
	*service.Core
	notary *notary.Signer
	// trialBalance limits trial balances to one at a time.
	trialBalance chan struct{}
	// period holds the last report of a period. It is taken out while a report is being made.
	period chan periodMade
	// whatIf limits WhatIf to one at a time.
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

// row returns the balance in the form of the read models.
func row(clientID int64, s balance.State) balancerows.Balance {
	t := s.Totals
	return balancerows.Balance{ClientID: clientID, Total: t.Sum(), Available: t.Available, Held: t.Held, Unsettled: t.Unsettled}
}

// books returns a reader of movements in the log. The read model only tells where to look.
func (b *Balances) books() books.Reader {
	return books.NewReader(b.Log, b.Queries)
}

// refuseAltered turns a proof error about an altered event into a refusal, and tells the operator.
func (b *Balances) refuseAltered(err error) error {
	if !errors.Is(err, notary.ErrNotIncluded) {
		return err
	}
	b.Logger.WithError(err).Error("the log was changed after it was signed")
	return errLogAltered
}
