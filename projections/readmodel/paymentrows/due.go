package paymentrows

import (
	"cmp"
	"context"
	"time"

	"gateway/domain/payment"
	"gateway/projections/readmodel/readtable"
)

// Act is what can be due for a payment.
type Act string

// The acts.
const (
	// ToFind is due when the provider has neither accepted nor refused a payment by a time after its request.
	ToFind Act = "find"
	// ToExpire is due when a pending payment that is open has reached its expiry. It is not due while money of
	// the payment is in suspense, because that payment cannot expire before an admin has decided.
	ToExpire Act = "expire"
	// ToReplace is due when the provider has accepted a payment and the older payment does not have the
	// replacement recorded yet. A paid payment counts as accepted, even when the answer to its creation was
	// lost.
	ToReplace Act = "replace"
	// ToClose is due when a payment must be closed at the provider.
	ToClose Act = "close"
	// ToConfirm is due when a notification of money waits to be confirmed.
	ToConfirm Act = "confirm"
)

// PaymentCursor is a place in a list of due payments. The zero value is the start.
type PaymentCursor struct {
	// At is the time of the request for ToFind and the expiry for ToExpire. It is zero for the other acts, whose
	// lists are not ordered by a time.
	At time.Time `db:"at"`
	// ID is the position of the notification for ToConfirm, and the payment's id for the other acts.
	ID int64 `db:"id"`
}

// Compare orders places.
func (c PaymentCursor) Compare(d PaymentCursor) int {
	return cmp.Or(c.At.Compare(d.At), cmp.Compare(c.ID, d.ID))
}

// DuePayment is a payment for which an act is due.
type DuePayment struct {
	TransactionID string `db:"transaction_id"`
	// Key is payment.News.Key of the notification for ToConfirm, and empty for the other acts.
	Key string `db:"key"`
	// Connection is the one that the money came by, or else was asked last; empty for none.
	Connection string `db:"connection"`
	PaymentCursor
}

// dueLists are the queries of DuePayments. Their conditions are those of partial indexes.
var dueLists = map[Act]string{
	ToFind:    dueByTime("created_at", "opened_at IS NULL"),
	ToExpire:  dueByTime("expires_at", "opened_at IS NOT NULL AND open_suspense = 0"),
	ToReplace: dueByID("to_replace AND (opened_at IS NOT NULL OR status IN ('" + payment.StatusPaid + "', '" + payment.StatusSettled + "'))"),
	ToClose:   dueByID("to_close"),
	ToConfirm: `SELECT r.transaction_id, r.key, COALESCE(t.connection, '') AS connection, r.position AS id
		FROM payment_reports AS r LEFT JOIN transactions AS t ON t.transaction_id = r.transaction_id
		WHERE r.contradiction = '' AND r.position > $1 ORDER BY r.position LIMIT $2`,
}

func dueByTime(at, condition string) string {
	return `SELECT (SELECT transaction_id FROM transactions WHERE id = s.id), COALESCE(s.connection, '') AS connection,
		s.` + at + ` AS at, s.id FROM transaction_states AS s
		WHERE s.status = '` + payment.StatusPending + `' AND s.channel <> 'recorded' AND ` + condition + `
			AND s.` + at + ` <= $3 AND (s.` + at + `, s.id) > ($4, $1) ORDER BY s.` + at + `, s.id LIMIT $2`
}

func dueByID(condition string) string {
	return `SELECT transaction_id, COALESCE(connection, '') AS connection, id FROM transactions
		WHERE ` + condition + ` AND id > $1 ORDER BY id LIMIT $2`
}

// DuePayments returns at most limit of the payments for which the act is due, in the order of their places,
// beginning after a place. ToFind is due for requests at or before until, ToExpire for expiries at or before
// it.
func (q Queries) DuePayments(ctx context.Context, act Act, until time.Time, after PaymentCursor, limit int) (due []DuePayment, err error) {
	args := []any{after.ID, limit}
	if act == ToFind || act == ToExpire {
		args = append(args, until, after.At)
	}
	if err = q.SQL.SelectContext(ctx, &due, dueLists[act], args...); err != nil {
		return nil, readtable.Failed("payments to "+string(act), err)
	}
	return due, nil
}
