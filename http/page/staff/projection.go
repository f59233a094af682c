package staff

import (
	"errors"
	"net/http"
	"net/url"

	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
	"gateway/projections/engine"
	"gateway/projections/rebuild"

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

var projectionActions = []page.Action{
	{Path: "/projections/:name/rebuild", Group: "support", Page: "/projections/:name", Do: page.Does("started", api.RebuildProjection)},
	{Path: "/projections/:name/compare", Group: "support", Page: "/projections/:name", Do: page.Does("started", api.CompareProjection)},
	{
		Path: "/projections/:name/rollback", Group: "support", Page: "/projections/:name",
		Sure: page.Warns(words.RollBack, words.SureRollBack), Do: page.Does("started", api.RollBackProjection),
	},
	{
		Path: "/projections/:name/clean", Group: "support", Page: "/projections/:name",
		Do: demanding(page.Does("removed", api.CleanProjection), "confirm"),
	},
}

func showProjection(c *page.Context) ([]page.Block, error) {
	path := "/projections/" + url.PathEscape(c.Param("name"))
	p, err := api.GetProjection(c, c.Param("name"))
	var refusal *page.Problem
	switch {
	case errors.As(err, &refusal) && refusal.Status == http.StatusNotFound:
		return showReactor(c, c.Param("name"))
	case err != nil:
		return nil, err
	}
	c.SetTitle(c.T(words.ProjectionTitle) + " " + p.Name)
	if p.State == "rebuilding" || c.Query.Get(page.DoneParameter) == "started" {
		c.LookAgain()
	}
	blocks := []page.Block{projectionFigures(c, p.Status)}
	if p.HaltedBy != nil {
		blocks = append(blocks, page.Notice{Text: c.T(words.HaltedNotice) + " " + p.Error, Tone: page.ToneBad})
	}
	left := []page.Block{projectionDetails(c, p)}
	if p.Built != nil {
		left = append(left, comparisonBlocks(c, *p.Built)...)
	}
	return append(blocks, page.Columns{Left: left, Right: projectionForms(c, path, p)}), nil
}

// showReactor shows how far a reactor has come. A reactor has no tables to rebuild.
func showReactor(c *page.Context, name string) ([]page.Block, error) {
	all, err := api.ListProjections(c)
	p, err := page.Find(all, err, name, func(p api.ProjectionStatus) string { return p.Name })
	if err != nil {
		return nil, err
	}
	c.SetTitle(name)
	blocks := []page.Block{projectionFigures(c, p), page.Notice{Text: c.T(words.IsReactor), Tone: page.ToneQuiet}}
	if p.Error != "" {
		blocks = append(blocks, page.Notice{Text: p.Error, Tone: page.ToneBad})
	}
	return blocks, nil
}

func projectionFigures(c *page.Context, p api.ProjectionStatus) page.Figures {
	return page.Figures{Figures: []page.Figure{
		{Label: c.T(words.Status), Value: c.State(p.State)},
		{Label: c.T(words.Progress), Value: page.Percent(progress(p.Progress))},
		{Label: c.T(words.Lag), Value: page.Number(p.Lag)},
		{Label: c.T(words.Head), Value: page.Number(p.Head)},
	}}
}

func projectionDetails(c *page.Context, p api.ProjectionDetail) page.Details {
	d := page.Details{Title: c.T(words.Facts), Pairs: []page.Pair{
		{Label: c.T(words.Position), Value: page.Number(p.Position)},
		{Label: c.T(words.LagSeconds), Value: page.Decimal(decimal.NewFromFloat(p.LagSeconds).Round(1), "")},
		{Label: c.T(words.TableBytes), Value: size(p.Bytes)},
		{Label: c.T(words.KeptBytes), Value: size(p.KeptBytes)},
	}}
	if p.FormerPosition != nil {
		d.Pairs = append(d.Pairs, page.Pair{Label: c.T(words.FormerAt), Value: page.Number(*p.FormerPosition)})
	}
	if p.HaltedBy != nil {
		d.Pairs = append(d.Pairs, page.Pair{Label: c.T(words.HaltedAt), Value: haltedAt(c, p.HaltedBy)},
			page.Pair{Label: c.T(words.StreamWord), Value: page.ID(p.HaltedBy.Stream)})
	}
	return d
}

// size shows a number of bytes in megabytes.
func size(bytes int64) page.Cell {
	const megabyte = 1 << 20
	cell := page.Decimal(decimal.NewFromInt(bytes).DivRound(decimal.NewFromInt(megabyte), 1), "MB")
	cell.Raw = page.Key(bytes)
	return cell
}

func comparisonBlocks(c *page.Context, built rebuild.Comparison) []page.Block {
	notice := page.Notice{Text: c.T(words.ComparedDifferent, built.Position), Tone: page.ToneBad}
	if built.Same {
		notice = page.Notice{Text: c.T(words.ComparedSame, built.Position), Tone: page.ToneGood}
	}
	t := &page.Table{
		Title:   c.T(words.ComparisonTitle),
		Columns: c.Titles(words.TableName, words.ServedRows, words.RebuiltRows, words.OnlyServed, words.OnlyRebuilt),
	}
	for _, one := range built.Tables {
		t.Add(page.ID(one.Table), page.Number(one.ServedRows), page.Number(one.RebuiltRows), page.Number(one.OnlyServed),
			page.Number(one.OnlyRebuilt))
	}
	return []page.Block{notice, t}
}

// projectionForms offer what support may do with a read model in its state.
func projectionForms(c *page.Context, path string, p api.ProjectionDetail) (forms []page.Block) {
	if !c.May("support") || p.State == "rebuilding" {
		return nil
	}
	forms = append(forms, step(c, path+"/compare", words.Compare, words.CompareHint))
	if p.Built != nil {
		forms = append(forms, step(c, path+"/rebuild", words.SwapIn, words.RebuildHint))
	} else {
		forms = append(forms, step(c, path+"/rebuild", words.Rebuild, words.RebuildHint))
	}
	if p.FormerPosition != nil {
		forms = append(forms, danger(c, path+"/rollback", words.RollBack, words.RollBackHint))
	}
	if p.KeptBytes > 0 {
		forms = append(forms, danger(c, path+"/clean", words.CleanUp, words.CleanUpHint, confirmField(c)))
	}
	return forms
}
