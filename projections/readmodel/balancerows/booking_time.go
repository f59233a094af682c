package balancerows

import (
	"context"
	"errors"
	"time"

	"gateway/domain"
	"gateway/eventstore"
	"gateway/projections/engine"
	"gateway/projections/readmodel/readtable"
)

// BookingTime is a mark: an event, and the latest booking time up to it.
type BookingTime struct {
	BookedAt time.Time
	Position int64
	Prepare  int64
	// chosen is true for a mark by its position alone.
	chosen bool
}

func (b *BookingTime) columns(f *readtable.Fields) {
	f.At("booked_at", &b.BookedAt).At("position", &b.Position).At("prepare", &b.Prepare)
}

func (b *BookingTime) written(f *readtable.Fields) {
	b.columns(f)
	f.Apart("chosen", &b.chosen)
}

var bookingTimeTable = readtable.TableOf("booking_times", (*BookingTime).columns)

// markBits makes one in 2^markBits events a mark, in addition to the first event of each minute.
const markBits = 7

// BookedBy returns the position of an event that was booked at or before t, as were all events before it. The
// last event with that property follows within a minute of bookings and a few hundred events. The position is
// zero when no such event is known.
func (q *Queries) BookedBy(ctx context.Context, t time.Time) (eventstore.Position, error) {
	// PostgreSQL would round the nanoseconds, possibly upwards.
	t = t.UTC().Truncate(time.Microsecond)
	return q.mark(ctx, "WHERE booked_at <= $1 ORDER BY booking_times.booked_at DESC, booking_times.position DESC", t)
}

// EventBefore returns the position of an event before a position, at most a minute of bookings and a few
// hundred events earlier. It is zero when no such event is known. Callers need it because EventStoreDB can
// only be read from the position of an event.
func (q *Queries) EventBefore(ctx context.Context, position int64) (eventstore.Position, error) {
	return q.mark(ctx, "WHERE position < $1 ORDER BY booking_times.position DESC", position)
}

func (q *Queries) mark(ctx context.Context, where string, value any) (eventstore.Position, error) {
	row, err := bookingTimeTable.Get(ctx, q.DB, where, value)
	if errors.Is(err, readtable.ErrNotFound) {
		return eventstore.Position{}, nil
	}
	return eventstore.Position{Commit: row.Position, Prepare: row.Prepare}, err
}

// BookingTimes projects the booking times of the log's events.
type BookingTimes struct{}

// Name implements engine.Model.
func (BookingTimes) Name() string { return "booking_times" }

// Tables implements engine.Model.
func (BookingTimes) Tables() []string { return []string{"booking_times", "newest_booking"} }

// Times set by the store itself may go back. So a minute counts only when it is later than all before, and
// the time of a mark is the latest one up to it.
var (
	insertBookingTimes = readtable.Custom(`INSERT INTO booking_times (position, prepare, booked_at)
		SELECT n.position, n.prepare, GREATEST(n.booked_at, newest.booked_at)
		FROM {rows} LEFT JOIN newest_booking newest ON true
		WHERE n.chosen OR newest.booked_at IS NULL OR date_trunc('minute', n.booked_at) > date_trunc('minute', newest.booked_at)`,
		(*BookingTime).written, "booked_at", "position", "prepare", "chosen")
	raiseNewestBooking = readtable.Custom(`INSERT INTO newest_booking AS t (only_row, booked_at) SELECT true, n.booked_at FROM {rows}
		ON CONFLICT (only_row) DO UPDATE SET booked_at = GREATEST(t.booked_at, excluded.booked_at)`,
		(*BookingTime).columns, "booked_at")
)

// Applies implements engine.Selective. The model takes every event, because it only reads the booking time.
func (BookingTimes) Applies() []domain.Event { return nil }

// Apply implements engine.Model.
func (BookingTimes) Apply(ctx context.Context, tx *engine.Tx, events []eventstore.Envelope) error {
	var marks, high []*BookingTime
	var newest time.Time
	for _, e := range events {
		// PostgreSQL keeps microseconds. Rounding up makes the stored time never earlier than the true one.
		at := e.BookedAt.Add(time.Microsecond - 1).Truncate(time.Microsecond)
		begins := newest.IsZero() || at.Truncate(time.Minute).After(newest.Truncate(time.Minute))
		if at.After(newest) {
			newest = at
		}
		if chosen := isMark(e.Position.Commit, markBits); chosen || begins {
			marks = append(marks, &BookingTime{newest, e.Position.Commit, e.Position.Prepare, chosen})
		}
	}
	if len(events) > 0 {
		high = append(high, &BookingTime{BookedAt: newest})
	}
	return readtable.Run(ctx, tx, insertBookingTimes.Rows(marks...), raiseNewestBooking.Rows(high...))
}

// isMark chooses one in 2^bits events by position alone, so that a rebuild with other batches makes the same
// rows. Fibonacci hashing spreads both consecutive numbers and byte offsets evenly.
func isMark(position int64, bits int) bool {
	return uint64(position)*0x9E3779B97F4A7C15>>(64-bits) == 0
}
