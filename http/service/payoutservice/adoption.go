package payoutservice

import (
	"cmp"
	"context"
	"errors"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/report"
	"gateway/eventstore"
	"gateway/http/service"
	"gateway/projections/reactor/payoutreactor"
	"gateway/projections/readmodel/payoutrows"
)

// errNoSuchOrder refuses to adopt an order that the provider does not have.
var errNoSuchOrder = domain.InvalidField("provider_id", "is not the provider's id of an order of this payout")

// Adopt makes an order that the provider has, and the log lacks, the payout's own. It asks the provider for
// the order. Errors: readtable.ErrNotFound, the refusals of balance.Adopt, invalid_field provider_id when the
// provider has no such order for the payout, and those of the provider.
func (k Kind) Adopt(ctx context.Context, id int64, providerID string) (payoutrows.AdminPayout, error) {
	row, err := k.rows().Payout(ctx, k.kind, id)
	if err != nil {
		return payoutrows.AdminPayout{}, err
	}
	s, _, err := eventstore.Load(ctx, k.Log, balance.Aggregate, balance.Stream(row.ClientID))
	if err != nil {
		return payoutrows.AdminPayout{}, err
	}
	cmd := balance.AdoptCmd{By: service.Actor(ctx), At: k.Now()}
	if open, ok := s.Payout(k.kind, id); ok && open.ProviderID == "" {
		if err := k.findRecord(ctx, open.Order, row.Position, providerID, &cmd); err != nil {
			return payoutrows.AdminPayout{}, err
		}
	}
	return k.review(ctx, id, func(s balance.State) ([]domain.Event, error) { return balance.Adopt(s, k.kind, id, cmd) })
}

// findRecord finds the provider's record of an order for the payout. It looks in the provider's books by the
// provider's id, and then, by the reference found there, in the API through which it was ordered. Bank
// account data that the API lacks come from the books. It also records whether the books have another order
// for the payout.
func (k Kind) findRecord(ctx context.Context, o balance.Order, position int64, providerID string, cmd *balance.AdoptCmd) error {
	requested, err := payoutreactor.PayoutRequest(ctx, k.Log, o, position)
	if err != nil {
		return err
	}
	orders, err := k.search(0).All(ctx, o, requested)
	if err != nil {
		return err
	}
	var found report.Booking
	for _, b := range orders {
		switch {
		case b.ProductID == providerID:
			found = b
		case b.Status != report.Failed:
			cmd.Other = b.ProductID
		}
	}
	if found.ID == "" {
		return errNoSuchOrder
	}
	return k.askEachAPI(ctx, found, cmd)
}

// askEachAPI asks the provider's APIs for the order of the booking.
func (k Kind) askEachAPI(ctx context.Context, b report.Booking, cmd *balance.AdoptCmd) error {
	provider, err := k.Providers(b.Connection)
	if err != nil {
		return err
	}
	for _, api := range []string{report.PayoutsV1, report.PayoutsV2} {
		r, err := provider.FindPayout(ctx, api, b.Reference)
		if err == nil && r.ProviderID == b.ProductID {
			r.AccountNumber = cmp.Or(r.AccountNumber, b.AccountNumber) // the classic API does not return it
			cmd.ProviderAPI, cmd.Record = api, r
			return nil
		}
		if err != nil && !errors.Is(err, report.ErrNoRecord) {
			return err
		}
	}
	return errNoSuchOrder
}
