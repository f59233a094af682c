package period_test

import (
	"testing"
	"time"

	"gateway/domain/calendar"
	"gateway/domain/domaintest"
	"gateway/domain/period"
)

// tokyo is two hours before Jakarta.
var tokyo = calendar.In(time.FixedZone("Asia/Tokyo", 9*60*60))

// A closed month keeps the days of its time zone, and the month after it begins where it ended, so that no instant is in two
// months, or in none.
func TestAMonthIsCutWhereItsClosingSays(t *testing.T) {
	t.Parallel()
	until := time.Date(2026, 1, 31, 17, 0, 0, 0, time.UTC)
	january := &period.Closed{Month: "2026-01", TimeZone: "Asia/Jakarta", From: until.AddDate(0, -1, 0), Until: until}
	closed := span(t, "2026-01", january, nil)
	if closed.Days.Zone().String() != "Asia/Jakarta" || !closed.From.Equal(january.From) || !closed.Until.Equal(until) {
		t.Errorf("the closed month is %v to %v in %v", closed.From, closed.Until, closed.Days.Zone())
	}
	open := span(t, "2026-02", nil, january)
	if !open.From.Equal(until) || open.Days.Zone() != tokyo.Zone() {
		t.Errorf("the month after it begins at %v in %v", open.From, open.Days.Zone())
	}
	if day := closed.DayOf(until.Add(-time.Minute)); day != "2026-01-31" {
		t.Errorf("the last minute is on %s", day)
	}
	if day := open.DayOf(until.Add(-time.Hour)); day != "2026-02-01" {
		t.Errorf("what is before the month is on %s", day)
	}
	at := closed.From
	for _, day := range append(closed.AllDays(), open.AllDays()...) {
		if !day.From.Equal(at) || !day.Until.After(at) {
			t.Errorf("%s is from %v to %v, after %v", day.Name, day.From, day.Until, at)
		}
		at = day.Until
	}
	if !at.Equal(open.Until) || len(closed.AllDays()) != 31 || len(open.AllDays()) != 28 {
		t.Errorf("the days end at %v", at)
	}
	if closed.Later() != "2026-02" || open.Earlier() != "2026-01" {
		t.Errorf("%s and %s", closed.Later(), open.Earlier())
	}
}

func TestAMonthHasItsDaysOnly(t *testing.T) {
	t.Parallel()
	s := span(t, "2026-02", nil, nil)
	for _, wrong := range []string{"2026-02-29", "2026-01-31", "yesterday", ""} {
		if _, err := s.Day("day", wrong); domaintest.Refusal(err) != "invalid_field day" {
			t.Errorf("%q: %v", wrong, err)
		}
	}
	if _, err := period.SpanOf(tokyo, "month", "2026-13", nil, nil); domaintest.Refusal(err) != "invalid_field month" {
		t.Errorf("a thirteenth month: %v", err)
	}
}

func span(t *testing.T, month string, closed, before *period.Closed) period.Span {
	t.Helper()
	s, err := period.SpanOf(tokyo, "month", month, closed, before)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
