package staff

import (
	"net/url"

	"gateway/http/console/page"
	"gateway/http/console/words"
	"gateway/projections/readmodel"
)

var overviewPages = []page.Page{
	{Path: "", Nav: words.Overview, Show: showOverview},
	{Path: "/search", Group: "read", Title: words.SearchResults, Show: search},
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
	return append(attention, latest), nil
}

func search(c *page.Context) ([]page.Block, error) {
	text := c.Query.Get("q")
	if text == "" {
		return []page.Block{page.Notice{Text: c.T(words.SearchHint), Tone: page.ToneQuiet}}, nil
	}
	var hits []readmodel.Hit
	if _, err := c.Get("/admin/search?"+url.Values{"q": {text}}.Encode(), &hits); err != nil {
		return nil, err
	}
	return []page.Block{c.Hits(hits, hitPath(c))}, nil
}

// hitPath gives the page of what a search found.
func hitPath(c *page.Context) func(readmodel.Hit) string {
	return func(h readmodel.Hit) string {
		switch h.Kind {
		case "transaction":
			return c.Link("/transactions/" + page.Last(h.Name))
		case "withdrawal":
			return c.Link("/withdrawals/" + page.Last(h.Name))
		case "settlement":
			return c.Link("/settlements/" + page.Last(h.Name))
		case "callback":
			return c.Link("/callbacks/" + page.Last(h.Name))
		case "ticket":
			return c.Link("/tickets/" + page.Last(h.Name))
		case "client", "person":
			return clientPath(c, h.ClientID)
		}
		return ""
	}
}
