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
	if limit <= 0 {
		return nil, ctx.Err()
	}
	var f found
	var err error
	if dir == eventstore.Backwards {
		err = s.reader.withRetry(ctx, func() (err error) {
			f, err = queryStream(ctx, s.reader.backwards, stream, from, limit)
			return err
		})
	} else {
		f, err = s.streamReads.Do(ctx, streamRead{stream, from, limit})
	}
	var events []eventstore.Recorded
	if err == nil {
		events, err = s.complete(ctx, f, stream, from, dir, limit)
	}
	if err != nil {
		return nil, fmt.Errorf("read stream %s: %w", stream, err)
	}
	return events, nil
}

// ReadAll implements eventstore.Store. The events may be shared with other readers: the caller must not
// change their data.
func (s *Store) ReadAll(ctx context.Context, after eventstore.Position, limit int) ([]eventstore.Recorded, error) {
	if err := s.beginCall(); err != nil {
		return nil, err
	}
	defer s.calls.Done()
	last := after.LastNumber()
	if events := s.readRecent(ctx, last, limit); len(events) > 0 {
		return events, nil
	}
	if limit <= 0 {
		return nil, ctx.Err()
	}
	for {
		if last < s.archived.through() {
			events, none, err := s.archived.after(ctx, last, limit)
			if err != nil {
				return nil, fmt.Errorf("read the log after %d: %w", last, err)
			}
			if !none {
				return events, nil
			}
			last = s.archived.through()
		}
		events, err := s.reader.events(ctx, limit, s.reader.all, last)
		if err != nil {
			return nil, fmt.Errorf("read the log after %d: %w", last, err)
		}
		if len(events) > 0 {
			if len(events) < limit { // the page ends at the end of the log
				s.tail.addEvents(events)
			}
			return events, nil
		}
		if moved, err := s.wasArchived(ctx, last); err != nil || !moved {
			return nil, err
		}
	}
}

// wasArchived reports whether the position after which a read found no event was archived meanwhile.
func (s *Store) wasArchived(ctx context.Context, after int64) (bool, error) {
	if head, _ := s.head.current(); head > 0 && after >= head {
		return false, nil // the newest event is never archived
	}
	if err := s.archived.refresh(ctx); err != nil {
		return false, fmt.Errorf("read the log after %d: %w", after, err)
	}
	return after < s.archived.through(), nil
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
