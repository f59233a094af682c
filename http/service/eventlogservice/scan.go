package eventlogservice

import (
	"context"
	"errors"
	"sort"

	"gateway/domain"
	"gateway/eventstore"
)

// scan collects the events of one answer.
type scan struct {
	store eventstore.Store
	query Query
	// left is how many more events may be read.
	left int
	page Page
}

// checked returns the position of an event that a caller names. It asks the store for the event, because some
// stores cannot read from between two events. Refusal: invalid_field.
func checked(ctx context.Context, s eventstore.Store, position int64, field string) (eventstore.Position, error) {
	at := eventstore.Position{Commit: position, Prepare: position}
	if position <= 0 {
		return eventstore.Position{}, nil
	}
	_, err := s.ReadAllBackwards(ctx, at, 1)
	if errors.Is(err, eventstore.ErrNoPosition) {
		err = domain.InvalidField(field, "must be the position of an event")
	}
	return at, err
}

// take adds the events that match, and reports whether the answer is full. It sets Next to the position of
// the last event it looked at.
func (s *scan) take(events []eventstore.Recorded) (full bool) {
	for _, e := range events {
		at := e.Position.Commit
		s.page.Next = &at
		s.page.Scanned++
		s.left--
		if s.query.matches(e) {
			s.page.Events = append(s.page.Events, eventOf(e))
		}
		if len(s.page.Events) == s.query.Limit || s.left == 0 {
			return true
		}
	}
	return false
}

// backwards reads from the newest event, or from before a position, towards the start.
func (s *scan) backwards(ctx context.Context) error {
	before := eventstore.EndOfLog
	if s.query.Before != nil {
		var err error
		if before, err = checked(ctx, s.store, *s.query.Before, "before"); err != nil {
			return err
		}
	}
	if s.query.Stream != "" {
		return s.streamBackwards(ctx, before)
	}
	for {
		events, err := s.store.ReadAllBackwards(ctx, before, s.pageSize())
		if err != nil {
			return err
		}
		if len(events) == 0 {
			s.ends()
			return nil
		}
		if s.take(events) {
			return nil
		}
		before = events[len(events)-1].Position
	}
}

// ends records that there is nothing more towards the start.
func (s *scan) ends() { s.page.End, s.page.Next = true, nil }

func (s *scan) streamBackwards(ctx context.Context, before eventstore.Position) error {
	from := eventstore.End
	if before != eventstore.EndOfLog {
		n, err := s.countBefore(ctx, func(e eventstore.Recorded) bool { return !e.Position.Before(before) })
		if err != nil {
			return err
		}
		from = n - 1
	}
	for from >= 0 {
		events, err := s.store.ReadStream(ctx, s.query.Stream, from, eventstore.Backwards, s.pageSize())
		if err != nil {
			return err
		}
		if len(events) == 0 {
			break
		}
		if s.take(events) {
			return nil
		}
		from = events[len(events)-1].Revision - 1
	}
	s.ends()
	return nil
}

// streamForwards reads the stream from after a position to its end.
func (s *scan) streamForwards(ctx context.Context, after eventstore.Position) (full bool, err error) {
	from, err := s.countBefore(ctx, func(e eventstore.Recorded) bool { return after.Before(e.Position) })
	for err == nil {
		var events []eventstore.Recorded
		if events, err = s.store.ReadStream(ctx, s.query.Stream, from, eventstore.Forwards, s.pageSize()); err != nil || len(events) == 0 {
			return false, err
		}
		if s.take(events) {
			return true, nil
		}
		from = events[len(events)-1].Revision + 1
	}
	return false, err
}

// countBefore returns the revision of the stream's first event for which beyond is true, or the revision
// after the last event. A stream's events are in log order.
func (s *scan) countBefore(ctx context.Context, beyond func(eventstore.Recorded) bool) (eventstore.Revision, error) {
	last, err := s.store.ReadStream(ctx, s.query.Stream, eventstore.End, eventstore.Backwards, 1)
	if err != nil || len(last) == 0 {
		return 0, err
	}
	n := sort.Search(int(last[0].Revision+1), func(i int) bool {
		found, readErr := s.store.ReadStream(ctx, s.query.Stream, eventstore.Revision(i), eventstore.Forwards, 1)
		if readErr != nil {
			err = readErr
		}
		return len(found) == 0 || beyond(found[0])
	})
	return eventstore.Revision(n), err
}

// pageSize returns the number of events per read. Without a filter it is no more than requested.
func (s *scan) pageSize() int {
	size := min(scanPage, s.left)
	if s.query.Filter == (Filter{Stream: s.query.Stream}) {
		size = min(size, s.query.Limit-len(s.page.Events))
	}
	return size
}
