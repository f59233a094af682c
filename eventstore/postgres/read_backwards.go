package postgres

import (
	"context"
	"fmt"

	"gateway/eventstore"
)

// readAllBackwards needs no check for archived ranges, unlike readAll: archived ranges are the first ones of
// the log, so nothing is missing between the last row that it finds and the position.
const readAllBackwards = `SELECT ` + columns + ` FROM events WHERE position < $1 ORDER BY position DESC LIMIT $2`

// ReadAllBackwards implements eventstore.Store. The events may be shared with other readers: the caller must
// not change their data.
func (s *Store) ReadAllBackwards(ctx context.Context, before eventstore.Position, limit int) ([]eventstore.Recorded, error) {
	if err := s.beginCall(); err != nil {
		return nil, err
	}
	defer s.calls.Done()
	if limit <= 0 {
		return nil, ctx.Err()
	}
	events, err := s.eventsBefore(ctx, before.Commit, limit)
	if err != nil {
		return nil, fmt.Errorf("read the log before %d: %w", before.Commit, err)
	}
	return events, nil
}

// eventsBefore returns at most limit events before a position, newest first. Positions may have gaps. Fewer
// events do not mean the start of the log.
func (s *Store) eventsBefore(ctx context.Context, position int64, limit int) ([]eventstore.Recorded, error) {
	if position > s.archived.through()+1 {
		events, err := s.reader.events(ctx, limit, s.reader.allBackwards, position)
		if err != nil || len(events) > 0 {
			return events, err
		}
		if err := s.archived.refresh(ctx); err != nil {
			return nil, err
		}
	}
	return s.archived.before(ctx, position, limit)
}
