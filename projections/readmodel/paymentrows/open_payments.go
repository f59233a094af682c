package paymentrows

import (
	"context"

	"gateway/domain/payment"
	"gateway/projections/readmodel/readtable"
)

// OpenPayments counts the payments that can be paid now, by the connection that was asked for them. It reads an entry
// of an index for each of them.
func (q Queries) OpenPayments(ctx context.Context) (map[string]int64, error) {
	var rows []struct {
		Connection string
		Open       int64
	}
	err := q.SQL.SelectContext(ctx, &rows, `SELECT connection, count(*) AS open FROM transaction_states
		WHERE status = '`+payment.StatusPending+`' AND channel <> 'recorded' AND opened_at IS NOT NULL AND open_suspense = 0
			AND connection IS NOT NULL
		GROUP BY connection`)
	if err != nil {
		return nil, readtable.Failed("transaction_states", err)
	}
	open := map[string]int64{}
	for _, row := range rows {
		open[row.Connection] = row.Open
	}
	return open, nil
}
