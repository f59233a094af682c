package callbackrows

import (
	"context"
	"strconv"
	"time"

	"gateway/projections/readmodel/readtable"
)

// CallbackFilter selects a client's callbacks; an empty field selects all. From and To are times of the
// reported events, both included.
type CallbackFilter struct {
	Status, Resource string
	From, To         time.Time
}

// CallbackOf returns one callback of the client, with its attempts.
func (q Queries) CallbackOf(ctx context.Context, clientID int64, id string) (Callback, error) {
	c, err := q.Callback(ctx, id)
	if err == nil && c.ClientID != clientID {
		return Callback{}, readtable.ErrNotFound
	}
	return c, err
}

// CallbacksOf returns a page of the client's callbacks that the filter selects, newest first, with their
// attempts, and their total number.
func (q Queries) CallbacksOf(ctx context.Context, clientID int64, f CallbackFilter, p readtable.Page) ([]Callback, int64, error) {
	if f.Resource == "" && f.From.IsZero() && f.To.IsZero() {
		return q.Callbacks(ctx, f.Status, clientID, p)
	}
	where, args := f.where(clientID)
	if p.After != nil {
		return q.callbacksAfter(ctx, f, where, args, p)
	}
	var total int64
	if err := q.SQL.GetContext(ctx, &total, "SELECT count(*) FROM callbacks "+where, args...); err != nil {
		return nil, 0, readtable.Failed("callbacks", err)
	}
	skip := int64(p.Number-1) * int64(p.PerPage)
	if int64(p.Number-1) > total/int64(p.PerPage) || skip >= total {
		return []Callback{}, total, nil
	}
	n := len(args)
	order := f.order() + " OFFSET $" + strconv.Itoa(n+1) + " LIMIT $" + strconv.Itoa(n+2)
	callbacks, err := callbackTable.List(ctx, q.DB, where+order, append(args, skip, p.PerPage)...)
	if err != nil {
		return nil, 0, err
	}
	return callbacks, total, q.loadAttempts(ctx, callbacks)
}

// callbacksAfter returns the callbacks after the place of the page.
func (q Queries) callbacksAfter(
	ctx context.Context, f CallbackFilter, where string, args []any, p readtable.Page,
) ([]Callback, int64, error) {
	n := strconv.Itoa(len(args) + 1)
	args, behind := append(args, p.After.Position), " AND position < $"+n
	if f.isOfTime() {
		behind = " AND (callbacks.created_at, position) < ($" + strconv.Itoa(len(args)+1) + ", $" + n + ")"
		args = append(args, p.After.At)
	}
	limit := " LIMIT $" + strconv.Itoa(len(args)+1)
	callbacks, err := callbackTable.List(ctx, q.DB, where+behind+f.order()+limit, append(args, p.PerPage)...)
	if err != nil {
		return nil, 0, err
	}
	return callbacks, p.After.Total, q.loadAttempts(ctx, callbacks)
}

// isOfTime reports whether only times limit the list, without a narrower filter.
func (f CallbackFilter) isOfTime() bool { return f.Resource == "" }

// order returns the order of the index that the list is read from. The times of events hardly differ from log
// order.
func (f CallbackFilter) order() string {
	if f.isOfTime() {
		return " ORDER BY callbacks.created_at DESC, callbacks.position DESC"
	}
	return " ORDER BY callbacks.position DESC"
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
