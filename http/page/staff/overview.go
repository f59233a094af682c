package staff

import (
	"net/url"
	"slices"

	"gateway/domain/balance"
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
	waiting, err := waitingWithdrawals(c)
	if err != nil {
		return nil, err
	}
	return append(slices.Concat(brought[:2], attention, waiting, brought[2:]), latest), nil
}

// waitingWithdrawals lists some withdrawals that wait for a decision, so that each is three clicks from the home page to
// its approval. It is empty if none waits, or if the person may not decide.
func waitingWithdrawals(c *page.Context) ([]page.Block, error) {
	if !c.May("manage") {
		return nil, nil
	}
	t, err := withdrawals.tableOf(c, url.Values{"status": {balance.StatusPending}, "per_page": {"5"}})
	if err != nil || len(t.Rows) == 0 {
		return nil, err
	}
	t.Title, t.Filters, t.Choosers = c.T(words.WaitingPayouts), nil, nil
	t.Keep(words.CreatedAt, words.ID, words.Client, words.Amount, words.Destination)
	return []page.Block{t}, nil
}

// found maps each kind of thing that a search finds to its pages.
var found = map[string]string{
	"transaction": "/transactions", "withdrawal": "/withdrawals", "settlement": "/settlements", "callback": "/callbacks", "ticket": "/tickets",
	"refund": "/refunds", "dispute": "/disputes", "withholding_slip": slipsPath,
	"client": "/clients", "person": "/clients",
}
