package payoutservice

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"gateway/domain/balance"
	"gateway/eventstore"
	"gateway/projections/reactor/payoutreactor"
	"gateway/projections/readmodel/payoutrows"
)

// noteLostOf calls noteLost for the payout with the id.
func (k Kind) noteLostOf(ctx context.Context, id int64) error {
	row, err := k.rows().Payout(ctx, k.kind, id)
	if err != nil {
		return err
	}
	return k.noteLost(ctx, row)
}

// noteLost records the orders that the provider has for a pending payout, because a restored log may lack its
// approval and its attempts. Such orders hold the payout, so that no decision gives the client money that the
// provider has already paid out. It returns eventstore.ErrBusy when the provider cannot be asked.
func (k Kind) noteLost(ctx context.Context, row payoutrows.Payout) error {
	s, _, err := eventstore.Load(ctx, k.Log, balance.Aggregate, balance.Stream(row.ClientID))
	if err != nil {
		return err
	}
	p, open := s.Payout(k.kind, row.ID)
	if !open || p.Status != balance.StatusPending || p.Held {
		return nil
	}
	requested, err := payoutreactor.PayoutRequest(ctx, k.Log, p.Order, row.Position)
	if err != nil {
		return err
	}
	orders, err := k.search(k.arrival()).Lost(ctx, p.Order, requested)
	if err != nil {
		k.Logger.WithError(err).Warn("a payout can't be decided: the log was restored, and the provider can't be asked what it paid")
		return fmt.Errorf("the provider's books can't be read: %w", eventstore.ErrBusy)
	}
	for _, b := range orders {
		err = errors.Join(err, k.reports().NotePayoutFound(ctx, b))
	}
	return err
}

// search returns a search that reads the provider's books at every call. arrival is
// payoutreactor.PayoutSearchOptions.Arrival.
func (k Kind) search(arrival time.Duration) *payoutreactor.PayoutSearch {
	return payoutreactor.NewPayoutSearch(k.Log, k.Books, k.Now, payoutreactor.PayoutSearchOptions{
		Arrival: arrival, Payers: k.Payers,
	})
}

// arrival returns how long an order may be under way to the provider.
func (k Kind) arrival() time.Duration { return cmp.Or(k.AttemptWindow, DefaultAttemptWindow) }
