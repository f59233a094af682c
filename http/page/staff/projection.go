package staff

import (
	"net/url"
	"time"

	"gateway/domain/words"
	"gateway/http/page"

	"github.com/shopspring/decimal"
)

var projectionPages = []page.Page{
	{Path: "/projections", Group: "books", Section: words.SystemSection, Nav: words.Projections, Show: listProjections},
	{Path: "/projections/:name", Group: "books", Title: words.ProjectionTitle, Show: showProjection},
}

// projection is one read model or reactor in the answer of GET /admin/projections.
type projection struct {
	Name     string        `json:"name"`
	Position int64         `json:"position"`
	Head     int64         `json:"head"`
	Lag      int64         `json:"lag"`
	State    string        `json:"state"`
	Progress float64       `json:"progress"`
	Error    string        `json:"error"`
	HaltedBy *haltingEvent `json:"halted_by"`
}

// haltingEvent is the event at which a read model halted.
type haltingEvent struct {
	Position int64  `json:"position"`
	Stream   string `json:"stream"`
	Revision int64  `json:"revision"`
	Type     string `json:"type"`
}

// projectionDetail is the answer of GET /admin/projections/{name}.
type projectionDetail struct {
	projection
	LagSeconds     float64     `json:"lag_seconds"`
	Bytes          int64       `json:"bytes"`
	KeptBytes      int64       `json:"kept_bytes"`
	Built          *comparison `json:"built"`
	FormerPosition *int64      `json:"former_position"`
}

// comparison compares rebuilt tables with the tables in use.
type comparison struct {
	Position int64     `json:"position"`
	At       time.Time `json:"at"`
	Same     bool      `json:"same"`
	Tables   []struct {
		Table       string `json:"table"`
		ServedRows  int64  `json:"served_rows"`
		RebuiltRows int64  `json:"rebuilt_rows"`
		OnlyServed  int64  `json:"only_served"`
		OnlyRebuilt int64  `json:"only_rebuilt"`
	} `json:"tables"`
}

func listProjections(c *page.Context) ([]page.Block, error) {
	var all []projection
	if _, err := c.Get("/admin/projections", &all); err != nil {
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
func haltedAt(c *page.Context, e *haltingEvent) page.Cell {
	if e == nil {
		return page.Cell{}
	}
	cell := page.ID(e.Type + " (" + page.Key(e.Position) + ")")
	if path := eventPath(c); path != nil {
		cell = cell.To(path(e.Position))
	}
	return cell
}
