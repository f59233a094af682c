package payoutservice

import (
	"context"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/projections/readmodel/payoutrows"
)

// CancelWithdrawal cancels a client's pending withdrawal. Errors: readtable.ErrNotFound, the refusals of
// balance.Cancel, and eventstore.ErrBusy when the provider must be asked first and cannot be.
func (p Payouts) CancelWithdrawal(ctx context.Context, clientID, id int64) (payoutrows.Payout, error) {
	k := p.Withdrawals()
	row, err := k.Find(ctx, clientID, id)
	if err != nil {
		return row, err
	}
	if err := k.noteLost(ctx, row); err != nil {
		return row, err
	}
	return k.execute(ctx, row, func(s balance.State) ([]domain.Event, error) {
		return balance.Cancel(s, k.kind, id, p.Now())
	})
}
