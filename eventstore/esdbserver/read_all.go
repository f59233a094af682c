package esdbserver

import (
	"context"
	"errors"
	"math"

	"gateway/eventstore"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
)

// begin returns the store's position where a read begins; end is true if it begins at the end of the log.
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
		// Fewer events than requested do not mean the end of the log.
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

// readAllBackwards sends the events of the log before a position (exclusive), newest first.
func (r *reading) readAllBackwards(ctx context.Context, o *streams.ReadReq_Options_AllOptions) error {
	before, end, err := r.begin(ctx, o)
	if err != nil {
		return err
	}
	if end {
		before = eventstore.EndOfLog
	}
	for r.remaining > 0 {
		// Fewer events than requested do not mean the start of the log.
		events, err := r.server.store.ReadAllBackwards(ctx, before, r.pageSize())
		if err != nil || len(events) == 0 {
			return err
		}
		for _, e := range events {
			if more, err := r.send(e); err != nil || !more {
				return err
			}
		}
		before = events[len(events)-1].Position
	}
	return nil
}

// pageSize returns how many events to read at once: no more than the client wants, unless a filter may skip
// some.
func (r *reading) pageSize() int {
	if r.filter != nil {
		return maxPage
	}
	return int(min(r.remaining, maxPage))
}
