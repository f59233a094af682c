package period

import (
	"time"

	"gateway/domain"
	"gateway/domain/calendar"
)

// Span is a month as its reports cut it. A closed month keeps the bounds and the time zone of its closing when the
// business time zone changes later. A month that is not closed begins where a closed month before it ends.
type Span struct {
	Month
	// Days is the calendar of the time zone that the month is a month of.
	Days calendar.Calendar
	// Closed is nil for a month that is not closed.
	Closed *Closed
}

// SpanOf returns a month whose closing is known, and that of the month before; nil stands for a month that is not closed.
// days is the calendar of the business time zone. A closing in a time zone that the machine does not know keeps its
// bounds, and days cuts its days. Refusal: invalid_field of the field.
func SpanOf(days calendar.Calendar, field, month string, closed, before *Closed) (Span, error) {
	s := Span{Days: days, Closed: closed}
	if closed != nil {
		s.Days = CalendarOf(days, closed.TimeZone)
	}
	from, until, err := s.Days.Month(field, month)
	s.Month = Month{Name: month, From: from, Until: until}
	switch {
	case err != nil:
	case closed != nil:
		s.From, s.Until = closed.From.In(s.Days.Zone()), closed.Until.In(s.Days.Zone())
	case before != nil:
		s.From = before.Until.In(s.Days.Zone())
	}
	return s, err
}

// Earlier returns the name of the month before the month.
func (s Span) Earlier() string { return s.plus(-1) }

// Later returns the name of the month after the month.
func (s Span) Later() string { return s.plus(1) }

func (s Span) plus(months int) string {
	first, _ := time.Parse(monthForm, s.Name) // SpanOf has checked it
	return first.AddDate(0, months, 0).Format(monthForm)
}

// CalendarOf returns the calendar of a time zone by its name; days itself for a time zone that the machine does not know.
func CalendarOf(days calendar.Calendar, zone string) calendar.Calendar {
	if zone == days.Zone().String() {
		return days
	}
	location, err := time.LoadLocation(zone)
	if err != nil {
		return days
	}
	return calendar.In(location)
}

// Day is a day of a month. From is its first instant, Until the first instant after it.
type Day struct {
	Name        string
	From, Until time.Time
}

// AllDays returns the days of the month in their order. They follow one another and fill the month: the first one begins
// with it, and the last one ends with it.
func (s Span) AllDays() []Day {
	days := []Day{}
	first, _ := time.Parse(monthForm, s.Name) // SpanOf has checked it
	for at := first; at.Format(monthForm) == s.Name; at = at.AddDate(0, 0, 1) {
		from, until, _ := s.Days.Day(at.Format(time.DateOnly))
		days = append(days, Day{at.Format(time.DateOnly), latest(from, s.From), latest(until, s.From)})
	}
	days[0].From, days[len(days)-1].Until = s.From, s.Until
	return days
}

func latest(a, b time.Time) time.Time {
	if a.Before(b) {
		return b
	}
	return a
}

// Day returns a day of the month, such as 2026-01-31. Refusal: invalid_field of the field for another text.
func (s Span) Day(field, name string) (Day, error) {
	for _, day := range s.AllDays() {
		if day.Name == name {
			return day, nil
		}
	}
	return Day{}, domain.InvalidField(field, "must be a day such as 2026-01-31")
}

// DayOf returns the day of the month in which an instant lies. What lies outside of the month, by the other time zone of a
// month beside it, is on its first or its last day.
func (s Span) DayOf(t time.Time) string {
	day := s.Days.DayOf(t)
	if first := s.Name + "-01"; day < first {
		return first
	}
	if s.Days.MonthOf(t) > s.Name {
		return s.Days.DayOf(s.Until.Add(-time.Nanosecond))
	}
	return day
}

// monthForm is how a month is written.
const monthForm = "2006-01"
