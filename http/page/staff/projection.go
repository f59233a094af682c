package staff

import (
	"net/url"

	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
	"gateway/projections/engine"

	"github.com/shopspring/decimal"
)

var projectionPages = []page.Page{
	{Path: "/projections", Group: "books", Section: words.SystemSection, Nav: words.Projections, Show: listProjections},
	{Path: "/projections/:name", Group: "books", Title: words.ProjectionTitle, Show: showProjection},
}

func listProjections(c *page.Context) ([]page.Block, error) {
	all, err := api.ListProjections(c)
	if err != nil {
		return nil, err
	}
	t := &page.Table{Columns: c.Titles(words.Name, words.Status, words.Position, words.Lag, words.Progress, words.HaltedAt, words.Problem)}
	for _, p := range all {
		t.Add(page.ID(p.Name).To(c.Link("/projections/"+url.PathEscape(p.Name))), c.State(p.State), page.Number(p.Position), page.Number(p.Lag),
			page.Percent(progress(p.Progress)), haltedAt(c, p.HaltedBy), page.Plain(p.Error))
	}
	return []page.Block{page.Notice{Text: c.T(words.ProjectionsHint), Tone: page.ToneQuiet}, t}, nil
}

// progress turns a fraction into percent.
func progress(part float64) decimal.Decimal {
	const hundred, places = 100, 1
	return decimal.NewFromFloat(part * hundred).Truncate(places)
}

// haltedAt shows the event at which a read model halted, with a link to it.
func haltedAt(c *page.Context, e *engine.Halt) page.Cell {
	if e == nil {
		return page.Cell{}
	}
	cell := page.ID(e.Type + " (" + page.Key(e.Position) + ")")
	if path := eventPath(c); path != nil {
		cell = cell.To(path(e.Position))
	}
	return cell
}
