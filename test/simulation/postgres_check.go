package simulation

import (
	"context"
	"fmt"

	"gateway/projections/readmodel"
	"gateway/projections/readmodel/balancerows"
	"gateway/projections/readmodel/paymentrows"
)

// checkPostgres: the rows in PostgreSQL equal those in memory, which equal a replay.
func (w *world) checkPostgres() {
	d := w.postgres
	differs := func(what string, stored any, err error, want any) {
		if text := jsonOf(stored); err != nil || text != jsonOf(want) {
			w.fail("the row of %s is %s, %v, in PostgreSQL; a replay gives %s", what, text, err, jsonOf(want))
		}
	}
	for _, row := range w.rows.AllPayments() {
		stored, err := query(d, func(ctx context.Context, q *readmodel.Queries) (paymentrows.Transaction, error) {
			return q.PaymentByTransactionID(ctx, row.TransactionID)
		})
		differs(row.TransactionID, stored, err, row)
	}
	for _, row := range w.rows.AllPayouts() {
		stored, err := d.Payout(context.Background(), row.Kind, row.ID)
		differs(fmt.Sprint(row.Kind, " ", row.ID), stored.ForAdmin(), err, row.ForAdmin())
	}
	for _, row := range w.rows.AllSuspenseItems() {
		stored, err := d.SuspenseItem(context.Background(), row.ID)
		differs(fmt.Sprint("suspense ", row.ID), stored, err, row)
	}
	for _, row := range w.rows.AllCallbacks() {
		stored, err := d.Callback(context.Background(), row.ID)
		stored.Attempts = nil
		differs(row.ID, stored, err, row)
	}
	for _, row := range w.rows.AllDisputes() {
		stored, err := d.Dispute(context.Background(), row.ID)
		differs(fmt.Sprint("dispute ", row.ID), stored.ForAdmin(), err, row.ForAdmin())
	}
	for _, c := range w.clients {
		stored, err := query(d, func(ctx context.Context, q *readmodel.Queries) (balancerows.Balance, error) {
			return q.Balance(ctx, c.id)
		})
		t := w.rows.Balance(c.id)
		if err != nil || !stored.Available.Equal(t.Available) || !stored.Held.Equal(t.Held) || !stored.Unsettled.Equal(t.Unsettled) || !stored.Total.Equal(t.Sum()) {
			w.fail("the balance of client %d is %+v, %v, in PostgreSQL; a replay gives %+v", c.id, stored, err, t)
		}
	}
}
