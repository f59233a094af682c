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

// Range is a period of times of booking, both ends included. A zero end is open.
type Range struct{ From, To time.Time }

// Between parses both ends of a range: times, or days of the calendar, both included. The
// refusal names both of them when both are wrong.
func Between(c calendar.Calendar, fromName, from, toName, to string) (r Range, err error) {
	var wrongFrom, wrongTo error
	r.From, wrongFrom = c.Moment(fromName, from, false)
	r.To, wrongTo = c.Moment(toName, to, true)
	return r, domain.Together(wrongFrom, wrongTo)
}

// stretch is a range as a part of the log: the positions after one, through another.
type stretch struct {
	after, through int64
	in             Range
}

func (s stretch) contains(r *eventstore.Recorded) bool {
	if r.Position == (eventstore.Position{}) {
		// Servers before EventStoreDB 22.6 don't tell the positions of a stream's events.
		return !r.BookedAt.Before(s.in.From) && (s.in.To.IsZero() || !r.BookedAt.After(s.in.To))
	}
	return s.after < r.Position.Commit && r.Position.Commit <= s.through
}

// isBefore reports whether the stretch ends before the event, and so before all that follow it.
func (s stretch) isBefore(r *eventstore.Recorded) bool {
	return r.Position != (eventstore.Position{}) && r.Position.Commit > s.through
}

// stretch finds the part of the log that a range is.
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

// BookedThrough returns the position up to which the log was booked at a moment: that of
// the event before the first one that was booked later. What was booked by then never
// changes, because times of booking don't go back along the log; where a store gives
// times of its own that do, an event after a later one counts as booked with that one.
// Without BookedBy it reads the log from its first event.
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
