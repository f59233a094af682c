package books

import (
	"context"
	"time"

	"gateway/eventstore"
	"gateway/projections/readmodel/balancerows"
)

// Sums reads the sums of movements per hour. *readmodel.Queries implements it.
type Sums interface {
	// SumsBetween returns the changes of each client's balance from the start of one hour to the start of
	// another.
	SumsBetween(ctx context.Context, from, to time.Time) (balancerows.HourlySums, error)
	// RunningSums returns a client's running sums at the end of each hour in the range, starting with the
	// sums as they stood before the first hour.
	RunningSums(ctx context.Context, client int64, from, to time.Time) (balancerows.HourlySums, error)
}

// never is later than any time of booking.
var never = time.Date(9999, 12, 31, 23, 0, 0, 0, time.UTC)

// hours returns the full hours in a range: the start of the first hour and the end of the last. When the
// range has no full hour, from is not before to.
func (in Range) hours() (from, to time.Time) {
	if from = in.From.UTC().Truncate(time.Hour); from.Before(in.From) {
		from = from.Add(time.Hour)
	}
	if in.To.IsZero() || in.To.After(never) {
		return from, never
	}
	return from, in.To.UTC().Add(1).Truncate(time.Hour)
}

// addPeriod adds the movements of a range whose part of the log is known. It takes full hours from their sums
// and reads the rest from the log. It returns the part that it added, which may go beyond the requested end
// when the log has not reached the end of the range yet.
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

// stretchOfHours returns the part of the log that the hourly sums cover.
func (r Reader) stretchOfHours(ctx context.Context, known balancerows.HourlySums, from, to time.Time) (s Stretch, err error) {
	if s.After, err = r.bookedBefore(ctx, from); err != nil {
		return s, err
	}
	if s.Through = known.Through; !to.After(known.Newest) {
		s.Through, err = r.bookedBefore(ctx, to)
	}
	return s, err
}

// bookedBefore returns the position of the last event that was booked before t.
func (r Reader) bookedBefore(ctx context.Context, t time.Time) (eventstore.Position, error) {
	return r.BookedThrough(ctx, t.Add(-1))
}
