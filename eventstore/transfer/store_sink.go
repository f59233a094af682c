package transfer

import (
	"context"

	"gateway/eventstore"
)

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
