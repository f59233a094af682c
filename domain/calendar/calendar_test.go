package calendar_test

import (
	"testing"
	"time"

	"gateway/domain/calendar"
	"gateway/domain/domaintest"
)

func TestATimeIsOneThatAnAnswerCanShow(t *testing.T) {
	t.Parallel()
	for text, ok := range map[string]bool{
		"": true, "2026-01-31": true, "2026-01-31T12:00:00+07:00": true, "2026-01-31T12:00:00 07:00": true, "9999-12-30": true,
		"yesterday": false, "0000-01-01T00:00:00Z": false, "0001-01-01T00:00:00+14:00": false, "9999-12-31T23:59:59-14:00": false,
		"0001-01-01": false, "2026-02-30": false, "2026-01": false,
	} {
		_, err := calendar.Calendar{}.Moment("at", text, true)
		if (err == nil) != ok {
			t.Errorf("%q: %v, want accepted %t", text, err, ok)
		}
		if refused := domaintest.Refusal(err); err != nil && refused != "invalid_field at" {
			t.Errorf("%q: %s", text, refused)
		}
	}
}

func TestADayIsOneOfTheBusiness(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		calendar    calendar.Calendar
		first, last string
	}{
		{calendar.Calendar{}, "2026-01-30T17:00:00Z", "2026-01-31T16:59:59.999999999Z"},
		{calendar.In(time.UTC), "2026-01-31T00:00:00Z", "2026-01-31T23:59:59.999999999Z"},
		{calendar.In(time.FixedZone("", -3*60*60)), "2026-01-31T03:00:00Z", "2026-02-01T02:59:59.999999999Z"},
	} {
		for last, want := range map[bool]string{false: c.first, true: c.last} {
			got, err := c.calendar.Moment("at", "2026-01-31", last)
			if err != nil || got.UTC().Format(time.RFC3339Nano) != want {
				t.Errorf("in %v: %v, %v, want %s", c.calendar.Zone(), got.UTC(), err, want)
			}
			if day := c.calendar.DayOf(got); day != "2026-01-31" {
				t.Errorf("in %v, %v is on %s", c.calendar.Zone(), got, day)
			}
		}
	}
}

func TestAMonthIsOneOfTheBusiness(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		calendar    calendar.Calendar
		month       string
		first, next string
	}{
		{calendar.Calendar{}, "2026-01", "2025-12-31T17:00:00Z", "2026-01-31T17:00:00Z"},
		{calendar.Calendar{}, "2026-12", "2026-11-30T17:00:00Z", "2026-12-31T17:00:00Z"},
		{calendar.In(time.UTC), "2028-02", "2028-02-01T00:00:00Z", "2028-03-01T00:00:00Z"},
	} {
		from, next, err := c.calendar.Month("month", c.month)
		if err != nil || from.UTC().Format(time.RFC3339) != c.first || next.UTC().Format(time.RFC3339) != c.next {
			t.Errorf("%s in %v: %v to %v, %v", c.month, c.calendar.Zone(), from.UTC(), next.UTC(), err)
		}
		if month := c.calendar.MonthOf(next.Add(-1)); month != c.month {
			t.Errorf("the last instant of %s is in %s", c.month, month)
		}
	}
	for _, wrong := range []string{"", "2026", "2026-13", "2026-1", "2026-01-01", "0000-05", "0001-01", "January"} {
		if _, _, err := (calendar.Calendar{}).Month("month", wrong); domaintest.Refusal(err) != "invalid_field month" {
			t.Errorf("%q: %v", wrong, err)
		}
	}
}
