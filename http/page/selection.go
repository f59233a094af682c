package page

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"gateway/domain/words"
)

// The parameters of a list's address that select by amount, and order it.
const (
	amountFromParameter = "amount_from"
	amountToParameter   = "amount_to"
	sortParameter       = "sort"
	// newestFirst is the order of a list whose address names none.
	newestFirst = "newest"
)

// daysOfAmounts is how many days a list by amount has if its address names no period, because the API looks for amounts in a period.
const daysOfAmounts = 30

// AmountFilters are the filters of a list by amount, and its order.
func (c *Context) AmountFilters() []Field {
	orders := c.Choices(words.Sorts, "oldest", "amount_desc", "amount_asc")
	orders[0].Text = c.T(words.NewestFirst)
	return []Field{
		{Name: amountFromParameter, Label: c.T(words.AmountFrom), Kind: Money},
		{Name: amountToParameter, Label: c.T(words.AmountTo), Kind: Money},
		{Name: sortParameter, Label: c.T(words.SortBy), Options: orders},
	}
}

// MoneyFilter is Filter for a list with DayFilters and AmountFilters. If the list is by amount, and its address names no first
// day, the list has the last 30 days, and the address says so.
func (c *Context) MoneyFilter(names ...string) url.Values {
	if c.isByAmount() && c.Query.Get("from") == "" && c.Query.Get(periodParameter) == "" {
		c.beginPeriod()
	}
	out := c.Filter(append(names, "from", "to", amountFromParameter, amountToParameter, sortParameter)...)
	for _, name := range []string{amountFromParameter, amountToParameter} {
		if out.Has(name) {
			out.Set(name, plainAmount(out.Get(name)))
		}
	}
	return out
}

func (c *Context) isByAmount() bool {
	return c.Query.Get(amountFromParameter) != "" || c.Query.Get(amountToParameter) != "" ||
		strings.HasPrefix(c.Query.Get(sortParameter), "amount_")
}

// beginPeriod bounds the list: by the last 30 days, or by the 30 days before the last day that the address names.
func (c *Context) beginPeriod() {
	to := c.Query.Get("to")
	if to == "" {
		c.Query.Set(periodParameter, periodLastDays)
		return
	}
	if last, err := time.Parse(time.DateOnly, to); err == nil {
		c.Query.Set("from", last.AddDate(0, 0, 1-daysOfAmounts).Format(time.DateOnly))
	}
}

// plainAmount is a typed amount in the form that the API takes. A text that is no amount it returns as it is, so that the API
// names the field.
func plainAmount(text string) string {
	if d, err := typedAmount(text); err == nil {
		return d.String()
	}
	return text
}

// filterAmountProblem says in English what is wrong with an amount in the page's address. It is empty for an amount.
func (c *Context) filterAmountProblem(name string) string {
	text := strings.TrimSpace(c.Query.Get(name))
	if c.Posted != nil || text == "" {
		return ""
	}
	_, err := typedAmount(text)
	return refusalOf(err)
}

// leadsToCanonical leads the browser to the canonical address of a page with a list, so that the address of a list can be kept and
// sent. A form sends its empty fields, too; the canonical address has only what is set, each parameter once and by name, amounts
// as the API writes them. It returns false if the address is canonical, or differs only in the order or the coding of its
// parameters.
func (c *Context) leadsToCanonical(p *Page) bool {
	if p.Table == nil {
		return false
	}
	canonical, differs := url.Values{}, false
	for name, values := range c.Query {
		value := canonicalValue(name, values)
		differs = differs || value == "" || len(values) != 1 || value != values[0]
		if value != "" {
			canonical.Set(name, value)
		}
	}
	if !differs {
		return false
	}
	to := c.gin.Request.URL.EscapedPath()
	if len(canonical) > 0 {
		to += "?" + canonical.Encode()
	}
	c.gin.Redirect(http.StatusSeeOther, to)
	return true
}

// canonicalValue is the value of a parameter in a canonical address, empty if the address doesn't have the parameter. Of several
// values it keeps the first that is not empty, as a form would show it.
func canonicalValue(name string, values []string) string {
	at := slices.IndexFunc(values, func(value string) bool { return strings.TrimSpace(value) != "" })
	if at < 0 {
		return ""
	}
	switch value := strings.TrimSpace(values[at]); {
	case name == amountFromParameter || name == amountToParameter:
		return plainAmount(value)
	case name == sortParameter && value == newestFirst:
		return ""
	default:
		return value
	}
}
