package readmodel

import (
	"context"
)

// What clients may be in trouble with (ClientsIn).
const (
	// TroubleReceivable is that of clients that owe money.
	TroubleReceivable = "receivable"
	// TroubleEndpoint is that of clients with a callback endpoint that has taken nothing for a day.
	TroubleEndpoint = "failing_endpoint"
)

// inTrouble selects the ids of the clients: few of all have any.
var inTrouble = map[string]string{
	TroubleReceivable: "SELECT client_id FROM balances WHERE receivable < 0",
	TroubleEndpoint:   "SELECT client_id FROM callback_endpoints WHERE failing_since IS NOT NULL",
}

// ClientsIn returns a page of the clients that are in a trouble, newest first, and the number of
// all: of one status, unless it is empty. An unknown trouble is that of no client.
func (q *Queries) ClientsIn(ctx context.Context, trouble, status string, p Page) ([]Client, int64, error) {
	ids, ok := inTrouble[trouble]
	if !ok {
		return []Client{}, 0, nil
	}
	where := "WHERE id = ANY (ARRAY(" + ids + ")) AND ($1 = '' OR status = $1)"
	var total int64
	if err := q.db.GetContext(ctx, &total, "SELECT count(*) FROM clients "+where, status); err != nil {
		return nil, 0, &queryError{"clients", err}
	}
	rows, err := clientTable.list(ctx, q, where+" ORDER BY clients.position DESC OFFSET $2 LIMIT $3",
		status, int64(p.Number-1)*int64(p.PerPage), p.PerPage)
	now := q.now()
	for i := range rows {
		rows[i] = rows[i].at(now)
	}
	return rows, total, err
}
