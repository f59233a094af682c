package staff

import (
	"net/url"

	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
	"gateway/http/service/safeguardservice"
)

var safeguardingPages = []page.Page{
	{
		Path: "/safeguarding", Group: "books", Section: words.BooksSection, Nav: words.SafeguardingTitle,
		Show: safeguardingHead, Table: listSafeguarding, Still: true,
	},
	{Path: "/safeguarding/file", Group: "books", Title: words.SafeguardingTitle, File: downloadSafeguarding},
	{Path: "/safeguarding/:day", Group: "books", Title: words.SafeguardingTitle, Show: showSafeguarding, Still: true},
	{Path: "/safeguarding/:day/statement", Group: "books", Title: words.SafeguardingTitle, File: downloadSafeguardingDay},
}

// safeguardingHead says whether our money covers what is owed now.
func safeguardingHead(c *page.Context) ([]page.Block, error) {
	today, err := api.GetSafeguarding(c, c.Now().Format("2006-01-02"))
	if err != nil {
		return nil, err
	}
	return []page.Block{
		page.Text{Text: c.T(words.SafeguardingHint)},
		safeguardingFigures(c, today), coveredNotice(c, today),
		page.Links{Links: []page.Link{{
			Text: c.T(words.SafeguardingFile), Path: c.Link("/safeguarding/file?" + c.Filter("from", "to").Encode()),
		}}},
	}, nil
}

func safeguardingFigures(c *page.Context, d safeguardservice.Day) page.Figures {
	return page.Figures{Figures: []page.Figure{
		{Label: c.T(words.OwnMoney), Value: page.Rupiah(d.Own)},
		{Label: c.T(words.OwedMoney), Value: page.Rupiah(d.Owed)},
		{Label: c.T(words.SafeguardingDifference), Value: page.SignedRupiah(d.Difference)},
	}}
}

func coveredNotice(c *page.Context, d safeguardservice.Day) page.Notice {
	if d.Covered {
		return page.Notice{Text: c.T(words.MoneyCovers), Tone: page.ToneGood}
	}
	return page.Notice{Text: c.T(words.MoneyIsShort, page.Rupiah(d.Short).Text), Tone: page.ToneBad}
}

func listSafeguarding(c *page.Context) (*page.Table, error) {
	query := c.Filter("from", "to")
	query.Set("per_page", "31")
	list, err := api.ListSafeguarding(c, query)
	if err != nil {
		return nil, err
	}
	t := &page.Table{
		Columns: c.Titles(words.ReconcileDay, words.OwnMoney, words.OwedMoney, words.SafeguardingDifference, words.Outcome),
		Filters: []page.Field{{Name: "from", Label: c.T(words.From), Kind: "date"}, {Name: "to", Label: c.T(words.To), Kind: "date"}},
		Total:   list.Total, After: list.Next, Empty: c.T(words.NothingBooked),
	}
	for _, d := range list.Data {
		outcome := c.T(words.Covered)
		if !d.Covered {
			outcome = c.T(words.ShortBy, page.Rupiah(d.Short).Text)
		}
		if !d.Complete {
			outcome += " " + c.T(words.DayGoesOn)
		}
		t.Add(page.Plain(d.Day).To(c.Link("/safeguarding/"+d.Day)), page.Rupiah(d.Own), page.Rupiah(d.Owed),
			page.SignedRupiah(d.Difference), page.Plain(outcome))
	}
	return t, nil
}

func showSafeguarding(c *page.Context) ([]page.Block, error) {
	d, err := api.GetSafeguarding(c, c.Param("day"))
	if err != nil {
		return nil, err
	}
	c.SetTitle(c.T(words.SafeguardingTitle) + " " + d.Day)
	t := &page.Table{
		Title: c.T(words.AccountsTitle), Empty: c.T(words.NothingBooked),
		Columns: c.Titles(words.LedgerAccount, words.ID, words.Amount, words.SafeguardingSide),
	}
	for _, l := range d.Lines {
		t.Add(page.Plain(accountTitle(c, l.Account)), page.ID(l.Account), page.Rupiah(l.Amount),
			page.Plain(c.Word(words.SafeguardingSides, l.Side)))
	}
	blocks := []page.Block{safeguardingFigures(c, d), coveredNotice(c, d), t}
	if !d.Complete {
		return append(blocks, page.Notice{Text: c.T(words.SafeguardingGoesOn), Tone: page.ToneQuiet}), nil
	}
	return append(blocks, page.Links{Links: []page.Link{{
		Text: c.T(words.SignedFile), Path: c.Link("/safeguarding/" + d.Day + "/statement"),
	}}}), nil
}

func downloadSafeguarding(c *page.Context) error {
	query := c.Filter("from", "to")
	query.Set("format", "csv")
	return c.Raw("/admin/safeguarding?" + query.Encode())
}

func downloadSafeguardingDay(c *page.Context) error {
	return c.Raw("/admin/safeguarding/" + url.PathEscape(c.Param("day")) + "/statement")
}
