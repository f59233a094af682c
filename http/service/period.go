package service

import (
	"context"
	"time"

	"gateway/domain"
	"gateway/domain/period"
	"gateway/eventstore"
	"gateway/projections/audit/books"
)

// Closing returns the closing of a month, such as 2026-01, from the log; nil while the month is not closed.
func (c *Core) Closing(ctx context.Context, month string) (*period.Closed, error) {
	s, _, err := eventstore.Load(ctx, c.Log, period.Aggregate, period.Stream(month))
	if err != nil || !s.Exists() {
		return nil, err
	}
	return &s.Closed, nil
}

// SpanOf returns a month, such as 2026-01, as its reports cut it. Refusal: invalid_field of the field.
func (c *Core) SpanOf(ctx context.Context, field, month string) (period.Span, error) {
	open, err := period.SpanOf(c.Calendar, field, month, nil, nil)
	if err != nil {
		return open, err
	}
	closed, err := c.Closing(ctx, month)
	if err != nil {
		return open, err
	}
	var before *period.Closed
	if closed == nil {
		if before, err = c.Closing(ctx, open.Earlier()); err != nil {
			return open, err
		}
	}
	return period.SpanOf(c.Calendar, field, month, closed, before)
}

// SpanAt returns the month in which an instant lies. Refusal: invalid_field of the field for an instant outside of the years
// that have a month.
func (c *Core) SpanAt(ctx context.Context, field string, t time.Time) (period.Span, error) {
	s, err := c.SpanOf(ctx, field, c.Calendar.MonthOf(t))
	switch {
	case err != nil:
		return s, err
	case t.Before(s.From):
		return c.SpanOf(ctx, field, s.Earlier())
	case !t.Before(s.Until):
		return c.SpanOf(ctx, field, s.Later())
	}
	return s, nil
}

// Day returns a day, such as 2026-01-31, as the reports of its month cut it. Refusal: invalid_field of the field.
func (c *Core) Day(ctx context.Context, field, name string) (period.Day, error) {
	if _, err := c.Calendar.Moment(field, name, false); err != nil || len(name) != len(time.DateOnly) {
		return period.Day{}, domain.InvalidField(field, "must be a day such as 2026-01-31")
	}
	s, err := c.SpanOf(ctx, field, name[:len("2026-01")])
	if err != nil {
		return period.Day{}, err
	}
	return s.Day(field, name)
}

// Moment is Calendar.Moment, but a day is one of its month as the reports of that month cut it.
func (c *Core) Moment(ctx context.Context, field, text string, last bool) (time.Time, error) {
	t, err := c.Calendar.Moment(field, text, last)
	if err != nil || len(text) != len(time.DateOnly) {
		return t, err
	}
	day, err := c.Day(ctx, field, text)
	if last {
		return day.Until.Add(-time.Nanosecond), err
	}
	return day.From, err
}

// Between is books.Between, but days are those of Moment.
func (c *Core) Between(ctx context.Context, fromName, from, toName, to string) (r books.Range, err error) {
	var wrongFrom, wrongTo error
	r.From, wrongFrom = c.Moment(ctx, fromName, from, false)
	r.To, wrongTo = c.Moment(ctx, toName, to, true)
	return r, domain.Together(wrongFrom, wrongTo)
}
