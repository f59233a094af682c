package page

import (
	"net/url"
	"slices"
	"time"

	"gateway/domain/words"
)

// periodParameter is the parameter of a list's address that selects days relative to the present one. It stays as it is in
// an address that is kept, so that it means the days on which it is opened later.
const periodParameter = "period"

// The values of periodParameter.
const (
	periodToday     = "today"
	periodYesterday = "yesterday"
	periodThisMonth = "this_month"
	periodLastDays  = "last_30_days"
)

// DayFilters are the filters of a list by the day of creation, in the time zone of the business: relative ones and bounds.
func (c *Context) DayFilters() []Field {
	return []Field{
		{Name: periodParameter, Label: c.T(words.Period), Options: c.Choices(words.Periods, periodToday, periodYesterday,
			periodThisMonth, periodLastDays)},
		{Name: "from", Label: c.T(words.From), Kind: "date"},
		{Name: "to", Label: c.T(words.To), Kind: "date"},
	}
}

// addPeriod gives the API the days that the page's address selects relative to the present one.
func (c *Context) addPeriod(to url.Values) {
	now := c.Now()
	from, last := now, now
	switch c.Query.Get(periodParameter) {
	case periodToday:
	case periodYesterday:
		from = now.AddDate(0, 0, -1)
		last = from
	case periodThisMonth:
		from = now.AddDate(0, 0, 1-now.Day())
		last = from.AddDate(0, 1, -1)
	case periodLastDays:
		from = now.AddDate(0, 0, 1-daysOfAmounts)
	default:
		return
	}
	to.Set("from", from.Format(time.DateOnly))
	to.Set("to", last.Format(time.DateOnly))
}

// hasTwoPeriods reports whether the page's address selects days both relative to the present one and by bounds.
func (c *Context) hasTwoPeriods(filters []Field) bool {
	isFilter := slices.ContainsFunc(filters, func(f Field) bool { return f.Name == periodParameter })
	return isFilter && c.Query.Get(periodParameter) != "" && (c.Query.Get("from") != "" || c.Query.Get("to") != "")
}
