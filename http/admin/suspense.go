package admin

import (
	"context"
	"time"

	"gateway/domain"
	"gateway/domain/payment"
	"gateway/http/service"
	"gateway/projections/readmodel"
)

func (a *Admin) releaseSuspense(ctx context.Context, id int64, r ReasonRequest) (readmodel.SuspenseItem, error) {
	return a.resolveSuspense(ctx, id, r, payment.ReleaseSuspense)
}

func (a *Admin) refundSuspense(ctx context.Context, id int64, r ReasonRequest) (readmodel.SuspenseItem, error) {
	return a.resolveSuspense(ctx, id, r, payment.RefundSuspense)
}

// resolveSuspense decides on the stream of the payment that the money came for.
func (a *Admin) resolveSuspense(
	ctx context.Context, id int64, r ReasonRequest,
	decide func(s payment.State, id int64, by, reason string, at time.Time) ([]domain.Event, error),
) (readmodel.SuspenseItem, error) {
	item, err := a.Queries.SuspenseItem(ctx, id)
	if err != nil {
		return item, err
	}
	_, err = service.Execute(ctx, a.Core, payment.Aggregate, payment.Stream(item.TransactionID),
		func(s payment.State) ([]domain.Event, error) { return decide(s, id, by(ctx), r.Reason, a.Now()) })
	if err != nil {
		return item, err
	}
	return a.Queries.SuspenseItem(ctx, id)
}
