package callbackrows

import (
	"context"
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
	s := new(readtable.Search).Equals("status", f.Status).Equals("resource", f.Resource)
	s.And("client_id = ?", clientID)
	s.Between("created_at", f.From, f.To)
	order := "created_at" // of the index that the list is read from
	if f.Resource != "" {
		order = "" // the times of events hardly differ from the order of the log
	}
	callbacks, total, err := callbackTable.ListCounted(ctx, q.DB, s, order, p)
	if err != nil {
		return nil, 0, err
	}
	return callbacks, total, q.loadAttempts(ctx, callbacks)
}
