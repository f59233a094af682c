package books

import (
	"context"
	"math"
	"time"

	"gateway/domain"
	"gateway/domain/calendar"
	"gateway/eventstore"
	"gateway/projections/engine"
)

// Range is a period of booking times that includes both ends. A zero end is open.
type Range struct{ From, To time.Time }

// Between parses both ends of a range. Each is a time or a day of the calendar, and both are included. When
// both are wrong, the refusal names both fields.
func Between(c calendar.Calendar, fromName, from, toName, to string) (r Range, err error) {
	var wrongFrom, wrongTo error
	r.From, wrongFrom = c.Moment(fromName, from, false)
	r.To, wrongTo = c.Moment(toName, to, true)
	return r, domain.Together(wrongFrom, wrongTo)
}

// stretch is a range as a part of the log: the events after one position, up to and including another.
type stretch struct {
	after, through int64
	in             Range
}

func (s stretch) contains(r *eventstore.Recorded) bool {
	if r.Position == (eventstore.Position{}) {
		// EventStoreDB before 22.6 does not return the log positions of a stream's events.
		return !r.BookedAt.Before(s.in.From) && (s.in.To.IsZero() || !r.BookedAt.After(s.in.To))
	}
	return s.after < r.Position.Commit && r.Position.Commit <= s.through
}

// isBefore reports whether the stretch ends before the event, and therefore before all later events.
func (s stretch) isBefore(r *eventstore.Recorded) bool {
	return r.Position != (eventstore.Position{}) && r.Position.Commit > s.through
}

// stretch returns the part of the log that a range covers.
func (r Reader) stretch(ctx context.Context, in Range) (stretch, error) {
	s := stretch{through: math.MaxInt64, in: in}
	if !in.From.IsZero() {
		before, err := r.BookedThrough(ctx, in.From.Add(-1))
		if err != nil {
			return s, err
		}
		s.after = before.Commit
	}
	if !in.To.IsZero() {
		last, err := r.BookedThrough(ctx, in.To)
		if err != nil {
			return s, err
		}
		s.through = last.Commit
	}
	return s, nil
}

// BookedThrough returns the position up to which the log was booked at a moment: the position of the event
// before the first one booked later. Booking times do not go back along the log, so what was booked by then
// never changes. When a store sets times that do go back, an event behind a later one counts as booked with
// that one. Without BookedBy it reads the log from its first event.
func (r Reader) BookedThrough(ctx context.Context, t time.Time) (at eventstore.Position, err error) {
	if r.BookedBy != nil {
		if at, err = r.BookedBy(ctx, t); err != nil {
			return at, err
		}
	}
	for limit := engine.FirstPage; ; limit = engine.NextPage(limit) {
		page, err := r.Log.Store().ReadAll(ctx, at, limit)
		if err != nil || len(page) == 0 {
			return at, err
		}
		for _, e := range page {
			if e.BookedAt.After(t) {
				return at, nil
			}
			at = e.Position
		}
	}
}
