package readmodel

import (
	"context"
	"errors"
	"time"
)

// PaymentByTransactionID returns a payment of any client.
func (q *Queries) PaymentByTransactionID(ctx context.Context, transactionID string) (Transaction, error) {
	return transactionTable.get(ctx, q, "WHERE transaction_id = $1 AND channel <> 'recorded'", transactionID)
}

// PaymentStatus returns one of the client's payments by its transaction_id, else by
// the provider's id, else by the client's external_id (the newest). API reference:
// Payments.
func (q *Queries) PaymentStatus(ctx context.Context, clientID int64, anyID string) (Transaction, error) {
	t, err := q.PaymentByTransactionID(ctx, anyID)
	if t, err = t.of(clientID, err); !errors.Is(err, ErrNotFound) {
		return t, err
	}
	t, err = transactionTable.get(ctx, q, "WHERE provider_id = $1", anyID)
	if t, err = t.of(clientID, err); !errors.Is(err, ErrNotFound) {
		return t, err
	}
	return transactionTable.get(ctx, q, `WHERE client_id = $1 AND external_id = $2 AND channel <> 'recorded'
		ORDER BY transactions.position DESC`, clientID, anyID)
}

// DuePayments returns pending payments that need action, at most limit of each kind:
// those that are open and past their expiry at now, oldest expiry first; and those
// requested before unopenedBefore that the provider has neither accepted nor refused
// (OpenedAt is nil), oldest first.
func (q *Queries) DuePayments(ctx context.Context, now, unopenedBefore time.Time, limit int) ([]Transaction, error) {
	expired, err := transactionTable.list(ctx, q, `WHERE status = 'PENDING' AND channel <> 'recorded'
		AND opened_at IS NOT NULL AND expires_at <= $1 ORDER BY transactions.expires_at LIMIT $2`, now, limit)
	if err != nil {
		return nil, err
	}
	unopened, err := transactionTable.list(ctx, q, `WHERE status = 'PENDING' AND channel <> 'recorded'
		AND opened_at IS NULL AND created_at <= $1 ORDER BY transactions.created_at LIMIT $2`, unopenedBefore, limit)
	return append(expired, unopened...), err
}
