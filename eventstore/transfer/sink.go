package transfer

import (
	"context"

	"gateway/eventstore"
)

// storeSink appends to any store, one stream after the other in the order of the
// log. Appends are idempotent, so a broken copy goes on where it was.
type storeSink struct{ store eventstore.Store }

// ToStore writes through the port. The order of the log is kept by waiting for each
// append, so it takes as long as the store takes for them.
func ToStore(s eventstore.Store) Sink { return storeSink{s} }

// Last implements Sink.
func (s storeSink) Last(ctx context.Context) (last eventstore.Recorded, ok bool, err error) {
	// Read through: there is no other way to the newest event that all stores have.
	for {
		events, err := s.store.ReadAll(ctx, last.Position, page)
		if err != nil || len(events) == 0 {
			return last, ok, err
		}
		last, ok = events[len(events)-1], true
	}
}

// Begin implements Sink.
func (s storeSink) Begin(ctx context.Context, from string) error { return s.store.Receive(ctx, from) }

// Add implements Sink.
func (s storeSink) Add(ctx context.Context, events []eventstore.Recorded) error {
	for len(events) > 0 {
		n := run(events)
		proposed := make([]eventstore.Proposed, n)
		for i, e := range events[:n] {
			proposed[i] = e.Proposed
		}
		if _, err := s.store.Append(ctx, events[0].Stream, events[0].Revision-1, proposed); err != nil {
			return err
		}
		events = events[n:]
	}
	return nil
}

// run is how many of the first events are of one stream and fit one append.
func run(events []eventstore.Recorded) int {
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
