package books

import (
	"context"
	"time"

	"gateway/eventstore"
	"gateway/projections/readmodel/balancerows"
)

// Sums finds sums of movements by hours. *readmodel.Queries implements it.
type Sums interface {
	// SumsBetween gives what changed the balance of each client between the begins of two hours.
	SumsBetween(ctx context.Context, from, to time.Time) (balancerows.HourlySums, error)
	// RunningSums gives a client's running sums at the ends of hours, from those that the first begins with.
	RunningSums(ctx context.Context, client int64, from, to time.Time) (balancerows.HourlySums, error)
}

// never is later than any time of booking.
var never = time.Date(9999, 12, 31, 23, 0, 0, 0, time.UTC)

// hours returns the full hours in a range: the first instant of the first one, and that of the
// one after the last. There is none where from is not before to.
func (in Range) hours() (from, to time.Time) {
	if from = in.From.UTC().Truncate(time.Hour); from.Before(in.From) {
		from = from.Add(time.Hour)
	}
	if in.To.IsZero() || in.To.After(never) {
		return from, never
	}
	return from, in.To.UTC().Add(1).Truncate(time.Hour)
}

// addPeriod adds the movements of a range, whose part of the log is known: the full hours
// by their sums, what is before and after them from the log. It returns the part that it added, which may have
// more at its end than was asked for, where the range has no end in the log yet.
func (r Reader) addPeriod(ctx context.Context, sums *clientSums, in Range, at Stretch) (Stretch, error) {
	from, to := in.hours()
	if r.Sums == nil || !from.Before(to) {
		return at, r.addStretch(ctx, sums, in, at)
	}
	known, err := r.Sums.SumsBetween(ctx, from, to)
	if err != nil {
		return at, err
	}
	if known.Newest.Before(from) {
		return at, r.addStretch(ctx, sums, in, at)
	}
	for _, row := range known.Rows {
		sums.addSum(row.ClientID, row.Line, row.VATRate, row.Sum)
	}
	hours, err := r.stretchOfHours(ctx, known, from, to)
	if err != nil {
		return at, err
	}
	at.Through = later(at.Through, hours.Through)
	if err := r.addPeriodOfLog(ctx, sums, at.After, hours.After); err != nil {
		return at, err
	}
	return at, r.addPeriodOfLog(ctx, sums, hours.Through, at.Through)
}

// stretchOfHours is the part of the log that sums of hours have.
func (r Reader) stretchOfHours(ctx context.Context, known balancerows.HourlySums, from, to time.Time) (s Stretch, err error) {
	if s.After, err = r.bookedBefore(ctx, from); err != nil {
		return s, err
	}
	if s.Through = known.Through; !to.After(known.Newest) {
		s.Through, err = r.bookedBefore(ctx, to)
	}
	return s, err
}

// bookedBefore is the position of the last event that was booked before a moment.
func (r Reader) bookedBefore(ctx context.Context, t time.Time) (eventstore.Position, error) {
	return r.BookedThrough(ctx, t.Add(-1))
}
