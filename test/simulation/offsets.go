package simulation

import (
	"context"
	"fmt"

	"gateway/eventstore"
	"gateway/eventstore/transfer"
)

// The positions of EventStoreDB are byte offsets. An event is recordStep long on average, and up to
// recordJitter longer.
const recordStep, recordJitter = 311, 251

// offsets is a log whose positions grow by uneven steps, as EventStoreDB's do. A read that starts between two
// positions fails.
type offsets struct{ transfer.Store }

// offsetOf returns the position of the n-th event.
func offsetOf(n int64) eventstore.Position {
	if n > 0 {
		scattered := uint64(n) * 0x9E3779B97F4A7C15
		n = n*recordStep + int64(scattered>>32%recordJitter)
	}
	return eventstore.Position{Commit: n, Prepare: n}
}

// numberOf returns the number of the event at the position. The first has the number 1.
func numberOf(at eventstore.Position) (n int64, exact bool) {
	n = at.Commit / recordStep
	if offsetOf(n).Commit > at.Commit {
		n--
	}
	return n, offsetOf(n) == at
}

// Append implements eventstore.Store.
func (s offsets) Append(
	ctx context.Context, stream string, expected eventstore.Revision, events []eventstore.Proposed,
) (eventstore.Appended, error) {
	at, err := s.Store.Append(ctx, stream, expected, events)
	at.Position = offsetOf(at.Position.Commit)
	return at, err
}

// ReadStream implements eventstore.Store.
func (s offsets) ReadStream(
	ctx context.Context, stream string, from eventstore.Revision, dir eventstore.Direction, limit int,
) ([]eventstore.Recorded, error) {
	return scattered(s.Store.ReadStream(ctx, stream, from, dir, limit))
}

// ReadAll implements eventstore.Store.
func (s offsets) ReadAll(ctx context.Context, after eventstore.Position, limit int) ([]eventstore.Recorded, error) {
	n, exact := numberOf(eventstore.Position{Commit: after.Commit, Prepare: after.Commit})
	if !exact {
		return nil, fmt.Errorf("invalid position: no event is at %d", after.Commit)
	}
	if after.Prepare < after.Commit {
		n--
	}
	return scattered(s.Store.ReadAll(ctx, eventstore.Position{Commit: n, Prepare: n}, limit))
}

// ReadAllBackwards implements eventstore.Store.
func (s offsets) ReadAllBackwards(ctx context.Context, before eventstore.Position, limit int) ([]eventstore.Recorded, error) {
	if before == eventstore.EndOfLog {
		return scattered(s.Store.ReadAllBackwards(ctx, before, limit))
	}
	n, exact := numberOf(before)
	if !exact {
		return nil, fmt.Errorf("%w: %d", eventstore.ErrNoPosition, before.Commit)
	}
	return scattered(s.Store.ReadAllBackwards(ctx, eventstore.Position{Commit: n, Prepare: n}, limit))
}

// Head implements eventstore.Store.
func (s offsets) Head(ctx context.Context) (eventstore.Position, error) {
	head, err := s.Store.Head(ctx)
	return offsetOf(head.Commit), err
}

func scattered(events []eventstore.Recorded, err error) ([]eventstore.Recorded, error) {
	for i := range events {
		events[i].Position = offsetOf(events[i].Position.Commit)
	}
	return events, err
}
