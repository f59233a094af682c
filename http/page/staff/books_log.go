package staff

import (
	"net/url"
	"strconv"

	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
	"gateway/http/service/eventlogservice"
)

// newestIn is the position of the newest event in a part of the log.
func newestIn(part api.LogPage) int64 {
	newest := part.Head
	for _, e := range part.Events {
		newest = max(newest, e.Position)
	}
	return newest
}

// logFilters are the parameters that select events, in the API as on the page.
var logFilters = []string{"stream", "category", "type", "client_id", "correlation_id"}

// logPerPage is how many events a page shows.
const logPerPage = "50"

// logAddress is the page of the log with a filter.
func logAddress(c *page.Context, name, value string) string {
	return c.Link("/log?" + url.Values{name: {value}}.Encode())
}

// showLog shows the controls that follow the log. They need the script, which asks the page for the events
// after a position (`since`).
func showLog(c *page.Context) ([]page.Block, error) {
	controls := page.Module{Script: "log.js", Data: map[string]string{
		"pause": c.T(words.LogPause), "follow": c.T(words.LogFollow), "step": c.T(words.LogStep),
		"following": c.T(words.LogFollowing), "paused": c.T(words.LogPaused), "lost": c.T(words.Offline),
	}}
	return []page.Block{page.Heading{Text: c.T(words.LogHeading), Hint: c.T(words.LogHint)}, controls}, nil
}

// listLog shows the newest events first. With `since` it shows the events after a position, in the log's order,
// and waits for one up to the time in `wait`.
func listLog(c *page.Context) (*page.Table, error) {
	query := c.Filter(logFilters...)
	query.Del("after")
	query.Set("limit", logPerPage)
	since := c.Query.Get("since")
	switch {
	case since != "":
		query.Set("after", since)
		for _, name := range []string{"wait", "limit"} {
			if value := c.Query.Get(name); value != "" {
				query.Set(name, value)
			}
		}
	case c.Query.Get("after") != "":
		query.Set("before", c.Query.Get("after"))
	}
	part, err := api.ListLog(c, query)
	if err != nil {
		return nil, err
	}
	t := &page.Table{
		Columns: logTitles(c),
		Filters: logFields(c), Empty: c.T(words.LogEmpty), Mark: page.Key(newestIn(part)),
	}
	if part.Next != nil {
		if t.After = strconv.FormatInt(*part.Next, 10); since != "" {
			t.After, t.Mark = "", t.After
		}
	}
	for _, e := range part.Events {
		t.Add(logCells(c, e)...)
	}
	return t, nil
}

func logFields(c *page.Context) []page.Field {
	return []page.Field{
		{Name: "type", Label: c.T(words.Event), Hint: c.T(words.LogTypeHint)},
		{Name: "category", Label: c.T(words.LogCategory), Hint: c.T(words.LogCategoryHint)},
		{Name: "stream", Label: c.T(words.StreamWord), Hint: c.T(words.LogStreamHint)},
		{Name: "client_id", Label: c.T(words.ClientID), Numeric: true},
		{Name: "correlation_id", Label: c.T(words.RequestNumber)},
	}
}

func logTitles(c *page.Context) []page.Column {
	return c.Titles(words.BookedAt, words.Position, words.Event, words.StreamWord, words.Client, words.By, words.RequestNumber)
}

func logCells(c *page.Context, e eventlogservice.Event) []page.Cell {
	request := page.Cell{}
	if e.CorrelationID != "" {
		request = shortID(e.CorrelationID).To(logAddress(c, "correlation_id", e.CorrelationID))
	}
	name := page.Plain(c.Word(words.Events, e.Type)).To(eventPath(c)(e.Position))
	name.Raw, name.Hint = e.Type, e.Type
	return []page.Cell{
		c.Time(e.At), page.ID(page.Key(e.Position)), name,
		shortID(e.Stream).To(logAddress(c, "stream", e.Stream)), clientCell(c, e.ClientID, ""), c.Actor(e.Actor), request,
	}
}

// shortID shows an id. A long one is cut to its first characters.
func shortID(id string) page.Cell {
	const enough = 18
	cell := page.ID(id)
	if len(id) > enough {
		cell.Text, cell.Hint = id[:enough]+"…", id
	}
	return cell
}
