package portal

import (
	"strconv"
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

// showBalanceThen is the time machine of the balance. It shows the balance at one moment, and how it changed
// since another. The balance at a moment is the one after the last movement up to then.
func showBalanceThen(c *page.Context) ([]page.Block, error) {
	at, since := c.Moment("at"), c.Moment("since")
	first, then, err := endsUntil(c, at)
	if err != nil {
		return nil, err
	}
	figures := page.Figures{Figures: []page.Figure{{Label: c.T(words.Balance), Value: page.Rupiah(then)}}}
	if since != "" {
		_, before, err := endsUntil(c, since)
		if err != nil {
			return nil, err
		}
		figures = c.Compared(figures, page.Figures{Figures: []page.Figure{{Label: c.T(words.Balance), Value: page.Rupiah(before)}}})
	}
	return []page.Block{
		page.Heading{Text: c.MomentText(at, since)},
		c.TimeMachine(first), figures,
		page.Heading{Text: c.T(words.Movements), Hint: c.T(words.MovementsWhy)},
	}, nil
}

// endsUntil returns the time of the first movement, and the balance after the last movement up to a moment.
func endsUntil(c *page.Context, at string) (first time.Time, last page.Amount, err error) {
	query := c.Between("", at)
	query.Set("per_page", "1")
	list, err := api.ListMyBalanceHistory(c, query)
	if err != nil || len(list.Data.Lines) == 0 {
		return c.Now(), last, err
	}
	first = list.Data.Lines[0].At
	query.Set("page", strconv.Itoa(list.LastPage))
	if list, err = api.ListMyBalanceHistory(c, query); len(list.Data.Lines) > 0 {
		last = list.Data.Lines[0].BalanceAfter
	}
	return first, last, err
}

func listMovementsThen(c *page.Context) (*page.Table, error) {
	query := c.Between(c.Moment("since"), c.Moment("at"))
	query.Set("per_page", strconv.Itoa(movementsPerPage))
	query.Set("after", c.Query.Get("after"))
	list, err := page.Newest(c, query, api.ListMyBalanceHistory)
	if err != nil {
		return nil, err
	}
	t := movementTable(c, list)
	t.Filters, t.Empty = nil, c.T(words.NoMovementsThen)
	return t, nil
}
