package server

import (
	"context"
	"errors"
	"math"

	"gateway/eventstore"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
)

// begin returns the store's position where a read begins, or end when it begins at the end
// of the log.
func (r *reading) begin(ctx context.Context, o allOption) (at eventstore.Position, end bool, err error) {
	if at, end, err = parsePosition(o); err == nil && !end {
		at, err = r.server.fromWire(ctx, at)
	}
	if errors.Is(err, errBetweenEvents) {
		err = r.server.options.Version.errBetween(r.subscribes, r.filter != nil)
	}
	return at, end, err
}

// readAllForwards sends the events of the log from a position on (inclusive).
func (r *reading) readAllForwards(ctx context.Context, o *streams.ReadReq_Options_AllOptions) error {
	at, end, err := r.begin(ctx, o)
	if err != nil || end {
		return err
	}
	after := eventstore.Position{}
	if at.Commit > 0 {
		after = eventstore.Position{Commit: at.Commit - 1, Prepare: math.MaxInt64}
	}
	for r.remaining > 0 {
		// Fewer events than asked for are not the end of the log.
		events, err := r.server.store.ReadAll(ctx, after, r.pageSize())
		if err != nil || len(events) == 0 {
			return err
		}
		for _, e := range events {
			if e.Position.Before(at) {
				continue
			}
			if more, err := r.send(e); err != nil || !more {
				return err
			}
		}
		after = events[len(events)-1].Position
	}
	return nil
}

// readAllBackwards sends the events of the log before a position (exclusive), the newest
// first. The Store reads only forwards, so this reads the range of positions before, and
// doubles the range as long as it is empty.
func (r *reading) readAllBackwards(ctx context.Context, o *streams.ReadReq_Options_AllOptions) error {
	before, end, err := r.begin(ctx, o)
	if err != nil {
		return err
	}
	if end {
		head, err := r.server.store.Head(ctx)
		if err != nil {
			return err
		}
		before = eventstore.Position{Commit: head.Commit + 1}
	}
	for width := int64(r.pageSize()); r.remaining > 0 && before.Commit > 0; width *= 2 {
		after := eventstore.Position{Commit: max(0, before.Commit-width-1), Prepare: math.MaxInt64}
		events, err := r.readBetween(ctx, after, before)
		if err != nil {
			return err
		}
		for i := len(events) - 1; i >= 0; i-- {
			if more, err := r.send(events[i]); err != nil || !more {
				return err
			}
		}
		if len(events) > 0 {
			width = max(1, int64(r.pageSize())/2)
		}
		if after.Commit == 0 {
			return nil
		}
		before = eventstore.Position{Commit: after.Commit + 1} // exclusive
	}
	return nil
}

// readBetween returns the events after one position and before another.
func (r *reading) readBetween(ctx context.Context, after, before eventstore.Position) (events []eventstore.Recorded, err error) {
	for {
		part, err := r.server.store.ReadAll(ctx, after, maxPage)
		if err != nil || len(part) == 0 {
			return events, err
		}
		for _, e := range part {
			if !e.Position.Before(before) {
				return events, nil
			}
			events = append(events, e)
		}
		after = part[len(part)-1].Position
	}
}

// pageSize returns how many events to read at once: no more than the client wants, unless
// a filter leaves some out.
func (r *reading) pageSize() int {
	if r.filter != nil {
		return maxPage
	}
	return int(min(r.remaining, maxPage))
}
