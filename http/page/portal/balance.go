package portal

import (
	"time"

	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
	"gateway/projections/audit/books"
)

var balancePages = []page.Page{
	{Path: "/balance", Group: "read_money", Section: words.MoneySection, Nav: words.Balance, Show: showBalance, Table: listMovements},
	{Path: "/balance/proof", Group: "read_money", Title: words.DownloadProof, File: downloadProof},
	{Path: "/balance/movements/:position", Group: "read_money", Title: words.Movement, Show: showMovement},
	{Path: "/statements", Group: "read_money", Section: words.MoneySection, Nav: words.Statements, Show: showStatement, Table: listLines},
	{Path: "/statements/file", Group: "read_money", Title: words.Statements, File: downloadStatement},
}

func showBalance(c *page.Context) ([]page.Block, error) {
	figures, err := balanceFigures(c)
	if err != nil {
		return nil, err
	}
	chart, client, err := balanceChart(c)
	if err != nil {
		return nil, err
	}
	reasons, err := api.GetWhy(c, "clients/"+page.Key(client))
	if err != nil {
		return nil, err
	}
	links := page.Links{Links: []page.Link{
		{Text: c.T(words.Statements), Path: c.Link("/statements")},
		{Text: c.T(words.BalanceTitle), Path: c.Link("/balance/at")},
		{Text: c.T(words.DownloadProof), Path: c.Link("/balance/proof")},
		{Text: c.T(words.CheckTitle), Path: c.Link("/proof")},
	}}
	return []page.Block{
		figures,
		page.Columns{Left: []page.Block{chart}, Right: []page.Block{c.WaitsBlock(reasons), links}},
		page.Heading{Text: c.T(words.Movements), Hint: c.T(words.MovementsHint)},
	}, nil
}

// chartDays is how many days the chart of the balance covers.
const chartDays = 30

// balanceChart shows the balance at the end of each of the last days, from the statements of this month and the
// one before. It also returns the client's id.
func balanceChart(c *page.Context) (page.Chart, int64, error) {
	now := c.Now()
	first := time.Date(now.Year(), now.Month(), 1, 0, 0, 0, 0, now.Location())
	var days []books.Day
	var client int64
	for _, month := range []time.Time{first.AddDate(0, -1, 0), first} {
		s, err := askStatement(c, month.Format("2006-01"))
		if err != nil {
			return page.Chart{}, 0, err
		}
		days, client = append(days, s.Days...), s.ClientID
	}
	return c.DaysChart(c.T(words.BalanceChart), days[max(0, len(days)-chartDays):]), client, nil
}
