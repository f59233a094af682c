package story

import (
	"context"
	"slices"

	"gateway/domain/callback"
	"gateway/domain/why"
	"gateway/eventstore"
	"gateway/projections/readmodel/callbackrows"
	"gateway/projections/readmodel/readtable"
)

// maxCallbacks limits the callbacks about one subject: a payment has three, a payout seven.
const maxCallbacks = 100

// callback returns the row of a callback. clientID 0 allows any client's. Error: readtable.ErrNotFound.
func (r Reader) callback(ctx context.Context, id string, clientID int64) (callbackrows.Callback, error) {
	if clientID == 0 {
		return r.Queries.Callback(ctx, id)
	}
	return r.Queries.CallbackOf(ctx, clientID, id)
}

// callbacks returns the callbacks about a subject, oldest first. events are the subject's own events, which
// include those that trigger callbacks.
func (r Reader) callbacks(ctx context.Context, clientID int64, resource string, events []eventstore.Envelope) ([]why.Callback, error) {
	page := readtable.Page{Number: 1, PerPage: maxCallbacks}
	rows, _, err := r.Queries.CallbacksOf(ctx, clientID, callbackrows.CallbackFilter{Resource: resource}, page)
	if err != nil {
		return nil, err
	}
	slices.Reverse(rows)
	var all []why.Callback
	pending := map[string]string{} // the first pending callback, by kind
	for _, row := range rows {
		c, err := r.delivery(ctx, row, events)
		if err != nil {
			return nil, err
		}
		if row.Status == callback.StatusPending {
			if c.Behind = pending[row.Kind]; c.Behind == "" {
				pending[row.Kind] = row.ID
			}
		}
		all = append(all, c)
	}
	return all, nil
}

// delivery reads the stream of one callback.
func (r Reader) delivery(ctx context.Context, row callbackrows.Callback, events []eventstore.Envelope) (why.Callback, error) {
	c := why.Callback{ID: row.ID, ClientID: row.ClientID, Trigger: why.Place{Position: row.Position, At: row.CreatedAt}}
	for _, e := range events {
		if callback.ID(e.ID) == row.ID {
			c.Trigger = placeOf(e.Recorded)
		}
	}
	attempts, err := r.stream(ctx, callback.Stream(row.ID))
	c.Facts = factsOf(attempts)
	return c, err
}
