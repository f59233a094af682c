// Package service is what the handlers of all surfaces stand on: the log to decide
// on, the read models to answer from, and the wait that joins the two. It holds no
// handler and no rule.
package service

import (
	"context"
	"errors"
	"time"

	"gateway/domain"
	"gateway/eventstore"
	"gateway/http/service/ids"
	"gateway/http/service/state"
	"gateway/projections/engine"
	"gateway/projections/readmodel"

	"github.com/sirupsen/logrus"
)

// waitLimit bounds the wait for the read models after a write. Beyond it the
// answer is given all the same: the write is durable, only not readable yet.
const waitLimit = 5 * time.Second

// Backend is shared by all handlers of a process. All of its parts are safe for
// concurrent use.
type Backend struct {
	Log     *eventstore.Log
	Queries *readmodel.Queries
	Watcher *engine.Watcher
	IDs     *ids.Sequences
	State   *state.DB
	// Presence is this process's life sign: who works on an idempotency key.
	Presence *state.Presence
	Now      func() time.Time
	Logger   *logrus.Entry
}

// Do executes a command and waits until what it decided can be read, on any
// instance. Errors are those of eventstore.Execute.
func Do[S any](
	ctx context.Context, b *Backend, agg domain.Aggregate[S], stream string,
	decide func(S) ([]domain.Event, error), options ...eventstore.Option,
) (eventstore.Outcome[S], error) {
	out, err := eventstore.Execute(ctx, b.Log, agg, stream, decide, options...)
	if err == nil {
		b.Wait(ctx, out.Position)
	}
	return out, err
}

// Wait returns when the read models have passed the position, or after waitLimit.
func (b *Backend) Wait(ctx context.Context, p eventstore.Position) {
	ctx, cancel := context.WithTimeout(ctx, waitLimit)
	defer cancel()
	if err := b.Watcher.Wait(ctx, p); errors.Is(err, context.DeadlineExceeded) {
		b.Logger.WithField("position", p.Commit).Warn("read models lag behind a write")
	}
}
