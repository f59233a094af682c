// Package calendar knows in which time zone a day begins. Days, months and times without an offset are in the
// business time zone (BUSINESS_TIME_ZONE) wherever people see or enter them; instants stay in UTC.
package calendar

import (
	"strings"
	"time"

	"gateway/domain"
)

// jakarta is UTC+7 all year, since 1964.
var jakarta = time.FixedZone("Asia/Jakarta", 7*60*60)

// Calendar is the calendar of a time zone. The zero value uses Asia/Jakarta. It is immutable.
type Calendar struct{ zone *time.Location }

// In returns the calendar of a time zone; nil means Asia/Jakarta.
func In(zone *time.Location) Calendar { return Calendar{zone} }

// Zone returns the time zone.
func (c Calendar) Zone() *time.Location {
	if c.zone == nil {
		return jakarta
	}
	return c.zone
}

// ZoneOf returns the name that people in Indonesia have for the time zone at an instant: WIB, WITA or WIT, and elsewhere
// the zone's abbreviation, or its offset.
func (c Calendar) ZoneOf(t time.Time) string {
	t = t.In(c.Zone())
	switch name, offset := t.Zone(); {
	case offset == 7*60*60:
		return "WIB"
	case offset == 8*60*60:
		return "WITA"
	case offset == 9*60*60:
		return "WIT"
	case name != "":
		return name
	}
	return t.Format("-07:00")
}

// DayOf returns the day in which the instant lies, as 2026-01-31.
func (c Calendar) DayOf(t time.Time) string { return t.In(c.Zone()).Format(time.DateOnly) }

// Day returns the first instant of a day, given as 2026-01-31, and the first instant of the next day. The
// error is that of time.Parse.
func (c Calendar) Day(text string) (from, to time.Time, err error) {
	day, err := time.ParseInLocation(time.DateOnly, text, c.Zone())
	return day, day.AddDate(0, 0, 1), err
}

// Moment parses a time in RFC 3339, or a day, which stands for its first instant, or for its last one if last
// is true. An empty text gives the zero time. The error is a refusal of the field with this name.
func (c Calendar) Moment(name, text string, last bool) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	// The query decoder turns an unescaped plus sign into a space.
	text = strings.ReplaceAll(text, " ", "+")
	// An offset can move a time out of the years that JSON can represent.
	if t, err := time.Parse(time.RFC3339Nano, text); err == nil && hasYear(t) {
		return t, nil
	}
	from, to, err := c.Day(text)
	if err != nil || !hasYear(from) || !hasYear(to) {
		return time.Time{}, domain.InvalidField(name, "must be a time such as 2026-01-31T12:00:00+07:00, or a day such as 2026-01-31")
	}
	if last {
		return to.Add(-time.Nanosecond), nil
	}
	return from, nil
}

// Month parses a month, given as 2026-01, and returns its first instant and the first instant of the next
// month. The error is a refusal of the field with this name.
func (c Calendar) Month(name, text string) (from, next time.Time, err error) {
	from, err = time.ParseInLocation(monthOnly, text, c.Zone())
	next = from.AddDate(0, 1, 0)
	if err != nil || !hasYear(from) || !hasYear(next) {
		return from, next, domain.InvalidField(name, "must be a month such as 2026-01")
	}
	return from, next, nil
}

// MonthOf returns the month in which the instant lies, as 2026-01.
func (c Calendar) MonthOf(t time.Time) string { return t.In(c.Zone()).Format(monthOnly) }

const monthOnly = "2006-01"

func hasYear(t time.Time) bool { return t.UTC().Year() > 0 && t.UTC().Year() < 10_000 }

// DaysBetween returns how many days later the day of to is than that of from: 0 on the same day.
func (c Calendar) DaysBetween(from, to time.Time) int {
	const day = 24 * time.Hour
	return int(c.midnight(to).Sub(c.midnight(from)) / day)
}

// midnight returns the day in which t lies as a midnight of UTC, so that each day has 24 hours.
func (c Calendar) midnight(t time.Time) time.Time {
	t = t.In(c.Zone())
	return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC)
}
