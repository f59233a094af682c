package page

import (
	"net/url"

	"gateway/http/console/words"
	"gateway/projections/readmodel"
)

// Hits is the list of what a search found. pathOf gives the page of a hit, empty for none.
func (c *Context) Hits(hits []readmodel.Hit, pathOf func(readmodel.Hit) string) *Table {
	t := &Table{
		Columns: []string{
			c.T(words.Kind), c.T(words.ID), c.T(words.MatchedBy), c.T(words.What), c.T(words.Status),
			c.T(words.Amount), c.T(words.CreatedAt),
		},
		Empty: c.T(words.NoHits),
	}
	for _, h := range hits {
		t.Add(Plain(c.Word(words.Kinds, h.Kind)), ID(unescaped(h.Name)).To(pathOf(h)), Plain(h.Field), Plain(h.Title), c.State(h.Status),
			RupiahOr(h.Amount), c.Time(h.CreatedAt))
	}
	return t
}

func unescaped(name string) string {
	id := Last(name)
	if text, err := url.PathUnescape(id); err == nil {
		return text
	}
	return id
}
