package callbackrows

import (
	"context"
	"time"

	"gateway/projections/readmodel/readtable"
)

// maxCounted limits how many rows per client CallbacksToResend counts.
const maxCounted = 1_000

// ResendFilter selects ended callbacks. ClientID 0 selects all clients, and a zero time is no bound. From and
// To are times of the reported events, both included.
type ResendFilter struct {
	Status   string
	ClientID int64
	From, To time.Time
}

// callbacksToResend finds the rows of each client by index, so that many callbacks of one client with another
// status do not slow down the search for other clients.
const callbacksToResend = `FROM callback_counts AS counts CROSS JOIN LATERAL (
	SELECT * FROM callbacks WHERE client_id = counts.client_id AND status = $1
		AND created_at >= COALESCE($3, '-infinity'::timestamptz) AND created_at <= COALESCE($4, 'infinity'::timestamptz)
		ORDER BY created_at, position LIMIT $5) AS callbacks
	WHERE counts.status = $1 AND counts.n > 0 AND ($2 = 0 OR counts.client_id = $2)`

// CallbacksToResend returns the callbacks that the filter selects, oldest first, at most limit, without their
// attempts. It also returns how many there are, counting at most 1,000 per client.
func (q Queries) CallbacksToResend(ctx context.Context, f ResendFilter, limit int) (rows []Callback, total int64, err error) {
	args := []any{f.Status, f.ClientID, readtable.NullIfZero(f.From), readtable.NullIfZero(f.To)}
	if err := q.SQL.GetContext(ctx, &total, "SELECT count(*) "+callbacksToResend, append(args, maxCounted)...); err != nil {
		return nil, 0, readtable.Failed("callbacks", err)
	}
	rows, err = readtable.Of[Callback]("(SELECT callbacks.* "+callbacksToResend+") AS ended").List(ctx, q.DB,
		"ORDER BY ended.created_at, ended.position LIMIT $5", append(args, limit)...)
	return rows, total, err
}
