package service

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"gateway/domain"
	"gateway/domain/calendar"
	"gateway/eventstore"
	"gateway/http/service/ids"
	"gateway/http/service/state"
	"gateway/projections/engine"
	"gateway/projections/readmodel"
	"gateway/projections/readmodel/readtable"

	"github.com/sirupsen/logrus"
)

// waitLimit limits the wait for the read models after a write. After that the answer is given anyway: the
// event is durable, but may not be readable yet.
const waitLimit = 5 * time.Second

// Core has what all use cases of a process share. The exported fields are set once and are safe for
// concurrent use, and so is Core. Do not copy it.
type Core struct {
	Log     *eventstore.Log
	Queries *readmodel.Queries
	// Watcher is nil in a command, which runs beside a gateway and waits for no read model.
	Watcher *engine.CheckpointWatcher
	IDs     *ids.Sequences
	State   *state.DB
	// Presence proves to other processes that this one is alive, since it may be working on idempotency keys.
	Presence *state.Presence
	Now      func() time.Time
	Logger   *logrus.Entry
	// Calendar is the business calendar.
	Calendar calendar.Calendar

	inFlight inFlight
}

// Rehearsal returns a Core whose log is a rehearsal, for commands that are decided and append nothing. Its ids are
// reserved all the same. It is nil if c is nil.
func (c *Core) Rehearsal() *Core {
	if c == nil {
		return nil
	}
	return &Core{
		Log: c.Log.Rehearsal(), Queries: c.Queries, Watcher: c.Watcher, IDs: c.IDs, State: c.State, Presence: c.Presence,
		Now: c.Now, Logger: c.Logger, Calendar: c.Calendar,
	}
}

// Execute executes a command and waits until the read models show the result, on any instance. Its errors are
// those of eventstore.Execute.
func Execute[S any](
	ctx context.Context, core *Core, agg domain.Aggregate[S], stream string,
	decide func(S) ([]domain.Event, error), options ...eventstore.Option,
) (eventstore.Outcome[S], error) {
	out, err := eventstore.Execute(ctx, core.Log, agg, stream, decide, options...)
	if err == nil {
		core.Wait(ctx, out.Position)
	}
	return out, err
}

// Wait returns when the read models have passed the position, or after 5 seconds. Without a Watcher it
// returns at once.
func (c *Core) Wait(ctx context.Context, p eventstore.Position) {
	if c.Watcher == nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, waitLimit)
	defer cancel()
	if err := c.Watcher.Wait(ctx, p); errors.Is(err, context.DeadlineExceeded) {
		c.Logger.WithField("position", p.Commit).Warn("read models lag behind a write")
	}
}

// NotYetShown returns the error of a look at the row of what a use case has just made. The row may be missing while the read models
// lag behind. Then it is eventstore.ErrUnavailable instead of a refusal, so that the caller does not believe that nothing was made, and
// its Idempotency-Key stays reserved.
func NotYetShown(err error) error {
	if errors.Is(err, readtable.ErrNotFound) {
		return fmt.Errorf("%w: read what was made: %s", eventstore.ErrUnavailable, err.Error()) // which is no refusal any more
	}
	return err
}

// Actor returns the actor of the request in the form that events record: `client:<id>` for an API key,
// `client:<id>/person:<id>` for a person of the client, `admin:<id>`, or `machine:<name>` for a command on
// the machine. The authentication put it into the context.
func Actor(ctx context.Context) string { return eventstore.MetadataFrom(ctx).Actor }

// Caller returns the client or administrator on whose behalf the actor acts: `client:<id>` for a client's API
// key and all of its people, `admin:<id>` for an administrator.
func Caller(ctx context.Context) string {
	caller, _, _ := strings.Cut(Actor(ctx), "/")
	return caller
}

// WithActor returns a context with a different actor.
func WithActor(ctx context.Context, actor string) context.Context {
	m := eventstore.MetadataFrom(ctx)
	m.Actor = actor
	return eventstore.WithMetadata(ctx, m)
}

// NilIfEmpty returns nil, which becomes JSON null, for the empty string.
func NilIfEmpty(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
