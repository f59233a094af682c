package eventstore

import (
	"context"
	"errors"
	"fmt"

	"gateway/domain"
)

// ErrBusy is the refusal after maxAttempts conflicts on one stream.
var ErrBusy = domain.Refuse(domain.Busy, "busy", "too many changes at once, try again")

// Outcome is what a command led to.
type Outcome[S any] struct {
	// State after the command.
	State S
	// Events that were appended, none when the command changed nothing.
	Events []domain.Event
	// Recorded are the same events as the log holds them, without positions but
	// for the last one: Position.
	Proposed []Proposed
	// Revision of the stream's last event.
	Revision Revision
	// Position of the stream's last event. A reader that has passed it sees all
	// that the command decided on and did, also when it did nothing.
	Position Position
}

// Option tunes one Execute.
type Option int

// ExpectNew spares the read of a stream that is most likely not there yet. When it
// is there after all, the command is decided again on what it holds.
const ExpectNew Option = 1

// Execute is the one way to change the log: it folds the stream, lets decide make
// events of the state, and appends them at the revision it decided on. decide may
// run several times and must be pure; an error of it is returned as it is, with
// nothing written.
//
// Commands on one stream queue inside a process. A conflict with another process
// is decided again on the newer state, a bounded number of times, then ErrBusy. An
// answer that writes nothing (a refusal, or no events) is never given on state
// that was merely remembered: it is checked against the log first. When the error
// wraps ErrUnavailable the events may have been written or not.
func Execute[S any](
	ctx context.Context, l *Log, agg domain.Aggregate[S], stream string,
	decide func(S) ([]domain.Event, error), options ...Option,
) (Outcome[S], error) {
	c, err := l.lock(ctx, stream, agg.SnapshotVersion > 0)
	if err != nil {
		return Outcome[S]{}, err
	}
	defer c.unlock()

	checked := false // the state is known to have been current during this call
	switch {
	case c.loaded:
	case len(options) > 0 && options[0] == ExpectNew:
		reset[S](c)
	default:
		if err := load(ctx, l, agg, c); err != nil {
			return Outcome[S]{}, err
		}
		checked = true
	}
	for attempt := 0; attempt < maxAttempts; {
		state := c.state.(S)
		events, err := decide(state)
		if (err != nil || len(events) == 0) && !checked {
			if err := catchUp(ctx, l, agg, c); err != nil {
				return Outcome[S]{}, err
			}
			checked = true
			continue
		}
		if err != nil || len(events) == 0 {
			return Outcome[S]{State: state, Revision: c.revision, Position: c.position}, err
		}
		out, err := commit(ctx, l, agg, c, events)
		var conflict *ConflictError
		if !errors.As(err, &conflict) {
			return out, err
		}
		attempt++
		if err := pause(ctx, attempt); err != nil {
			return Outcome[S]{}, err
		}
		if err := catchUp(ctx, l, agg, c); err != nil {
			return Outcome[S]{}, err
		}
		checked = true
	}
	return Outcome[S]{}, ErrBusy
}

// commit appends the events and folds them into the remembered state.
func commit[S any](
	ctx context.Context, l *Log, agg domain.Aggregate[S], c *cachedStream, events []domain.Event,
) (Outcome[S], error) {
	proposed, err := l.propose(ctx, events)
	if err != nil {
		return Outcome[S]{}, err
	}
	// Before the append: whoever follows the log may see the events before we do.
	for i, p := range proposed {
		l.decoded.Add(p.ID, done(events[i]))
	}
	at, err := l.store.Append(ctx, c.name, c.revision, proposed)
	if err != nil {
		c.loaded = false
		var conflict *ConflictError
		if errors.As(err, &conflict) {
			c.loaded = true
		}
		return Outcome[S]{}, fmt.Errorf("append to %s: %w", c.name, err)
	}
	before := c.revision
	c.state = agg.Fold(c.state.(S), events...)
	c.revision, c.position, c.loaded = at.Revision, at.Position, true
	if agg.SnapshotVersion > 0 && before/l.snapshotEvery != c.revision/l.snapshotEvery {
		takeSnapshot(ctx, l, agg, c)
	}
	return Outcome[S]{
		State: c.state.(S), Events: events, Proposed: proposed, Revision: at.Revision, Position: at.Position,
	}, nil
}

// Load gives the state of a stream as it is in the log now, for facts of other
// aggregates that a decision needs. What is remembered is checked by reading on
// from its revision.
func Load[S any](ctx context.Context, l *Log, agg domain.Aggregate[S], stream string) (S, Revision, error) {
	var none S
	c, err := l.lock(ctx, stream, agg.SnapshotVersion > 0)
	if err != nil {
		return none, 0, err
	}
	defer c.unlock()
	if c.loaded {
		err = catchUp(ctx, l, agg, c)
	} else {
		err = load(ctx, l, agg, c)
	}
	if err != nil {
		return none, 0, err
	}
	return c.state.(S), c.revision, nil
}
