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
