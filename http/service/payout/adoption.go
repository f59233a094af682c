package payout

import (
	"context"
	"errors"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/report"
	"gateway/eventstore"
	"gateway/http/service"
	"gateway/projections/reactor"
	"gateway/projections/readmodel"
)

// errNoSuchOrder refuses the adoption of what the provider does not have.
var errNoSuchOrder = domain.InvalidField("provider_id", "is not the provider's id of an order of this payout")

// Adopt takes an order that the provider has, and that the log lacks, for the payout's own. The
// provider is asked for it. Errors: readmodel.ErrNotFound, the refusals of balance.Adopt,
// invalid_field provider_id where the provider has no such order of the payout, and those of
// the provider.
func (k Kind) Adopt(ctx context.Context, id int64, providerID string) (readmodel.AdminPayout, error) {
	row, err := k.rows().Payout(ctx, k.kind, id)
	if err != nil {
		return readmodel.AdminPayout{}, err
	}
	s, _, err := eventstore.Load(ctx, k.Log, balance.Aggregate, balance.Stream(row.ClientID))
	if err != nil {
		return readmodel.AdminPayout{}, err
	}
	cmd := balance.AdoptCmd{By: service.Actor(ctx), At: k.Now()}
	if open, ok := s.Payout(k.kind, id); ok && open.ProviderID == "" {
		if cmd.ProviderAPI, cmd.Record, err = k.recordOf(ctx, open.Order, row.Position, providerID); err != nil {
			return readmodel.AdminPayout{}, err
		}
	}
	return k.review(ctx, id, func(s balance.State) ([]domain.Event, error) { return balance.Adopt(s, k.kind, id, cmd) })
}

// recordOf finds the provider's record of an order of the payout: in its books by the provider's
// id, then, by the reference that they tell, in the API that it was ordered from.
func (k Kind) recordOf(ctx context.Context, o balance.Order, position int64, providerID string) (api string, r report.Payout, err error) {
	requested, err := reactor.PayoutRequest(ctx, k.Log, o, position)
	if err != nil {
		return "", r, err
	}
	orders, err := reactor.NewPayoutSearch(k.Log, k.Provider, k.Now, 0).All(ctx, o, requested)
	if err != nil {
		return "", r, err
	}
	for _, b := range orders {
		if b.ProductID != providerID {
			continue
		}
		for _, api := range []string{report.PayoutsV1, report.PayoutsV2} {
			r, err := k.Provider.FindPayout(ctx, api, b.Reference)
			if err == nil && r.ProviderID == providerID {
				return api, r, nil
			}
			if err != nil && !errors.Is(err, report.ErrNoRecord) {
				return "", r, err
			}
		}
	}
	return "", r, errNoSuchOrder
}
