package eventstore

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"gateway/domain"
)

const (
	// maxAttempts is how often one command is decided before Execute gives up because of conflicts.
	maxAttempts = 8
	// maxBackOff is the longest wait between two attempts.
	maxBackOff = 50 * time.Millisecond
)

// ErrBusy is the refusal of a command after maxAttempts conflicts on its stream.
var ErrBusy = domain.Refuse(domain.Busy, "busy", "too many changes at once, try again")

// Outcome is the result of a command.
type Outcome[S any] struct {
	// State is the state after the command.
	State S
	// Events holds the events that the command appended; empty if it changed nothing.
	Events []domain.Event
	// Revision is the revision of the stream's last event, NoStream if there is none.
	Revision Revision
	// Position is the position of the stream's last event, even if the command appended nothing. A reader
	// that has passed it has seen all events that the command was decided on, and those that it appended.
	Position Position
}

// Option changes how Execute works.
type Option int

// ExpectNew makes Execute skip the read of a stream that most likely does not exist yet. If it does exist,
// the append conflicts and the command is decided again on the stream's state.
const ExpectNew Option = 1

// Execute handles one command on one stream: it folds the stream's events into a state, calls decide, and
// appends the events that decide returns at the revision of that state. decide must be pure, because it may
// be called several times. An error of decide is returned unchanged, and nothing is appended.
//
// Inside a process commands on one stream wait for each other. After a conflict with another process the
// command is decided again on the newer state; after maxAttempts the error is ErrBusy. If the error wraps
// ErrUnavailable, the events may have been appended or not.
//
// A cached state can be out of date. An append detects that by its expected revision. A refusal, or an answer
// without events, is returned only after the state was compared with the log.
//
// On a rehearsal nothing is appended, and the error is ErrRehearsed if decide returned events.
func Execute[S any](
	ctx context.Context, l *Log, agg domain.Aggregate[S], stream string,
	decide func(S) ([]domain.Event, error), options ...Option,
) (Outcome[S], error) {
	c, came, err := l.lock(ctx, stream, agg.SnapshotVersion > 0)
	if err != nil {
		return Outcome[S]{}, err
	}
	defer c.unlock()

	current := c.isCurrent(came) // whether the state was compared with the log during this call
	switch {
	case c.loaded:
	case slices.Contains(options, ExpectNew):
		clearState[S](c)
	default:
		if err := load(ctx, l, agg, c); err != nil {
			return Outcome[S]{}, err
		}
		current = true
	}
	for attempt := 0; attempt < maxAttempts; {
		state := c.state.(S)
		events, err := decide(state)
		if (err != nil || len(events) == 0) && !current {
			if err := catchUp(ctx, l, agg, c); err != nil {
				return Outcome[S]{}, err
			}
			current = true
			continue
		}
		if err != nil || len(events) == 0 {
			return Outcome[S]{State: state, Revision: c.revision, Position: c.position}, err
		}
		if l.rehearses {
			return Outcome[S]{State: state, Revision: c.revision, Position: c.position}, ErrRehearsed
		}
		out, err := appendAndFold(ctx, l, agg, c, events)
		if _, conflict := errors.AsType[*ConflictError](err); !conflict {
			return out, err
		}
		attempt++
		if err := l.backOff(ctx, stream, attempt); err != nil {
			return Outcome[S]{}, err
		}
		if err := catchUp(ctx, l, agg, c); err != nil {
			return Outcome[S]{}, err
		}
		current = true
	}
	return Outcome[S]{}, ErrBusy
}

// appendAndFold appends the events and folds them into the cached state.
func appendAndFold[S any](
	ctx context.Context, l *Log, agg domain.Aggregate[S], c *cachedStream, events []domain.Event,
) (out Outcome[S], err error) {
	ctx, span := startAppend(ctx, events)
	defer func() { span.End(err) }()
	proposed, err := l.propose(ctx, c.name, c.revision, events)
	if err != nil {
		return Outcome[S]{}, err
	}
	if events, err = l.codec.canonical(proposed); err != nil {
		return Outcome[S]{}, err
	}
	// This happens before the append, because followers of the log may see the events before it returns.
	for i, p := range proposed {
		l.decoded.Add(p.ID, alreadyDecoded(events[i]))
	}
	number := c.beginComparison()
	at, err := l.store.Append(ctx, c.name, c.revision, proposed)
	if err != nil {
		// After a conflict the state is old but correct; after other errors the events may have been
		// appended.
		_, c.loaded = errors.AsType[*ConflictError](err)
		return Outcome[S]{}, fmt.Errorf("append to %s: %w", c.name, err)
	}
	before := c.revision
	c.state = agg.Fold(c.state.(S), events...)
	c.revision, c.position, c.loaded, c.compared = at.Revision, at.Position, true, number
	if agg.SnapshotVersion > 0 && before/l.snapshotEvery != c.revision/l.snapshotEvery {
		takeSnapshot(ctx, l, agg, c)
	}
	return Outcome[S]{State: c.state.(S), Events: events, Revision: at.Revision, Position: at.Position}, nil
}

// backOff waits before the attempt that follows a conflict: a random time ("full jitter") below a limit that
// doubles with each attempt.
func (l *Log) backOff(ctx context.Context, stream string, attempt int) error {
	if l.yield != nil {
		l.yield(ctx, stream)
		return ctx.Err()
	}
	limit := min(maxBackOff, time.Millisecond<<attempt)
	select {
	case <-time.After(rand.N(limit) + 1):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
