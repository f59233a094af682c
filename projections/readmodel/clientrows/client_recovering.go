package clientrows

import (
	"context"

	"gateway/projections/readmodel/readtable"
)

// RecoveringClients returns at most limit clients for which the end of access, or its undo, is not finished
// in other streams, oldest first.
func (q Queries) RecoveringClients(ctx context.Context, limit int) (ids []int64, err error) {
	if err = q.SQL.SelectContext(ctx, &ids, `SELECT id FROM clients WHERE recovering ORDER BY position LIMIT $1`, limit); err != nil {
		return nil, readtable.Failed("clients", err)
	}
	return ids, nil
}
