package admin

import (
	"context"
	"fmt"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/balance"
	"gateway/domain/money"
	"gateway/eventstore"
	"gateway/http/backend"
	"gateway/projections/readmodel"
)

type adjustment struct {
	Amount money.SignedInput `json:"amount" bind:"required"`
	Reason string            `json:"reason" bind:"required"`
}

// adjustBalance corrects a balance, and answers with it.
func (a *Admin) adjustBalance(ctx context.Context, client int64, r adjustment) (readmodel.Balance, error) {
	// The balance stream of a client begins with its first movement, so that the
	// client exists is for its account to say.
	owner, _, err := eventstore.Load(ctx, a.Log, account.Aggregate, account.Stream(client))
	if err == nil && !owner.Exists {
		err = readmodel.ErrNotFound
	}
	if err != nil {
		return readmodel.Balance{}, err
	}
	now := a.Now()
	err = a.changeBalance(ctx, client, func(s balance.State) ([]domain.Event, error) {
		return balance.Adjust(s, balance.AdjustCmd{
			ClientID: client, Amount: r.Amount.Value, Reason: r.Reason, By: by(ctx),
			Reference: fmt.Sprintf("ADJ-%d-%d", client, now.UnixNano()), At: now,
		})
	})
	if err != nil {
		return readmodel.Balance{}, err
	}
	return a.Queries.Balance(ctx, client)
}

func (a *Admin) changeBalance(ctx context.Context, client int64, decide func(balance.State) ([]domain.Event, error)) error {
	_, err := backend.Do(ctx, a.Backend, balance.Aggregate, balance.Stream(client), decide)
	return err
}
