package paymentrows

import (
	"context"
	"errors"
	"time"

	"gateway/domain/payment"
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

// PaymentCursor is a place in a list of payments that is ordered by a time. The zero value
// is the start.
type PaymentCursor struct {
	At time.Time
	ID int64
}

// ExpiryCursor returns the place of the payment in ExpiredPayments.
func (t Transaction) ExpiryCursor() PaymentCursor { return PaymentCursor{*t.ExpiresAt, t.ID} }

// CreationCursor returns the place of the payment in UnopenedPayments.
func (t Transaction) CreationCursor() PaymentCursor { return PaymentCursor{t.CreatedAt, t.ID} }

// ExpiredPayments returns at most limit of the pending payments that are open and past their expiry at now,
// oldest expiry first, beginning after the cursor. It leaves out a payment with money in suspense, because
// that payment cannot expire before an admin has decided.
func (q Queries) ExpiredPayments(ctx context.Context, now time.Time, after PaymentCursor, limit int) ([]Transaction, error) {
	return transactionTable.List(ctx, q.DB, `WHERE id = ANY (ARRAY(SELECT id FROM transaction_states
			WHERE status = '`+payment.StatusPending+`' AND channel <> 'recorded' AND opened_at IS NOT NULL AND open_suspense = 0
			AND expires_at <= $1 AND (expires_at, id) > ($2, $3) ORDER BY expires_at, id LIMIT $4))
		ORDER BY transactions.expires_at, transactions.id`, now, after.At, after.ID, limit)
}

// UnopenedPayments returns at most limit of the payments requested at or before a time that the provider has
// neither accepted nor refused (OpenedAt is nil), oldest first, beginning after the cursor.
func (q Queries) UnopenedPayments(ctx context.Context, before time.Time, after PaymentCursor, limit int) ([]Transaction, error) {
	return transactionTable.List(ctx, q.DB, `WHERE id = ANY (ARRAY(SELECT id FROM transaction_states
			WHERE status = '`+payment.StatusPending+`' AND channel <> 'recorded' AND opened_at IS NULL
			AND created_at <= $1 AND (created_at, id) > ($2, $3) ORDER BY created_at, id LIMIT $4))
		ORDER BY transactions.created_at, transactions.id`, before, after.At, after.ID, limit)
}

// PaymentsToReplace returns at most limit of the payments that the provider has accepted and whose older
// payment does not have the replacement recorded yet, with ids above after, ordered by id. A paid payment
// counts as accepted, even when the answer to its creation was lost.
func (q Queries) PaymentsToReplace(ctx context.Context, after int64, limit int) ([]Transaction, error) {
	return transactionTable.List(ctx, q.DB, `WHERE to_replace
		AND (opened_at IS NOT NULL OR status IN ('`+payment.StatusPaid+`', '`+payment.StatusSettled+`')) AND id > $1
		ORDER BY transactions.id LIMIT $2`, after, limit)
}

// PaymentsToClose returns at most limit of the payments that must be closed at the provider, with ids above
// after, ordered by id.
func (q Queries) PaymentsToClose(ctx context.Context, after int64, limit int) ([]Transaction, error) {
	return transactionTable.List(ctx, q.DB, "WHERE to_close AND id > $1 ORDER BY transactions.id LIMIT $2", after, limit)
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

// Before reports whether the cursor is before the place.
func (c PaymentCursor) Before(place PaymentCursor) bool {
	return c.At.Before(place.At) || c.At.Equal(place.At) && c.ID < place.ID
}
