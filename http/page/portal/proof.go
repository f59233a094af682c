package portal

import (
	"net/url"

	"gateway/domain/words"
	"gateway/http/page"
)

var proofPages = []page.Page{
	{Path: "/proof", Group: "read_money", Section: words.MoneySection, Nav: words.CheckTitle, Show: showChecker, Still: true},
	{Path: "/proof/page", Group: "read_money", Title: words.CheckTitle, File: (*page.Context).KeptChecker},
	{
		Path: "/balance/at", Group: "read_money", Title: words.BalanceTitle, Show: showBalanceThen, Table: listMovementsThen,
		Also: []string{"at", "since"}, Still: true,
	},
}

func showChecker(c *page.Context) ([]page.Block, error) {
	checker, err := c.Checker()
	if err != nil {
		return nil, err
	}
	return []page.Block{
		page.Notice{Text: c.T(words.CheckHint), Tone: page.ToneQuiet},
		checker,
		page.Links{Links: []page.Link{
			{Text: c.T(words.DownloadProof), Path: c.Link("/balance/proof")}, {Text: c.T(words.CheckKeep), Path: c.Link("/proof/page")},
		}},
		page.Ask{
			Path: "/balance/proof", Submit: c.T(words.DownloadProof),
			Fields: []page.Field{{Name: "since", Label: c.T(words.SinceSize), Numeric: true}},
		},
	}, nil
}

// downloadProof downloads the file with the proofs. `since` comes from a checkpoint that the person kept.
func downloadProof(c *page.Context) error {
	query := url.Values{"format": {"statement"}}
	if since := c.Query.Get("since"); since != "" {
		query.Set("since", since)
	}
	return c.Raw("/me/balance-history?" + query.Encode())
}
