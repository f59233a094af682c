package page

import (
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"gateway/domain/words"
)

// frameParameters are those of an address that the frame itself reads on a page with a list.
var frameParameters = []string{"after", "format", "table", DoneParameter, "events_after"}

// What the pages refuse themselves, in place of a message of the API. Context.wrong has the words for it.
const (
	noSuchFilter = "no_such_filter"
	chooseListed = "choose_listed"
	periodOrDays = "period_or_days"
)

// list returns the page's own list. The error is a *Problem if the API refuses a filter in the page's address,
// or the list has no such filter.
func (c *Context) list(p *Page) (*Table, error) {
	table, err := p.Table(c)
	if err != nil {
		return nil, err
	}
	table.page = true
	return table, c.unknownFilters(p, table)
}

// unknownFilters refuses parameters in the page's address that select nothing, so that a person does not
// mistake the whole list for a part of it. It also refuses choices that a filter does not offer, because the
// filter would show another choice above an empty list.
func (c *Context) unknownFilters(p *Page, t *Table) error {
	if c.Posted != nil {
		return nil
	}
	refusal := &Problem{Status: http.StatusBadRequest, Code: "invalid_field", Fields: map[string]string{}}
	for name := range c.Query {
		known := slices.Contains(frameParameters, name) || slices.Contains(p.Also, name) ||
			slices.ContainsFunc(t.Filters, func(f Field) bool { return f.Name == name })
		if !known {
			refusal.Fields[name] = noSuchFilter
		}
	}
	for _, f := range t.Filters {
		if value := strings.TrimSpace(c.Query.Get(f.Name)); value != "" && !f.offers(value) {
			refusal.Fields[f.Name] = chooseListed
		}
	}
	if c.hasTwoPeriods(t.Filters) {
		refusal.Fields[periodParameter] = periodOrDays
	}
	if len(refusal.Fields) == 0 {
		return nil
	}
	return refusal
}

// showRefusedFilters shows a page that was refused because of a parameter in its address. It shows the filters
// or moments as they were sent, what is wrong with them, and no rows. For any other error, and for a page
// without such fields, it returns false and has answered nothing.
func (c *Context) showRefusedFilters(p *Page, err error) bool {
	var refusal *Problem
	isFilter := errors.As(err, &refusal) && refusal.Status == http.StatusBadRequest && len(refusal.Fields) > 0
	if !isFilter || c.Posted != nil || c.isNoID(refusal) {
		return false
	}
	sent := c.Query
	c.Query = url.Values{}
	blocks, err := c.blocksOf(p)
	c.Query = sent
	asking := withoutAnswers(blocks)
	if err != nil || p.Table == nil && len(fieldsOf(asking)) == 0 {
		return false
	}
	c.Problem = c.asOnPage(refusal)
	c.show(refusal.Status, shown{title: c.titleOf(p), blocks: asking, still: true, path: p.Path, help: c.help(p.Path)})
	return true
}

// withoutAnswers keeps the blocks with which a person asks: filters, a time machine, links.
func withoutAnswers(blocks []Block) (asking []Block) {
	for _, b := range blocks {
		switch b := b.(type) {
		case Links, Tabs, Ask, Moments:
			asking = append(asking, b)
		case *Table:
			if b.page {
				b.Rows, b.Total, b.After, b.refused = nil, 0, "", true
				asking = append(asking, b)
			}
		}
	}
	return asking
}

// asOnPage gives the fields of a refusal the names that they have in the page's address: a cursor may be a page
// number of the API, and the moments of a time machine are the bounds of a list.
func (c *Context) asOnPage(refusal *Problem) *Problem {
	renamed := *refusal
	renamed.Fields = map[string]string{}
	for name, message := range refusal.Fields {
		renamed.Fields[c.onPage(name)] = message
	}
	return &renamed
}

func (c *Context) onPage(name string) string {
	switch {
	case c.Query.Has(name):
		return name
	case name == "page" || name == "before":
		return "after"
	}
	for _, moment := range []string{"at", "since"} {
		if _, err := time.Parse(time.RFC3339Nano, c.Moment(moment)); c.Query.Has(moment) && err != nil {
			return moment
		}
	}
	return name
}

// fieldsOf returns the fields of the forms and filters among blocks, by name.
func fieldsOf(blocks []Block) map[string]Field {
	found := map[string]Field{}
	add := func(fields []Field) {
		for _, f := range fields {
			if f.Label != "" {
				found[f.Name] = f
			}
		}
	}
	for _, b := range blocks {
		switch b := b.(type) {
		case Form:
			add(b.Fields)
		case Ask:
			add(b.Fields)
		case *Table:
			add(b.Filters)
		case Moments:
			add([]Field{{Name: "at", Label: b.At, Kind: "datetime-local"}, {Name: "since", Label: b.Since, Kind: "datetime-local"}})
		case Columns:
			add(values(fieldsOf(slices.Concat(b.Left, b.Right))))
		case Module:
			add(values(fieldsOf(b.Blocks)))
		}
	}
	return found
}

func values(fields map[string]Field) (all []Field) {
	for _, f := range fields {
		all = append(all, f)
	}
	return all
}

// labelled returns a field of the API with the page's label, or with a word of the frame if the page does not
// show it. If it is not a known field, its name is the label.
func (c *Context) labelled(fields map[string]Field, name, message string) Field {
	f, ok := fields[name]
	switch {
	case ok:
		return f
	case message == noSuchFilter:
		return Field{Name: name, Label: name}
	}
	return Field{Name: name, Label: c.Word(words.Parameters, name)}
}

// wrong says what is wrong with a field, in the page's language and for a person rather than a program: a
// choice has no list of codes, and a day no time zone.
func (c *Context) wrong(f Field, message string) string {
	switch {
	case message == noSuchFilter:
		return c.T(words.NoSuchFilter)
	case message == periodOrDays:
		return c.T(words.PeriodOrDays)
	case message == chooseListed:
		return c.T(words.ChooseListed)
	case f.Name == "after":
		return c.T(words.NoSuchPlace)
	case len(f.Options)+len(f.Suggested) > 0 && strings.HasPrefix(message, "must be one of"):
		return c.T(words.ChooseListed)
	case f.Kind == Money && c.filterAmountProblem(f.Name) != "":
		return words.FieldProblem(c.Language, c.filterAmountProblem(f.Name))
	case message == "must not be less than amount_from":
		return c.T(words.BelowAmountFrom)
	case f.Kind == Money && strings.HasPrefix(message, "must be a JSON number"):
		return words.FieldProblem(c.Language, c.AmountProblem(f.Name))
	case strings.HasPrefix(message, "must be a JSON number"):
		return c.T(words.MustBeNumber)
	case f.Kind == "date" && strings.HasPrefix(message, "must be a time such as"):
		return c.T(words.MustBeDay)
	case f.Kind == "datetime-local" && strings.HasPrefix(message, "must be a time such as"):
		return c.T(words.MustBeMoment)
	case message == "must not be before from":
		return c.T(words.BeforeFrom)
	}
	return words.FieldProblem(c.Language, message)
}
