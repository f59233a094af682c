package postgres

import (
	"context"
	"time"

	"gateway/eventstore"
)

// readPause is the wait between two reads while the database can't be reached.
const readPause = 200 * time.Millisecond

// Subscribe implements eventstore.Store.
func (s *Store) Subscribe(after eventstore.Position) eventstore.Subscription {
	return &subscription{store: s, after: after}
}

type subscription struct {
	store *Store
	after eventstore.Position
	// caughtUp is true after a read without events. From then on there is nothing to read until the head
	// rises; before that the head may not be known.
	caughtUp bool
}

// Next implements eventstore.Subscription. The events may be shared with other readers: the caller must not
// change their data.
func (s *subscription) Next(ctx context.Context, limit int) ([]eventstore.Recorded, error) {
	limit = max(limit, 1)
	s.store.headTracker.start()
	for {
		// The channel is fetched before the read, so that an event committed during the read closes it.
		newest, risen := s.store.head.current()
		var pause <-chan time.Time
		if !s.caughtUp || newest > s.after.Commit {
			events, err := s.store.ReadAll(ctx, s.after, limit)
			if len(events) > 0 {
				s.after = events[len(events)-1].Position
				return events, nil
			}
			if err != nil || s.caughtUp {
				pause = time.After(readPause)
			}
			s.caughtUp = s.caughtUp || err == nil
		}
		select {
		case <-risen:
		case <-pause:
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-s.store.quit:
			return nil, eventstore.ErrClosed
		}
	}
}
