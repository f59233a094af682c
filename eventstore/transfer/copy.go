package transfer

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"gateway/eventstore"
)

// page is how many events are read at once.
const page = 1_000

// Sink takes the events of a log in order.
type Sink interface {
	// Last gives the newest event that the sink has of an earlier, broken copy; ok
	// is false when it has none.
	Last(ctx context.Context) (last eventstore.Recorded, ok bool, err error)
	// Begin notes in the target whose log is copied there, before the first Add.
	Begin(ctx context.Context, from string) error
	// Add writes the next events. What it has already may be given again.
	Add(ctx context.Context, events []eventstore.Recorded) error
	// Finish makes everything durable.
	Finish(ctx context.Context) error
}

// Copy gives every event of a log to the sink, beginning after what it has. It
// gives the number of events that it gave.
func Copy(ctx context.Context, from eventstore.Store, to Sink, progress func(eventstore.Position)) (events int64, err error) {
	at, err := resume(ctx, from, to)
	if err != nil {
		return 0, err
	}
	if err := to.Begin(ctx, from.ID()); err != nil {
		return 0, err
	}
	return copyAfter(ctx, from, to, at, progress)
}

func copyAfter(
	ctx context.Context, from eventstore.Store, to Sink, at eventstore.Position, progress func(eventstore.Position),
) (events int64, err error) {
	for {
		block, err := from.ReadAll(ctx, at, page)
		if err != nil {
			return events, fmt.Errorf("read after position %d: %w", at.Commit, err)
		}
		if len(block) == 0 {
			return events, to.Finish(ctx)
		}
		if err := to.Add(ctx, block); err != nil {
			return events, err
		}
		at = block[len(block)-1].Position
		events += int64(len(block))
		if progress != nil {
			progress(at)
		}
	}
}

// resume finds where in the old log the newest event of the new one stands: the
// order is kept, so all before it are there.
func resume(ctx context.Context, from eventstore.Store, to Sink) (eventstore.Position, error) {
	last, ok, err := to.Last(ctx)
	if err != nil || !ok {
		return eventstore.Position{}, err
	}
	same, err := from.ReadStream(ctx, last.Stream, last.Revision, eventstore.Forwards, 1)
	if err != nil {
		return eventstore.Position{}, fmt.Errorf("read stream %s: %w", last.Stream, err)
	}
	if len(same) == 0 || same[0].ID != last.ID {
		return eventstore.Position{}, fmt.Errorf("%w: its newest event, %s revision %d, is not in the log that is to be copied",
			ErrForeignEvents, last.Stream, last.Revision)
	}
	return same[0].Position, nil
}

var (
	// ErrForeignEvents says that the target holds events of another log.
	ErrForeignEvents = errors.New("the target is neither empty nor a part of the same log")
	// ErrDiffers says that the two logs are not the same, event by event.
	ErrDiffers = errors.New("the logs differ")
)

// Verify compares two logs event by event, in order: stream, revision, id, type and
// bytes. It gives the number of events.
func Verify(ctx context.Context, a, b eventstore.Store, progress func(eventstore.Position)) (events int64, err error) {
	var none eventstore.Position
	events, _, err = verifyAfter(ctx, a, b, pair{none, none}, progress)
	return events, err
}

// pair is the same place in two logs.
type pair struct{ a, b eventstore.Position }

// verifyAfter gives the place at the end, too.
func verifyAfter(
	ctx context.Context, a, b eventstore.Store, at pair, progress func(eventstore.Position),
) (events int64, end pair, err error) {
	for {
		left, err := a.ReadAll(ctx, at.a, page)
		if err != nil {
			return events, at, err
		}
		right, err := b.ReadAll(ctx, at.b, max(1, len(left)))
		if err != nil {
			return events, at, err
		}
		n := min(len(left), len(right)) // what one gave less is read again
		switch {
		case len(left) != len(right) && n == 0:
			return events, at, fmt.Errorf("%w: one ends after %d events, the other does not", ErrDiffers, events)
		case n == 0:
			return events, at, nil
		}
		for i := range n {
			if !same(left[i], right[i]) {
				return events, at, fmt.Errorf("%w: event %d is %s revision %d in one and %s revision %d in the other", ErrDiffers,
					events+int64(i)+1, left[i].Stream, left[i].Revision, right[i].Stream, right[i].Revision)
			}
		}
		events += int64(n)
		at = pair{left[n-1].Position, right[n-1].Position}
		if progress != nil {
			progress(at.a)
		}
	}
}

func same(a, b eventstore.Recorded) bool {
	return a.Stream == b.Stream && a.Revision == b.Revision && a.ID == b.ID && a.Type == b.Type &&
		bytes.Equal(a.Data, b.Data) && bytes.Equal(a.Metadata, b.Metadata)
}
