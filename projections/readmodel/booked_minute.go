package readmodel

import (
	"context"
	"errors"
	"time"

	"gateway/domain"
	"gateway/eventstore"
	"gateway/projections/engine"
)

// bookedMinute is the first event of a minute.
type bookedMinute struct {
	Minute   time.Time `db:"minute"`
	BookedAt time.Time `db:"booked_at"`
	Position int64     `db:"position"`
	Prepare  int64     `db:"prepare"`
}

var bookedMinuteTable = tableOf[bookedMinute]("booked_minutes")

// BookedBy returns the position of an event that was booked at or before the moment, as
// were all events before it. The last such event is at most a minute of bookings after
// it. Where no event is known, the position is zero.
func (q *Queries) BookedBy(ctx context.Context, t time.Time) (eventstore.Position, error) {
	// PostgreSQL would round the nanoseconds, also upwards.
	t = t.UTC().Truncate(time.Microsecond)
	row, err := bookedMinuteTable.get(ctx, q, "WHERE minute <= $1 AND booked_at <= $1 ORDER BY booked_minutes.minute DESC", t)
	if errors.Is(err, ErrNotFound) {
		return eventstore.Position{}, nil
	}
	return eventstore.Position{Commit: row.Position, Prepare: row.Prepare}, err
}

// EventBefore returns the position of an event before a position, at most a minute of bookings before
// it. Where no event is known, the position is zero. EventStoreDB can be read from the position of an
// event only.
func (q *Queries) EventBefore(ctx context.Context, position int64) (eventstore.Position, error) {
	row, err := bookedMinuteTable.get(ctx, q, "WHERE position < $1 ORDER BY booked_minutes.minute DESC", position)
	if errors.Is(err, ErrNotFound) {
		return eventstore.Position{}, nil
	}
	return eventstore.Position{Commit: row.Position, Prepare: row.Prepare}, err
}

// bookedMinutes projects when the events of the log were booked.
type bookedMinutes struct{}

func (bookedMinutes) Name() string     { return "booked_minutes" }
func (bookedMinutes) Tables() []string { return []string{"booked_minutes"} }

// A store that gives times of its own may go back, so a minute counts only when it is
// later than all before.
var insertBookedMinutes = "INSERT INTO booked_minutes SELECT * FROM " +
	unnested("minute timestamptz", "booked_at timestamptz", "position bigint", "prepare bigint") +
	" WHERE n.minute > COALESCE((SELECT max(minute) FROM booked_minutes), '-infinity')"

// Applies implements engine.Selective: the model reads when an event was booked, whatever
// it says.
func (bookedMinutes) Applies() []domain.Event { return nil }

// Apply implements engine.Model.
func (bookedMinutes) Apply(ctx context.Context, tx *engine.Tx, events []eventstore.Envelope) error {
	var b batch
	var newest time.Time
	for _, e := range events {
		// PostgreSQL keeps microseconds. Rounded up, the time is never before the true one.
		at := e.BookedAt.Add(time.Microsecond - 1).Truncate(time.Microsecond)
		if minute := at.Truncate(time.Minute); b.rows == 0 || minute.After(newest) {
			newest = minute
			b.add(minute, at, e.Position.Commit, e.Position.Prepare)
		}
	}
	return b.exec(ctx, tx, insertBookedMinutes)
}
