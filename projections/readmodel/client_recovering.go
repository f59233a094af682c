package readmodel

import "context"

// RecoveringClients returns at most limit clients whose end of access, or undo, is not finished in other streams, oldest first.
func (q *Queries) RecoveringClients(ctx context.Context, limit int) (ids []int64, err error) {
	if err = q.db.SelectContext(ctx, &ids, `SELECT id FROM clients WHERE recovering ORDER BY position LIMIT $1`, limit); err != nil {
		return nil, &queryError{"clients", err}
	}
	return ids, nil
}
