// Package callbackservice has the use case of callbacks, which go out to merchants: an
// administrator has one sent again. Sending is a reactor's work.
package callbackservice

import (
	"context"

	"gateway/domain"
	"gateway/domain/callback"
	"gateway/eventstore"
	"gateway/http/service"
	"gateway/projections/readmodel/callbackrows"
)

// Callbacks are the callbacks to all clients.
type Callbacks struct {
	*service.Core
	// Rows are Core.Queries when nil.
	Rows Rows
}

// Rows finds callbacks in the read models. *readmodel.Queries implements it. Error:
// readtable.ErrNotFound.
type Rows interface {
	Callback(ctx context.Context, id string) (callbackrows.Callback, error)
}

func (c Callbacks) rows() Rows {
	if c.Rows != nil {
		return c.Rows
	}
	return c.Queries
}

// Resend makes a callback that was delivered or given up due again at once. Errors:
// readtable.ErrNotFound, the refusals of callback.Resend.
func (c Callbacks) Resend(ctx context.Context, id string) (callbackrows.Callback, error) {
	found, err := c.rows().Callback(ctx, id)
	if err != nil {
		return found, err
	}
	at, err := c.resend(ctx, found)
	if err != nil {
		return found, err
	}
	c.Wait(ctx, at)
	return c.rows().Callback(ctx, id)
}

// resend decides and appends, and returns the position of the event that it made.
func (c Callbacks) resend(ctx context.Context, row callbackrows.Callback) (eventstore.Position, error) {
	cmd := callback.ResendCmd{CallbackID: row.ID, ClientID: row.ClientID, By: service.Actor(ctx), At: c.Now()}
	out, err := eventstore.Execute(ctx, c.Log, callback.Aggregate, callback.Stream(row.ID),
		func(s callback.State) ([]domain.Event, error) { return callback.Resend(s, cmd) })
	return out.Position, err
}
