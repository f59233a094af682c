package simulation

import (
	"context"
	"time"

	"gateway/projections/readmodel"
	"gateway/projections/readmodel/callbackrows"
	"gateway/projections/readmodel/paymentrows"
	"gateway/projections/readmodel/payoutrows"
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

// ExpiredPayments implements rows.
func (d *onPostgres) ExpiredPayments(_ context.Context, now time.Time, after paymentrows.PaymentCursor, limit int) ([]paymentrows.Transaction, error) {
	return query(d, func(ctx context.Context, q *readmodel.Queries) ([]paymentrows.Transaction, error) {
		return q.ExpiredPayments(ctx, now, after, limit)
	})
}

// UnopenedPayments implements rows.
func (d *onPostgres) UnopenedPayments(_ context.Context, before time.Time, after paymentrows.PaymentCursor, limit int) ([]paymentrows.Transaction, error) {
	return query(d, func(ctx context.Context, q *readmodel.Queries) ([]paymentrows.Transaction, error) {
		return q.UnopenedPayments(ctx, before, after, limit)
	})
}

// PaymentsToReplace implements rows.
func (d *onPostgres) PaymentsToReplace(_ context.Context, after int64, limit int) ([]paymentrows.Transaction, error) {
	return query(d, func(ctx context.Context, q *readmodel.Queries) ([]paymentrows.Transaction, error) {
		return q.PaymentsToReplace(ctx, after, limit)
	})
}

// PaymentsToClose implements rows.
func (d *onPostgres) PaymentsToClose(_ context.Context, after int64, limit int) ([]paymentrows.Transaction, error) {
	return query(d, func(ctx context.Context, q *readmodel.Queries) ([]paymentrows.Transaction, error) {
		return q.PaymentsToClose(ctx, after, limit)
	})
}

// DueCallbacks implements rows.
func (d *onPostgres) DueCallbacks(_ context.Context, now time.Time, perClient, limit int) ([]callbackrows.Callback, error) {
	return query(d, func(ctx context.Context, q *readmodel.Queries) ([]callbackrows.Callback, error) {
		return q.DueCallbacks(ctx, now, perClient, limit)
	})
}

// WaitingPaymentReports implements rows.
func (d *onPostgres) WaitingPaymentReports(_ context.Context, after int64, limit int) ([]paymentrows.PaymentReport, error) {
	return query(d, func(ctx context.Context, q *readmodel.Queries) ([]paymentrows.PaymentReport, error) {
		return q.WaitingPaymentReports(ctx, after, limit)
	})
}

// HoldsUntil implements rows.
func (d *onPostgres) HoldsUntil(_ context.Context, until time.Time, after paymentrows.HoldCursor, limit int) ([]paymentrows.Hold, error) {
	return query(d, func(ctx context.Context, q *readmodel.Queries) ([]paymentrows.Hold, error) {
		return q.HoldsUntil(ctx, until, after, limit)
	})
}
