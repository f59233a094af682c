// Package balance has the use cases of balances: an administrator adjusts one, clients
// and auditors read what it was and which movements led to it, with the proof that the
// log was not changed. How money moves is package domain/balance's.
package balance

import (
	"context"
	"errors"
	"fmt"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/balance"
	"gateway/domain/sequence"
	"gateway/eventstore"
	"gateway/http/service"
	"gateway/projections/audit/books"
	"gateway/projections/notary"
	"gateway/projections/readmodel"

	"github.com/shopspring/decimal"
)

// Balances are the balances of all clients. Make one with New; it is safe for
// concurrent use.
type Balances struct {
	*service.Core
	notary *notary.Signer
	// trialBalance is held while a trial balance is made.
	trialBalance chan struct{}
}

// New makes the use cases. signer signs the log and makes proofs.
func New(core *service.Core, signer *notary.Signer) *Balances {
	return &Balances{Core: core, notary: signer, trialBalance: make(chan struct{}, 1)}
}

var errLogAltered = domain.Refuse(domain.Conflict, "log_altered", "an event is not the one that was signed")

// Adjust adds the amount, which may be negative, to what the creation's client can
// withdraw, and answers with the balance. Errors are those of service.Create,
// readmodel.ErrNotFound, and the refusals of balance.Adjust.
func (b *Balances) Adjust(
	ctx context.Context, creation service.Creation, amount decimal.Decimal, reason string,
) (service.Created, error) {
	reserve := service.Reserve{Sequence: sequence.Adjustment}
	find := func(ctx context.Context, reserved service.Reserved) (readmodel.Balance, bool, error) {
		s, _, err := eventstore.Load(ctx, b.Log, balance.Aggregate, balance.Stream(creation.ClientID))
		return row(creation.ClientID, s), s.Adjusted(adjustmentReference(creation.ClientID, reserved)), err
	}
	return service.Create(ctx, b.Core, creation, reserve, find,
		func(ctx context.Context, reserved service.Reserved) (readmodel.Balance, error) {
			clientID := creation.ClientID
			// The balance stream begins with the first movement, so only the account's stream
			// tells whether the client exists.
			owner, _, err := eventstore.Load(ctx, b.Log, account.Aggregate, account.Stream(clientID))
			if err == nil && !owner.Exists {
				err = readmodel.ErrNotFound
			}
			if err != nil {
				return readmodel.Balance{}, err
			}
			out, err := service.Execute(ctx, b.Core, balance.Aggregate, balance.Stream(clientID), func(s balance.State) ([]domain.Event, error) {
				return balance.Adjust(s, balance.AdjustCmd{
					ClientID: clientID, Amount: amount, Reason: reason, By: service.Actor(ctx),
					Reference: adjustmentReference(clientID, reserved), At: b.Now(),
				})
			})
			return row(clientID, out.State), err
		})
}

// adjustmentReference identifies an adjustment in the client's stream. It carries the
// reserved id, which no other request has: with the time of the request, that of another
// instance could be taken for a retry of this one.
func adjustmentReference(clientID int64, reserved service.Reserved) string {
	return fmt.Sprintf("ADJ-%d-%d", clientID, reserved.ID)
}

// row is the balance as the read models show it.
func row(clientID int64, s balance.State) readmodel.Balance {
	t := s.Totals
	return readmodel.Balance{ClientID: clientID, Total: t.Sum(), Available: t.Available, Held: t.Held, Unsettled: t.Unsettled}
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
