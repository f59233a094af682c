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
	// Concerns is the month of the value date, PostsIn the month in which it was booked.
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
	s, err := p.load(ctx, name)
	if err != nil {
		return late, err
	}
	days := p.Calendar
	if s.Exists() {
		days = calendarOf(p.Calendar, s.TimeZone)
		if m, err = period.Parse(days, name); err != nil {
			return late, err
		}
	}
	var at books.Stretch
	if at, err = p.stretch(ctx, m.From, m.Until); err != nil {
		return late, err
	}
	head, err := p.Log.Store().Head(ctx)
	if err != nil {
		return late, err
	}
	after := books.Stretch{After: at.Through, Through: head}
	return late, p.books().LateIn(ctx, after, days, m.From, m.Until, func(l books.Late) error {
		if len(late.Facts) == maxLate {
			late.LeftOff++
			return nil
		}
		late.Facts = append(late.Facts, LateFact{Late: l, Concerns: name, PostsIn: days.MonthOf(l.BookedAt)})
		return nil
	})
}
