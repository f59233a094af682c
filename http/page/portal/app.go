package portal

import (
	"net/url"
	"strconv"

	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
)

var appPages = []page.Page{
	{Path: "/apps", Group: "read_account", Section: words.AccountSection, Nav: words.AppsAndFees, Show: showApps},
}

func showApps(c *page.Context) ([]page.Block, error) {
	apps, err := api.ListApps(c)
	if err != nil {
		return nil, err
	}
	t := &page.Table{Title: c.T(words.Apps), Columns: c.Titles(words.Name, words.AppCode, words.ID, words.Kind)}
	title, query := c.T(words.FeeRates), url.Values{}
	for _, a := range apps {
		id := strconv.FormatInt(a.AppID, 10)
		t.Add(page.Plain(a.App.Name).To(c.Link("/apps?app_id="+id)), page.ID(a.App.Code), page.ID(id), page.Plain(a.Type))
		if id == c.Query.Get("app_id") {
			title, query = c.T(words.FeesOf, words.Isolated(a.App.Name)), url.Values{"app_id": {id}}
		}
	}
	rates, err := rateTable(c, query)
	if err != nil {
		return nil, err
	}
	rates.Title = title
	return []page.Block{t, rates}, nil
}

func rateTable(c *page.Context, query url.Values) (*page.Table, error) {
	rates, err := api.ListFeeRates(c, query)
	if err != nil {
		return nil, err
	}
	t := &page.Table{Columns: c.Titles(words.Channel, words.FlatFee, words.PercentFee, words.VATInclusive)}
	for _, r := range rates {
		t.Add(page.ID(r.ChannelCode), page.Rupiah(r.Flat), page.Percent(r.Percent), c.Flag(r.VATInclusive))
	}
	return t, nil
}
