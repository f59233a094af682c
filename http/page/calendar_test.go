package page

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"gateway/domain/calendar"
	"gateway/domain/words"
)

func TestDaysAndTimesAreThoseOfTheBusiness(t *testing.T) {
	t.Parallel()
	of := func(zone *time.Location) *Context {
		return &Context{
			Language: words.Indonesian, site: &Site{Config: Config{Calendar: calendar.In(zone)}},
			Query: url.Values{"day": {"2026-05-03"}, "minute": {"2026-05-03T12:20"}, "instant": {"2026-05-03T05:20:00Z"}},
		}
	}
	instant := time.Date(2026, 12, 31, 16, 30, 0, 0, time.UTC)
	for _, test := range []struct {
		zone                                         *time.Location
		time, hint, day, minute, end, field, machine string
	}{
		{
			nil, "31 Des 2026, 23.30.00 WIB", "2026-05-03 WIB", "2026-05-03T16:59:59.999999999Z", "2026-05-03T05:20:00Z", "2026-05-03T17:00:00Z",
			"2026-05-03T12:20:00", "Asia/Jakarta WIB",
		},
		{
			time.FixedZone("Asia/Makassar", 8*60*60), "1 Jan 2027, 00.30.00 WITA", "2026-05-03 WITA", "2026-05-03T15:59:59.999999999Z",
			"2026-05-03T04:20:00Z", "2026-05-03T16:00:00Z", "2026-05-03T13:20:00", "Asia/Makassar WITA",
		},
	} {
		c := of(test.zone)
		machine := c.TimeMachine(instant)
		for got, want := range map[string]string{
			c.Time(instant).Text:                    test.time,
			c.Date("2026-05-03").Hint:               test.hint,
			c.Moment("day"):                         test.day,
			c.Moment("minute"):                      test.minute,
			c.EndOf("2026-05-03"):                   test.end,
			c.MomentField("instant"):                test.field,
			machine.Zone + " " + machine.ZoneName:   test.machine,
			c.MomentOf("2026-12-31T16:30:00Z"):      test.time,
			c.Now().Location().String() + " of now": strings.Fields(test.machine)[0] + " of now",
		} {
			if got != want {
				t.Errorf("in %v: %q, want %q", test.zone, got, want)
			}
		}
	}
}
