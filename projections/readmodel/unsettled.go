package readmodel

import (
	"context"

	"gateway/domain/payment"
	"gateway/eventstore"
	"gateway/projections/engine"
	"gateway/projections/readmodel/balancerows"
	"gateway/projections/readmodel/paymentrows"
	"gateway/projections/readmodel/payoutrows"
	"gateway/projections/readmodel/readtable"
)

// MoneyThrough returns the position that the models behind UnsettledPayments, OldestOpenPayout,
// AccountTotalsBefore and BookedBy have all reached. It is zero when one was never built.
func (q *Queries) MoneyThrough(ctx context.Context) (eventstore.Position, error) {
	all, err := engine.Checkpoints(ctx, q.SQL.DB)
	if err != nil {
		return eventstore.Position{}, readtable.Failed("checkpoints", err)
	}
	through := all[balancerows.AccountTotals{}.Name()].Position
	for _, name := range []string{
		paymentrows.Transactions{}.Name(), paymentrows.SuspenseItems{}.Name(),
		payoutrows.Payouts{}.Name(), balancerows.BookingTimes{}.Name(),
	} {
		if at := all[name].Position; at.Before(through) {
			through = at
		}
	}
	return through, nil
}

// UnsettledPayments returns the transaction_ids of at most limit payments, created at or before a position,
// that may have unsettled money at the provider: payments that are PAID, and payments that ever had money in
// suspense. The order is undefined.
func (q *Queries) UnsettledPayments(ctx context.Context, through int64, limit int) ([]string, error) {
	ids := []string{}
	err := q.SQL.SelectContext(ctx, &ids, `SELECT t.transaction_id
		FROM (SELECT DISTINCT client_id FROM transaction_counts WHERE status = $2 AND channel <> $3 AND n > 0) c
		CROSS JOIN LATERAL (SELECT transaction_id FROM transactions WHERE client_id = c.client_id AND status = $2
			AND channel <> $3 AND position <= $1 LIMIT $4) t
		UNION SELECT transaction_id FROM suspense WHERE position <= $1
		LIMIT $4`, through, payment.StatusPaid, paymentrows.ChannelRecorded, limit)
	if err != nil {
		return nil, readtable.Failed("transactions", err)
	}
	return ids, nil
}

// OldestOpenPayout returns the position of the request of the oldest payout for which the provider may hold
// money. ok is false when there is none.
func (q *Queries) OldestOpenPayout(ctx context.Context) (position int64, ok bool, err error) {
	due, err := q.DuePayouts(ctx, 0, 1)
	if err != nil || len(due) == 0 {
		return 0, false, err
	}
	return due[0].Position, true, nil
}
