package paymentrows

import (
	"slices"

	"gateway/projections/readmodel/readtable"
)

// transaction_states repeats the columns of transactions that change and by which lists and to-do lists
// select. Its rows are narrow and its indexes few, so a new status costs little; the wide rows of
// transactions are updated without touching their indexes.

var (
	createdStateColumns = createdColumns.Only("id bigint", "position bigint", "client_id bigint", "channel text", "created_at timestamptz")
	changedStateColumns = changedColumns.Only("status text", "expires_at timestamptz", "opened_at timestamptz")
	insertStates        = readtable.InsertionInto("transaction_states", slices.Concat(createdStateColumns, changedStateColumns).Names()...)
	// The state row is found by the key and status in the transactions row, which is therefore updated
	// afterwards.
	updateStates = `UPDATE transaction_states AS s SET status = COALESCE(n.status, s.status),
		expires_at = COALESCE(n.expires_at, s.expires_at), opened_at = COALESCE(n.opened_at, s.opened_at) FROM ` +
		readtable.Unnested("id bigint", "status text", "expires_at timestamptz", "opened_at timestamptz") + ofTransaction
	suspendStates = "UPDATE transaction_states AS s SET open_suspense = s.open_suspense + n.open_suspense FROM " +
		readtable.Unnested("id bigint", "open_suspense integer") + ofTransaction
)

const ofTransaction = ` JOIN transactions AS t ON t.id = n.id
	WHERE s.client_id = t.client_id AND s.status = t.status AND s.created_at = t.created_at AND s.position = t.position`

// stateBatches are a batch's rows for transaction_states.
type stateBatches struct{ inserts, updates, suspended readtable.Batch }

// add takes a changed row's values for the state row. A change without any adds no row.
func (b *stateBatches) add(r *TransactionRow) {
	if r.created {
		b.inserts.Add(changedStateColumns.Changes(createdStateColumns.Values(nil, r), r, nil)...)
	} else if r.Status != "" || r.ExpiresAt != nil || r.OpenedAt != nil {
		b.updates.Add(changedStateColumns.Changes([]any{&r.ID}, r, nil)...)
	}
	if r.OpenSuspense != 0 {
		b.suspended.Add(r.ID, r.OpenSuspense)
	}
}
