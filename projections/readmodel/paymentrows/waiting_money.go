package paymentrows

import (
	"context"

	"gateway/projections/readmodel/readtable"
)

// HeldTransactions returns the transaction_ids of at most limit of the client's payments with a held credit,
// longest held first.
func (q Queries) HeldTransactions(ctx context.Context, clientID int64, limit int) ([]string, error) {
	const oldest = "SELECT transaction_id FROM holds WHERE client_id = $1 ORDER BY client_id, held_since LIMIT $2"
	return q.texts(ctx, "holds", oldest, clientID, limit)
}

// TransactionsInSuspense returns the transaction_ids of at most limit of the client's payments with money
// under review, oldest first. A payment with several such items is listed several times.
func (q Queries) TransactionsInSuspense(ctx context.Context, clientID int64, limit int) ([]string, error) {
	return q.texts(ctx, "suspense",
		"SELECT transaction_id FROM suspense WHERE client_id = $1 AND status = '"+SuspenseOpen+"' ORDER BY client_id, position LIMIT $2",
		clientID, limit)
}

func (q Queries) texts(ctx context.Context, table, query string, args ...any) (all []string, err error) {
	if err := q.SQL.SelectContext(ctx, &all, query, args...); err != nil {
		return nil, readtable.Failed(table, err)
	}
	return all, nil
}

// RecordedTransaction returns the newest recorded transaction with the transaction_id, of the client, or of
// any client when clientID is 0. Error: ErrNotFound.
func (q Queries) RecordedTransaction(ctx context.Context, transactionID string, clientID int64) (Transaction, error) {
	// The addition keeps PostgreSQL from also reading the index of all the client's rows.
	return readtable.NewestOfForms(transactionID, Transaction.isNewer, func(form string) (Transaction, error) {
		return transactionTable.Get(ctx, q.DB, `WHERE transaction_id = $1 AND channel = 'recorded' AND (client_id + 0 = $2 OR $2 = 0)
			ORDER BY transactions.position DESC`, form, clientID)
	})
}
