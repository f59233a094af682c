package books

import (
	"strings"
	"time"

	"gateway/domain"
)

// Range is a period of time, both ends included. A zero end is open.
type Range struct{ From, To time.Time }

func (r Range) contains(t time.Time) bool {
	return (r.From.IsZero() || !t.Before(r.From)) && (r.To.IsZero() || !t.After(r.To))
}

// Moment parses a time in RFC 3339, or a date, which stands for its first instant in
// UTC, or for its last one when last is true. An empty text gives the zero time. The
// error is a refusal of the field with this name.
func Moment(name, text string, last bool) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	// A plus sign in a URL's query that was not escaped is read as a space.
	text = strings.ReplaceAll(text, " ", "+")
	// An offset can move the first and the last year beyond what JSON has.
	if t, err := time.Parse(time.RFC3339Nano, text); err == nil && t.UTC().Year() > 0 && t.UTC().Year() < 10_000 {
		return t, nil
	}
	day, err := time.Parse(time.DateOnly, text)
	if err != nil {
		return day, domain.InvalidField(name, "must be a time such as 2026-01-31T12:00:00+07:00, or a date")
	}
	if last {
		day = day.AddDate(0, 0, 1).Add(-time.Nanosecond)
	}
	return day, nil
}

// Between parses both ends of a range with Moment.
func Between(fromName, from, toName, to string) (r Range, err error) {
	if r.From, err = Moment(fromName, from, false); err != nil {
		return r, err
	}
	r.To, err = Moment(toName, to, true)
	return r, err
}
