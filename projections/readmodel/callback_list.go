package readmodel

import (
	"context"
	"strconv"
	"time"
)

// CallbackFilter selects a client's callbacks; an empty field selects all. From and To are
// times of the events that they report, both included.
type CallbackFilter struct {
	Status, Resource string
	From, To         time.Time
}

// CallbackOf returns one of the client's callbacks, with its attempts.
func (q *Queries) CallbackOf(ctx context.Context, clientID int64, id string) (Callback, error) {
	c, err := q.Callback(ctx, id)
	if err == nil && c.ClientID != clientID {
		return Callback{}, ErrNotFound
	}
	return c, err
}

// CallbacksOf returns a page of the client's callbacks that the filter selects, newest first,
// with their attempts, and the number of all of them.
func (q *Queries) CallbacksOf(ctx context.Context, clientID int64, f CallbackFilter, p Page) ([]Callback, int64, error) {
	if f.Resource == "" && f.From.IsZero() && f.To.IsZero() {
		return q.Callbacks(ctx, f.Status, clientID, p)
	}
	where, args := f.where(clientID)
	var total int64
	if err := q.db.GetContext(ctx, &total, "SELECT count(*) FROM callbacks "+where, args...); err != nil {
		return nil, 0, &queryError{"callbacks", err}
	}
	skip := int64(p.Number-1) * int64(p.PerPage)
	if int64(p.Number-1) > total/int64(p.PerPage) || skip >= total {
		return []Callback{}, total, nil
	}
	n := len(args)
	order := " ORDER BY callbacks.position DESC OFFSET $" + strconv.Itoa(n+1) + " LIMIT $" + strconv.Itoa(n+2)
	callbacks, err := callbackTable.list(ctx, q, where+order, append(args, skip, p.PerPage)...)
	if err != nil {
		return nil, 0, err
	}
	return callbacks, total, q.loadAttempts(ctx, callbacks)
}

func (f CallbackFilter) where(clientID int64) (string, []any) {
	where, args := "WHERE client_id = $1", []any{clientID}
	and := func(condition string, value any) {
		args = append(args, value)
		where += " AND " + condition + " $" + strconv.Itoa(len(args))
	}
	if f.Status != "" {
		and("status =", f.Status)
	}
	if f.Resource != "" {
		and("resource =", f.Resource)
	}
	if !f.From.IsZero() {
		and("callbacks.created_at >=", f.From)
	}
	if !f.To.IsZero() {
		and("callbacks.created_at <=", f.To)
	}
	return where, args
}
