package admin

import (
	"context"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/balance"
	"gateway/eventstore"
	"gateway/http/service"
	"gateway/http/service/idempotency"
	"gateway/projections/readmodel"
)

// adjustBalance corrects a balance, and answers with what it came to.
func (a *Admin) adjustBalance(ctx context.Context, made idempotency.Creation, r AdjustmentRequest) (readmodel.Balance, error) {
	client := made.Client
	// The balance stream of a client begins with its first movement, so that the
	// client exists is for its account to say.
	owner, _, err := eventstore.Load(ctx, a.Log, account.Aggregate, account.Stream(client))
	if err == nil && !owner.Exists {
		err = readmodel.ErrNotFound
	}
	if err != nil {
		return readmodel.Balance{}, err
	}
	out, err := service.Execute(ctx, a.Core, balance.Aggregate, balance.Stream(client), func(s balance.State) ([]domain.Event, error) {
		return balance.Adjust(s, balance.AdjustCmd{
			ClientID: client, Amount: r.Amount.Value, Reason: r.Reason, By: by(ctx),
			Reference: made.Reference, At: a.Now(),
		})
	})
	t := out.State.Totals
	return readmodel.Balance{
		ClientID: client, Total: t.Sum(), Available: t.Available, Held: t.Held, Unsettled: t.Unsettled,
	}, err
}

func (a *Admin) changeBalance(ctx context.Context, client int64, decide func(balance.State) ([]domain.Event, error)) error {
	_, err := service.Execute(ctx, a.Core, balance.Aggregate, balance.Stream(client), decide)
	return err
}
