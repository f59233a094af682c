package periodservice

import (
	"context"

	"gateway/domain/period"
	"gateway/projections/audit/books"
)

// maxLate is how many late facts an answer has at most.
const maxLate = 1_000

// Late has what was booked after a month with a value date in it.
type Late struct {
	Facts []LateFact `json:"facts"`
	// LeftOff is how many later facts there are beyond those.
	LeftOff int64 `json:"left_off"`
}

// LateFact is money that was booked after the month that it concerns.
type LateFact struct {
	books.Late
	// Concerns is the month of the value date, or of what was reversed. PostsIn is the month in which it was booked.
	Concerns string `json:"concerns"`
	PostsIn  string `json:"posts_in"`
}

// Late lists what was booked after a month with a value date in it, in log order. It reads the log from the end of the month
// on. Refusals: invalid_field period.
func (p Periods) Late(ctx context.Context, name string) (Late, error) {
	late := Late{Facts: []LateFact{}}
	m, err := p.month(ctx, name)
	if err != nil {
		return late, err
	}
	after, leaf, err := p.after(ctx, m)
	if err != nil {
		return late, err
	}
	days := m.Days
	// A value date is a day of this calendar, also where the month began in another time zone.
	from, until, err := days.Month("period", name)
	if err != nil {
		return late, err
	}
	return late, p.books().LateIn(ctx, after, leaf, days, from, until, func(l books.Late) error {
		if len(late.Facts) == maxLate {
			late.LeftOff++
			return nil
		}
		late.Facts = append(late.Facts, LateFact{Late: l, Concerns: name, PostsIn: days.MonthOf(l.BookedAt)})
		return nil
	})
}

// after returns the part of the log after a month, and the number of its first event.
func (p Periods) after(ctx context.Context, m period.Span) (at books.Stretch, leaf int64, err error) {
	month, err := p.stretch(ctx, m.From, m.Until)
	if err != nil {
		return at, 0, err
	}
	at.After = month.Through
	if at.Through, err = p.Log.Store().Head(ctx); err != nil {
		return at, 0, err
	}
	if m.Closed != nil {
		return at, m.Closed.Events, nil
	}
	_, leaf, err = p.Notary.At(ctx, at.After)
	return at, leaf, err
}
