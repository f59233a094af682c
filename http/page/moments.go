package page

import (
	"net/url"
	"strings"
	"time"

	"gateway/domain/words"
)

// Moments is the time machine: a form with a moment (query `at`) and an earlier one to compare with (`since`).
// Both may be empty. With scripts it also has a slider.
type Moments struct {
	// First and Last are the ends of the slider.
	First, Last time.Time
	// At and Since are the labels of the fields, Slider is that of the slider, and Now that of the link to the present.
	At, Since, Slider, Now string
	// Zone is the time zone of the fields, by its name in the IANA database, and ZoneName the name that people have for it.
	Zone, ZoneName string
}

func (Moments) template() string { return "moments" }

// Seconds is a time in seconds since 1970.
func (Moments) Seconds(t time.Time) int64 { return t.Unix() }

// local is the format of a local time in a field's value.
const local = "2006-01-02T15:04:05.999"

// Moment gives a moment of the page's address as the API takes it: fields have no time zone, so
// their times are those of the business.
func (c *Context) Moment(name string) string { return c.momentOf(c.Query.Get(name)) }

// PostedMoment is Moment for a field of the sent form.
func (c *Context) PostedMoment(name string) string { return c.momentOf(c.Field(name)) }

func (c *Context) momentOf(text string) string {
	text = strings.TrimSpace(text)
	for _, form := range []string{"2006-01-02T15:04", local} {
		if t, err := time.ParseInLocation(form, text, c.zone()); err == nil {
			return Instant(t)
		}
	}
	if day, err := time.ParseInLocation(time.DateOnly, text, c.zone()); err == nil {
		return Instant(day.AddDate(0, 0, 1).Add(-time.Nanosecond))
	}
	return text
}

// EndOf gives the end of a day of the business as the API takes it. What is no day is passed on, so that the
// API names the field.
func (c *Context) EndOf(day string) string {
	t, err := time.ParseInLocation(time.DateOnly, day, c.zone())
	if err != nil {
		return day
	}
	return Instant(t.AddDate(0, 0, 1))
}

// CheckMoment refuses a parameter of the page's address that is not a moment. It is for a page that does not
// pass the parameter to the API. The error is a *Problem of the field.
func (c *Context) CheckMoment(name string) error {
	moment := c.Moment(name)
	if _, err := time.Parse(time.RFC3339Nano, moment); moment != "" && err != nil {
		return wrongParameter(name, c.T(words.MustBeMoment))
	}
	return nil
}

// CheckOrder refuses the page's address if the moment to compare with is the later one. The error is a *Problem
// of the field at.
func (c *Context) CheckOrder() error {
	at, none := time.Parse(time.RFC3339Nano, c.Moment("at"))
	since, noneBefore := time.Parse(time.RFC3339Nano, c.Moment("since"))
	if none == nil && noneBefore == nil && at.Before(since) {
		return wrongParameter("at", c.T(words.BeforeSince))
	}
	return nil
}

// MomentField returns a moment of the page's address as the value of a field. A field has milliseconds, so it
// rounds the moment up: what happened at the moment is not left out.
func (c *Context) MomentField(name string) string {
	t, err := time.Parse(time.RFC3339Nano, c.Moment(name))
	if err != nil {
		return ""
	}
	if rest := t.Sub(t.Truncate(time.Millisecond)); rest > 0 {
		t = t.Add(time.Millisecond - rest)
	}
	return t.In(c.zone()).Format(local)
}

// MomentOf shows a moment of the API, or a day, to people.
func (c *Context) MomentOf(text string) string {
	t, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		return c.Date(text).Text
	}
	return c.Time(t).Text
}

// Between returns the bounds of the movements after since, up to and including at, for a list of the API, which
// includes both of its bounds.
func (c *Context) Between(since, at string) url.Values {
	query := url.Values{}
	if since != "" {
		if t, err := time.Parse(time.RFC3339Nano, since); err == nil {
			since = Instant(t.Add(time.Nanosecond))
		}
		query.Set("from", since)
	}
	if at != "" {
		query.Set("to", at)
	}
	return query
}

// DayBefore is the day before a day. A text that is not a day stays as it is.
func DayBefore(day string) string {
	t, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return day
	}
	return t.AddDate(0, 0, -1).Format(time.DateOnly)
}

// TimeMachine is the form with which a page asks for any moment since the first.
func (c *Context) TimeMachine(first time.Time) Moments {
	return Moments{
		First: first, Last: c.Now(),
		At: c.T(words.MomentAt), Since: c.T(words.MomentSince), Slider: c.T(words.MomentSlider), Now: c.T(words.MomentNow),
		Zone: c.zone().String(), ZoneName: c.ZoneName(),
	}
}

// MomentText says which moments a page shows.
func (c *Context) MomentText(at, since string) string {
	text := c.T(words.AsOfNow)
	if at != "" {
		text = c.T(words.AsOf, c.MomentOf(at))
	}
	if since != "" {
		text += " " + c.T(words.ChangesSince, c.MomentOf(since))
	}
	return text
}
