package esdb

import (
	"context"
	"errors"
	"time"

	"gateway/eventstore"
)

// readPause is the pause between attempts to read while the server can't be reached.
const readPause = 200 * time.Millisecond

// Subscribe implements eventstore.Store.
func (s *Store) Subscribe(after eventstore.Position) eventstore.Subscription {
	return &subscription{store: s, after: after}
}

type subscription struct {
	store *Store
	after eventstore.Position
}

// Next implements eventstore.Subscription. It takes the events from the tail, or reads them from the server
// if they are older.
func (s *subscription) Next(ctx context.Context, limit int) ([]eventstore.Recorded, error) {
	limit = max(limit, 1)
	s.store.follower.start()
	for {
		// The channel is fetched before the events, so an event that arrives between closes it.
		changed := s.store.follower.tail.changed()
		events, known := s.store.follower.tail.eventsAfter(s.after, limit)
		var pause <-chan time.Time
		if !known {
			var err error
			events, err = s.store.ReadAll(ctx, s.after, limit)
			switch {
			case ctx.Err() != nil:
				return nil, ctx.Err()
			case errors.Is(err, eventstore.ErrClosed):
				return nil, eventstore.ErrClosed
			case err != nil:
				pause = time.After(readPause)
			}
		}
		if len(events) > 0 {
			s.after = events[len(events)-1].Position
			return events, nil
		}
		select {
		case <-changed:
		case <-pause:
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-s.store.quit:
			return nil, eventstore.ErrClosed
		}
	}
}
