package postgres

import (
	"context"
	"time"

	"gateway/eventstore"
)

// Between attempts to read while the database can't be reached.
const readPause = 200 * time.Millisecond

// Subscribe implements eventstore.Store.
func (s *Store) Subscribe(after eventstore.Position) eventstore.Subscription {
	return &subscription{store: s, after: after}
}

type subscription struct {
	store *Store
	after eventstore.Position
	// caughtUp: a read found nothing more, so there is nothing to read until the
	// head rises. Before that the head may not be known yet.
	caughtUp bool
}

// Next implements eventstore.Subscription. The events may be shared with other
// readers: their data is not to be changed.
func (s *subscription) Next(ctx context.Context, limit int) ([]eventstore.Recorded, error) {
	limit = max(limit, 1)
	s.store.watcher.start()
	for {
		// The channel first, then the read: what is committed between closes it.
		newest, risen := s.store.head.now()
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
