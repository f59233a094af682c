package clientrows

import (
	"context"

	"gateway/projections/readmodel/readtable"

	"github.com/lib/pq"
)

// The troubles that ClientsIn selects clients by.
const (
	// TroubleReceivable selects clients that owe money.
	TroubleReceivable = "receivable"
	// TroubleEndpoint selects clients with a callback endpoint that has accepted nothing for a day.
	TroubleEndpoint = "failing_endpoint"
	// TroubleOrphan selects clients with an API key whose issuer is gone.
	TroubleOrphan = "key_without_issuer"
)

// inTrouble selects the ids of the clients with each trouble. They are few among all clients.
var inTrouble = map[string]string{
	TroubleReceivable: "SELECT client_id FROM balances WHERE receivable < 0",
	TroubleEndpoint:   "SELECT client_id FROM callback_endpoints WHERE failing_since IS NOT NULL",
	TroubleOrphan: "SELECT client_id FROM api_keys WHERE orphaned_at IS NOT NULL AND (ends_at IS NULL OR ends_at > $2) " +
		"ORDER BY orphaned_at LIMIT 1000",
}

// ClientsIn returns a page of the clients with a trouble, newest first, and their total number. It filters by
// status, unless status is empty. An unknown trouble selects no client.
func (q Queries) ClientsIn(ctx context.Context, trouble, status string, p readtable.Page) ([]Client, int64, error) {
	ids, ok := inTrouble[trouble]
	if !ok {
		return []Client{}, 0, nil
	}
	// OFFSET 0 keeps PostgreSQL from reading all clients of the status, or all clients in position order.
	var all []int64
	args := []any{status}
	if trouble == TroubleOrphan {
		args = append(args, q.Now())
	}
	err := q.SQL.SelectContext(ctx, &all, "SELECT id FROM (SELECT id, position, status FROM clients WHERE id = ANY (ARRAY("+ids+
		")) OFFSET 0) AS few WHERE $1 = '' OR status = $1 ORDER BY position DESC", args...)
	if err != nil {
		return nil, 0, readtable.Failed("clients", err)
	}
	from := min(int64(p.Number-1)*int64(p.PerPage), int64(len(all)))
	shown := all[from:min(from+int64(p.PerPage), int64(len(all)))]
	if len(shown) == 0 {
		return []Client{}, int64(len(all)), nil
	}
	rows, err := clientTable.List(ctx, q.DB, "WHERE id = ANY ($1) ORDER BY clients.position DESC", pq.Array(shown))
	now := q.Now()
	for i := range rows {
		rows[i] = rows[i].At(now)
	}
	return rows, int64(len(all)), err
}
