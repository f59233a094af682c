package storetest

import (
	"context"
	"math/rand/v2"

	"gateway/eventstore"
)

// observation is the events that one reader saw, and the position that it began after.
type observation struct {
	from   eventstore.Position
	events []eventstore.Recorded
}

// observe reads from the start of the load or from the present head, by a subscription or page by page, until
// it sees the last event.
func (l *load) observe(store eventstore.Store, reader int) observation {
	s := observation{from: l.start}
	if reader%4 < 2 {
		head, err := store.Head(l.ctx)
		if err != nil {
			l.Errorf("head: %v", err)
		}
		s.from = head
	}
	l.placed.Done()
	next := store.Subscribe(s.from).Next
	if reader%3 == 0 {
		next = pages(store, s.from)
	}
	for {
		page, err := next(l.ctx, 1+rand.IntN(100))
		if err != nil {
			l.Errorf("reader %d: %v", reader, err)
			return s
		}
		s.events = append(s.events, l.mine(page)...)
		if n := len(s.events); n > 0 && s.events[n-1].Stream == l.stream(lastStream) {
			return s
		}
	}
}

// pages returns a function that reads the next page of the log; a page may be empty.
func pages(store eventstore.Store, at eventstore.Position) func(context.Context, int) ([]eventstore.Recorded, error) {
	return func(ctx context.Context, limit int) ([]eventstore.Recorded, error) {
		page, err := store.ReadAll(ctx, at, limit)
		if len(page) > 0 {
			at = page[len(page)-1].Position
		}
		return page, err
	}
}

// eventsAfter returns the events after the position.
func eventsAfter(position eventstore.Position, events []eventstore.Recorded) []eventstore.Recorded {
	for len(events) > 0 && !position.Before(events[0].Position) {
		events = events[1:]
	}
	return events
}
