package readmodel

import "slices"

// transaction_states repeats the columns of transactions that change and that lists and to-do lists
// select by. Its rows are narrow and its indexes few, so that a new status costs little; the wide
// rows of transactions are updated without their indexes.

var (
	createdStateColumns = []string{"id bigint", "position bigint", "client_id bigint", "channel text", "created_at timestamptz"}
	changedStateColumns = []string{"status text", "expires_at timestamptz", "opened_at timestamptz"}
	insertStates        = insertionInto("transaction_states", slices.Concat(createdStateColumns, changedStateColumns)...)
	// The row of transactions has the key of the state, also its status: it is updated afterwards.
	updateStates = `UPDATE transaction_states AS s SET status = COALESCE(n.status, s.status),
		expires_at = COALESCE(n.expires_at, s.expires_at), opened_at = COALESCE(n.opened_at, s.opened_at) FROM ` +
		unnested("id bigint", "status text", "expires_at timestamptz", "opened_at timestamptz") + ofTransaction
	suspendStates = "UPDATE transaction_states AS s SET open_suspense = s.open_suspense + n.open_suspense FROM " +
		unnested("id bigint", "open_suspense integer") + ofTransaction
)

const ofTransaction = ` JOIN transactions AS t ON t.id = n.id
	WHERE s.client_id = t.client_id AND s.status = t.status AND s.created_at = t.created_at AND s.position = t.position`

// stateBatches are a batch's rows for transaction_states.
type stateBatches struct{ inserts, updates, suspended batch }

// add takes what a change says of the state. A change that says nothing of it adds no row.
func (b *stateBatches) add(c *transactionChange) {
	changed := []any{nullIfZero(c.status), nullIfZero(c.expiresAt), nullIfZero(c.openedAt)}
	switch {
	case c.created != nil:
		b.inserts.add(append(createdState(c.created), changed...)...)
	case slices.ContainsFunc(changed, func(v any) bool { return v != nil }):
		b.updates.add(append([]any{c.id}, changed...)...)
	}
}

// createdState selects the values of createdStateColumns among those of createdColumns.
func createdState(created []any) []any {
	values := make([]any, len(createdStateColumns), len(createdStateColumns)+len(changedStateColumns))
	for i, column := range createdStateColumns {
		values[i] = created[slices.Index(createdColumns, column)]
	}
	return values
}
