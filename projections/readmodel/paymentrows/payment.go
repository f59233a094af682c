package paymentrows

import (
	"context"
	"errors"

	"gateway/projections/readmodel/readtable"
)

// Queries queries payments, recorded transactions, and their money.
type Queries struct{ readtable.DB }

// PaymentByTransactionID returns a payment of any client.
func (q Queries) PaymentByTransactionID(ctx context.Context, transactionID string) (Transaction, error) {
	return transactionTable.Get(ctx, q.DB, "WHERE transaction_id = $1 AND channel <> 'recorded'", transactionID)
}

// PaymentStatus finds one of the client's payments by its transaction_id, or else by the provider's id, or
// else by the client's external_id (the newest payment with it). API reference: Payments.
func (q Queries) PaymentStatus(ctx context.Context, clientID int64, anyID string) (Transaction, error) {
	t, err := q.PaymentByTransactionID(ctx, anyID)
	if t, err = t.of(clientID, err); !errors.Is(err, readtable.ErrNotFound) {
		return t, err
	}
	t, err = transactionTable.Get(ctx, q.DB, "WHERE provider_id = $1", anyID)
	if t, err = t.of(clientID, err); !errors.Is(err, readtable.ErrNotFound) {
		return t, err
	}
	return readtable.NewestOfForms(anyID, Transaction.isNewer, func(form string) (Transaction, error) {
		return transactionTable.Get(ctx, q.DB, `WHERE client_id = $1 AND external_id = $2 AND channel <> 'recorded'
			ORDER BY transactions.position DESC`, clientID, form)
	})
}

// TransactionIDOf returns the transaction_id of the payment with this provider id, or "" when there is none.
func (q Queries) TransactionIDOf(ctx context.Context, providerID string) (string, error) {
	if providerID == "" {
		return "", nil
	}
	t, err := transactionTable.Get(ctx, q.DB, "WHERE provider_id = $1", providerID)
	if errors.Is(err, readtable.ErrNotFound) {
		return "", nil
	}
	return t.TransactionID, err
}
