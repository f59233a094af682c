package staff

import (
	"net/url"
	"slices"

	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
)

var overviewPages = []page.Page{
	{Path: "", Nav: words.Overview, Show: showOverview},
	{Path: "/search", Group: "read", Title: words.SearchResults, Show: page.Search(api.SearchAll, found)},
}

func showOverview(c *page.Context) ([]page.Block, error) {
	attention, err := attentionBlocks(c)
	if err != nil {
		return nil, err
	}
	latest, err := transactionTable(c, url.Values{"per_page": {"10"}})
	if err != nil {
		return nil, err
	}
	latest.Title, latest.Filters = c.T(words.LatestPayments), nil
	brought, err := broughtBlocks(c)
	if err != nil {
		return nil, err
	}
	return append(slices.Concat(brought[:2], attention, brought[2:]), latest), nil
}

// found maps each kind of thing that a search finds to its pages.
var found = map[string]string{
	"transaction": "/transactions", "withdrawal": "/withdrawals", "settlement": "/settlements", "callback": "/callbacks", "ticket": "/tickets",
	"refund": "/refunds", "dispute": "/disputes", "withholding_slip": slipsPath,
	"client": "/clients", "person": "/clients",
}
