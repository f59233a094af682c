package transfer

import (
	"context"
	"errors"
	"fmt"

	"gateway/eventstore"
)

// pageSize is the number of events read at once.
const pageSize = 1_000

// ErrForeignEvents says that the target holds events of another log.
var ErrForeignEvents = errors.New("the target is neither empty nor a part of the same log")

// Sink writes the events of a log, in order, to the store that it is copied into.
type Sink interface {
	// Last returns the newest event that an interrupted copy left. ok is false if there is none.
	Last(ctx context.Context) (last eventstore.Recorded, ok bool, err error)
	// Begin marks the target with the id of the store that is being copied (CopyMarker). It is called before
	// the first Add.
	Begin(ctx context.Context, from string) error
	// Add writes the next events. The caller may repeat events that were written before.
	Add(ctx context.Context, events []eventstore.Recorded) error
	// Finish makes everything durable.
	Finish(ctx context.Context) error
}

// Copy writes the events of a log to the sink, starting with the first one that the sink lacks, and returns
// their number. progress, if not nil, is called after each page with the position in the old store. Error:
// ErrForeignEvents.
func Copy(ctx context.Context, from eventstore.Store, to Sink, progress func(eventstore.Position)) (events int64, err error) {
	after, err := resumePosition(ctx, from, to)
	if err != nil {
		return 0, err
	}
	if err := to.Begin(ctx, from.ID()); err != nil {
		return 0, err
	}
	return copyAfter(ctx, from, to, after, progress)
}

func copyAfter(
	ctx context.Context, from eventstore.Store, to Sink, after eventstore.Position, progress func(eventstore.Position),
) (events int64, err error) {
	for {
		page, err := from.ReadAll(ctx, after, pageSize)
		if err != nil {
			return events, fmt.Errorf("read after position %d: %w", after.Commit, err)
		}
		if len(page) == 0 {
			return events, to.Finish(ctx)
		}
		if err := to.Add(ctx, page); err != nil {
			return events, err
		}
		after = page[len(page)-1].Position
		events += int64(len(page))
		if progress != nil {
			progress(after)
		}
	}
}

// resumePosition returns the position, in the old store, of the newest event that the sink has. A copy keeps
// the order of the log, so the sink also has all events before it.
func resumePosition(ctx context.Context, from eventstore.Store, to Sink) (eventstore.Position, error) {
	last, ok, err := to.Last(ctx)
	if err != nil || !ok {
		return eventstore.Position{}, err
	}
	original, err := from.ReadStream(ctx, last.Stream, last.Revision, eventstore.Forwards, 1)
	if err != nil {
		return eventstore.Position{}, fmt.Errorf("read stream %s: %w", last.Stream, err)
	}
	if len(original) == 0 || original[0].ID != last.ID {
		return eventstore.Position{}, fmt.Errorf("%w: its newest event, %s revision %d, is not in the log that is to be copied",
			ErrForeignEvents, last.Stream, last.Revision)
	}
	return original[0].Position, nil
}

// storeSink appends to a store, in the order of the log. Appends are idempotent by event
// id, so an interrupted copy can be repeated.
type storeSink struct{ store Store }

// ToStore returns a Sink that appends to the store, for any kind of store. It keeps the order of the log by
// waiting for each append, so a copy takes one round trip for each group of events on one stream.
func ToStore(s Store) Sink { return storeSink{s} }

// Last implements Sink. It reads the whole log, because the port offers no other way to find the newest
// event.
func (s storeSink) Last(ctx context.Context) (last eventstore.Recorded, ok bool, err error) {
	for {
		page, err := s.store.ReadAll(ctx, last.Position, pageSize)
		if err != nil || len(page) == 0 {
			return last, ok, err
		}
		last, ok = page[len(page)-1], true
	}
}

// Begin implements Sink.
func (s storeSink) Begin(ctx context.Context, from string) error {
	return s.store.MarkCopySource(ctx, from)
}

// Add implements Sink.
func (s storeSink) Add(ctx context.Context, events []eventstore.Recorded) error {
	for len(events) > 0 {
		n := countForOneAppend(events)
		proposed := make([]eventstore.Proposed, n)
		for i, e := range events[:n] {
			proposed[i] = e.Proposed
			proposed[i].FirstBookedAt = e.BookedAt
		}
		if _, err := s.store.Append(ctx, events[0].Stream, events[0].Revision-1, proposed); err != nil {
			return err
		}
		events = events[n:]
	}
	return nil
}

// countForOneAppend returns how many of the first events belong to one stream and are within the limits of an
// append.
func countForOneAppend(events []eventstore.Recorded) int {
	n, size := 0, 0
	for _, e := range events {
		size += len(e.Data) + len(e.Metadata)
		if e.Stream != events[0].Stream || n == eventstore.MaxEventsPerAppend || n > 0 && size > eventstore.MaxAppendBytes {
			break
		}
		n++
	}
	return n
}

// Finish implements Sink.
func (storeSink) Finish(context.Context) error { return nil }

// Store is a store that a log can be copied into. In addition to the log it keeps a durable mark with the id
// of the store that is being copied; a gateway must not start on a marked store.
type Store interface {
	eventstore.Store
	CopyMarker
}

// CopyMarker keeps the mark of a Store. All processes see the same mark, and no reader
// of the log sees it. Errors: ErrUnavailable (wrapped), ErrClosed, the context's error.
type CopyMarker interface {
	// MarkCopySource sets the mark to the id of the store that is being copied; an empty
	// id removes it. Repeating the call changes nothing.
	MarkCopySource(ctx context.Context, storeID string) error

	// CopySource returns the id that the mark holds, "" without a mark.
	CopySource(ctx context.Context) (storeID string, err error)
}
