package staff

import (
	"errors"
	"net/http"
	"net/url"

	"gateway/domain/words"
	"gateway/http/page"

	"github.com/shopspring/decimal"
)

var projectionActions = []page.Action{
	{Path: "/projections/:name/rebuild", Group: "support", Page: "/projections/:name", Do: onProjection("rebuild", "started")},
	{Path: "/projections/:name/compare", Group: "support", Page: "/projections/:name", Do: onProjection("compare", "started")},
	{Path: "/projections/:name/rollback", Group: "support", Page: "/projections/:name", Do: onProjection("rollback", "started")},
	{
		Path: "/projections/:name/clean", Group: "support", Page: "/projections/:name",
		Do: demanding(onProjection("clean", "removed"), "confirm"),
	},
}

func onProjection(what, done string) func(*page.Context) (page.Result, error) {
	return func(c *page.Context) (page.Result, error) {
		path := "/projections/" + url.PathEscape(c.Param("name"))
		return page.Result{To: path, Done: done}, c.Send(http.MethodPost, "/admin"+path+"/"+what, nil, nil)
	}
}

func showProjection(c *page.Context) ([]page.Block, error) {
	path := "/projections/" + url.PathEscape(c.Param("name"))
	var p projectionDetail
	var refusal *page.Problem
	switch _, err := c.Get("/admin"+path, &p); {
	case errors.As(err, &refusal) && refusal.Status == http.StatusNotFound:
		return showReactor(c, c.Param("name"))
	case err != nil:
		return nil, err
	}
	c.SetTitle(c.T(words.ProjectionTitle) + " " + p.Name)
	if p.State == "rebuilding" || c.Query.Get(page.DoneParameter) == "started" {
		c.LookAgain()
	}
	blocks := []page.Block{projectionFigures(c, p.projection)}
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
	var all []projection
	if _, err := c.Get("/admin/projections", &all); err != nil {
		return nil, err
	}
	for _, p := range all {
		if p.Name != name {
			continue
		}
		c.SetTitle(name)
		blocks := []page.Block{projectionFigures(c, p), page.Notice{Text: c.T(words.IsReactor), Tone: page.ToneQuiet}}
		if p.Error != "" {
			blocks = append(blocks, page.Notice{Text: p.Error, Tone: page.ToneBad})
		}
		return blocks, nil
	}
	return nil, notFound
}

func projectionFigures(c *page.Context, p projection) page.Figures {
	return page.Figures{Figures: []page.Figure{
		{Label: c.T(words.Status), Value: c.State(p.State)},
		{Label: c.T(words.Progress), Value: page.Percent(progress(p.Progress))},
		{Label: c.T(words.Lag), Value: page.Number(p.Lag)},
		{Label: c.T(words.Head), Value: page.Number(p.Head)},
	}}
}

func projectionDetails(c *page.Context, p projectionDetail) page.Details {
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

func comparisonBlocks(c *page.Context, built comparison) []page.Block {
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
func projectionForms(c *page.Context, path string, p projectionDetail) (forms []page.Block) {
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
