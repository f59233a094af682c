package postgres

import (
	"context"
	"slices"

	"gateway/eventstore"
)

// ReadAllBackwards implements eventstore.Store. Positions have no gap, so it reads the events
// from limit positions before forwards, out of the same memory, tables and archive as ReadAll.
func (s *Store) ReadAllBackwards(ctx context.Context, before eventstore.Position, limit int) ([]eventstore.Recorded, error) {
	head, err := s.Head(ctx)
	if err != nil || limit <= 0 {
		return nil, err
	}
	last := head.Commit
	if before.Commit <= last {
		last = before.Commit - 1
	}
	var events []eventstore.Recorded
	for after := max(0, last-int64(limit)); after < last; {
		page, err := s.ReadAll(ctx, position(after), int(last-after))
		if err != nil || len(page) == 0 {
			return nil, err
		}
		events = append(events, page...)
		after = page[len(page)-1].Position.Commit
	}
	slices.Reverse(events)
	return events, nil
}
