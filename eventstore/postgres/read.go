package postgres

import (
	"context"
	"fmt"

	"gateway/eventstore"
)

// ReadStream implements eventstore.Store.
func (s *Store) ReadStream(
	ctx context.Context, stream string, from eventstore.Revision, dir eventstore.Direction, limit int,
) ([]eventstore.Recorded, error) {
	if err := s.beginCall(); err != nil {
		return nil, err
	}
	defer s.calls.Done()
	var events []eventstore.Recorded
	var err error
	if dir == eventstore.Backwards {
		events, err = s.reader.events(ctx, limit, s.reader.backwards, stream, from)
	} else {
		events, err = s.readBatcher.read(ctx, stream, from, limit)
	}
	if err != nil {
		return nil, fmt.Errorf("read stream %s: %w", stream, err)
	}
	return events, nil
}

// ReadAll implements eventstore.Store. The events may be shared with other readers: their
// data must not be changed.
func (s *Store) ReadAll(ctx context.Context, after eventstore.Position, limit int) ([]eventstore.Recorded, error) {
	if err := s.beginCall(); err != nil {
		return nil, err
	}
	defer s.calls.Done()
	if events := s.readRecent(ctx, after.Commit, limit); len(events) > 0 {
		return events, nil
	}
	events, err := s.reader.events(ctx, limit, s.reader.all, after.Commit)
	if err != nil {
		return nil, fmt.Errorf("read the log after %d: %w", after.Commit, err)
	}
	if len(events) > 0 && len(events) < limit { // the page ends at the end of the log
		s.tail.addEvents(events)
	}
	return events, nil
}

// Head implements eventstore.Store.
func (s *Store) Head(ctx context.Context) (eventstore.Position, error) {
	if err := s.beginCall(); err != nil {
		return eventstore.Position{}, err
	}
	defer s.calls.Done()
	var last int64
	err := s.reader.withRetry(ctx, func() error { return s.reader.head.QueryRowContext(ctx).Scan(&last) })
	if err != nil {
		return eventstore.Position{}, fmt.Errorf("read the head of the log: %w", err)
	}
	return position(last), nil
}
