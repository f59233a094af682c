package simulation

import (
	"context"
	"time"

	"gateway/projections/readmodel"
	"gateway/projections/readmodel/callbackrows"
	"gateway/projections/readmodel/disputerows"
	"gateway/projections/readmodel/paymentrows"
	"gateway/projections/readmodel/payoutrows"
	"gateway/projections/readmodel/refundrows"
)

// query runs one query outside of the bubble.
func query[T any](d *onPostgres, ask func(ctx context.Context, q *readmodel.Queries) (T, error)) (answer T, err error) {
	d.outside(func(ctx context.Context) { answer, err = ask(ctx, d.queries) })
	return answer, err
}

// Payout implements rows.
func (d *onPostgres) Payout(_ context.Context, kind string, id int64) (payoutrows.Payout, error) {
	return query(d, func(ctx context.Context, q *readmodel.Queries) (payoutrows.Payout, error) {
		return q.Payout(ctx, kind, id)
	})
}

// PayoutOf implements rows.
func (d *onPostgres) PayoutOf(_ context.Context, clientID int64, kind string, id int64) (payoutrows.Payout, error) {
	return query(d, func(ctx context.Context, q *readmodel.Queries) (payoutrows.Payout, error) {
		return q.PayoutOf(ctx, clientID, kind, id)
	})
}

// SuspenseItem implements rows.
func (d *onPostgres) SuspenseItem(_ context.Context, id int64) (paymentrows.SuspenseItem, error) {
	return query(d, func(ctx context.Context, q *readmodel.Queries) (paymentrows.SuspenseItem, error) {
		return q.SuspenseItem(ctx, id)
	})
}

// Callback implements rows.
func (d *onPostgres) Callback(_ context.Context, id string) (callbackrows.Callback, error) {
	return query(d, func(ctx context.Context, q *readmodel.Queries) (callbackrows.Callback, error) {
		return q.Callback(ctx, id)
	})
}

// DuePayouts implements rows.
func (d *onPostgres) DuePayouts(_ context.Context, after int64, limit int) ([]payoutrows.Payout, error) {
	return query(d, func(ctx context.Context, q *readmodel.Queries) ([]payoutrows.Payout, error) {
		return q.DuePayouts(ctx, after, limit)
	})
}

// DuePayments implements rows.
func (d *onPostgres) DuePayments(
	_ context.Context, act paymentrows.Act, until time.Time, after paymentrows.PaymentCursor, limit int,
) ([]paymentrows.DuePayment, error) {
	return query(d, func(ctx context.Context, q *readmodel.Queries) ([]paymentrows.DuePayment, error) {
		return q.DuePayments(ctx, act, until, after, limit)
	})
}

// DueCallbacks implements rows.
func (d *onPostgres) DueCallbacks(_ context.Context, now time.Time, perClient, limit int) ([]callbackrows.Callback, error) {
	return query(d, func(ctx context.Context, q *readmodel.Queries) ([]callbackrows.Callback, error) {
		return q.DueCallbacks(ctx, now, perClient, limit)
	})
}

// HoldsUntil implements rows.
func (d *onPostgres) HoldsUntil(_ context.Context, until time.Time, after paymentrows.HoldCursor, limit int) ([]paymentrows.Hold, error) {
	return query(d, func(ctx context.Context, q *readmodel.Queries) ([]paymentrows.Hold, error) {
		return q.HoldsUntil(ctx, until, after, limit)
	})
}

// Refund implements rows.
func (d *onPostgres) Refund(_ context.Context, id int64) (refundrows.Refund, error) {
	return query(d, func(ctx context.Context, q *readmodel.Queries) (refundrows.Refund, error) { return q.Refund(ctx, id) })
}

// RefundOf implements rows.
func (d *onPostgres) RefundOf(_ context.Context, clientID, id int64) (refundrows.Refund, error) {
	return query(d, func(ctx context.Context, q *readmodel.Queries) (refundrows.Refund, error) {
		return q.RefundOf(ctx, clientID, id)
	})
}

// DueRefunds implements rows.
func (d *onPostgres) DueRefunds(_ context.Context, after int64, limit int) ([]refundrows.Refund, error) {
	return query(d, func(ctx context.Context, q *readmodel.Queries) ([]refundrows.Refund, error) {
		return q.DueRefunds(ctx, after, limit)
	})
}

// TransactionIDOfRefund implements rows.
func (d *onPostgres) TransactionIDOfRefund(_ context.Context, refundProviderID, paymentID string) (string, error) {
	return query(d, func(ctx context.Context, q *readmodel.Queries) (string, error) {
		return q.TransactionIDOfRefund(ctx, refundProviderID, paymentID)
	})
}

// Dispute implements rows.
func (d *onPostgres) Dispute(_ context.Context, id int64) (disputerows.Dispute, error) {
	return query(d, func(ctx context.Context, q *readmodel.Queries) (disputerows.Dispute, error) {
		return q.Dispute(ctx, id)
	})
}

// DisputeOf implements rows.
func (d *onPostgres) DisputeOf(_ context.Context, clientID, id int64) (disputerows.Dispute, error) {
	return query(d, func(ctx context.Context, q *readmodel.Queries) (disputerows.Dispute, error) {
		return q.DisputeOf(ctx, clientID, id)
	})
}

// DueDisputes implements rows.
func (d *onPostgres) DueDisputes(_ context.Context, now time.Time, limit int) ([]disputerows.Dispute, error) {
	return query(d, func(ctx context.Context, q *readmodel.Queries) ([]disputerows.Dispute, error) {
		return q.DueDisputes(ctx, now, limit)
	})
}

// ClientNames implements rows.
func (d *onPostgres) ClientNames(_ context.Context, ids []int64) (map[int64]string, error) {
	return query(d, func(ctx context.Context, q *readmodel.Queries) (map[int64]string, error) {
		return q.ClientNames(ctx, ids)
	})
}
