// Package callbackservice implements the use cases of callbacks to merchants: sending them again, testing
// them, and managing callback endpoints. Regular sending is a reactor's work.
package callbackservice

import (
	"context"

	"gateway/domain"
	"gateway/domain/callback"
	"gateway/eventstore"
	"gateway/http/service"
	"gateway/projections/readmodel/callbackrows"
)

// Callbacks implements the use cases for the callbacks to all clients.
type Callbacks struct {
	*service.Core
	// Rows defaults to Core.Queries if nil.
	Rows Rows
}

// Rows finds callbacks in the read models. Error: readtable.ErrNotFound. *readmodel.Queries implements it.
type Rows interface {
	Callback(ctx context.Context, id string) (callbackrows.Callback, error)
}

func (c Callbacks) rows() Rows {
	if c.Rows != nil {
		return c.Rows
	}
	return c.Queries
}

// Resend makes a callback that was delivered or given up due again at once. Errors: readtable.ErrNotFound,
// and the refusals of callback.Resend.
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

// resend decides and appends, and returns the position of the new event.
func (c Callbacks) resend(ctx context.Context, row callbackrows.Callback) (eventstore.Position, error) {
	cmd := callback.ResendCmd{CallbackID: row.ID, ClientID: row.ClientID, By: service.Actor(ctx), At: c.Now()}
	out, err := eventstore.Execute(ctx, c.Log, callback.Aggregate, callback.Stream(row.ID),
		func(s callback.State) ([]domain.Event, error) { return callback.Resend(s, cmd) })
	return out.Position, err
}
