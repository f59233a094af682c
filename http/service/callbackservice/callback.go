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

// Get returns a callback, with what the receiver answered to each of its attempts in the last callback.AnswersKept. Error:
// readtable.ErrNotFound.
func (c Callbacks) Get(ctx context.Context, id string) (callbackrows.Callback, error) {
	found, err := c.rows().Callback(ctx, id)
	if err != nil {
		return found, err
	}
	return c.answered(ctx, found)
}

// answered adds what the receiver answered.
func (c Callbacks) answered(ctx context.Context, row callbackrows.Callback) (callbackrows.Callback, error) {
	answers, err := c.State.Answers(ctx, row.ID, c.Now().Add(-callback.AnswersKept))
	for i, a := range row.Attempts {
		row.Attempts[i].Answer = callback.ShownAnswer(answers[a.Attempt])
	}
	return row, err
}

// Resend makes an attempt of a callback due at once: of one that was delivered, given up, or is still to be tried. Seen
// is the number of attempts that the caller knew of, nil if it does not say. Errors: readtable.ErrNotFound, and the
// refusals of callback.Resend.
func (c Callbacks) Resend(ctx context.Context, id string, seen *int) (callbackrows.Callback, error) {
	found, err := c.rows().Callback(ctx, id)
	if err != nil {
		return found, err
	}
	if seen == nil && found.Status == callback.StatusPending {
		// Otherwise the attempt that the worker makes in this moment would be followed by a second delivery.
		seen = new(len(found.Attempts))
	}
	out, err := c.resend(ctx, found, seen)
	if err != nil {
		return found, err
	}
	c.Wait(ctx, out.Position)
	return c.rows().Callback(ctx, id)
}

// resend decides and appends.
func (c Callbacks) resend(ctx context.Context, row callbackrows.Callback, seen *int) (eventstore.Outcome[callback.State], error) {
	cmd := callback.ResendCmd{CallbackID: row.ID, ClientID: row.ClientID, By: service.Actor(ctx), Seen: seen, At: c.Now()}
	return eventstore.Execute(ctx, c.Log, callback.Aggregate, callback.Stream(row.ID),
		func(s callback.State) ([]domain.Event, error) { return callback.Resend(s, cmd) })
}
