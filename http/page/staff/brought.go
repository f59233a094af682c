package staff

import (
	"net/url"
	"strconv"

	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
)

const transactionsPath = "/transactions"

// broughtBlocks are what the last days brought: the figures and the chart, then the clients and the connections.
func broughtBlocks(c *page.Context) ([]page.Block, error) {
	_, query := c.OverviewDays()
	all, err := api.GetOverview(c, query)
	if err != nil {
		return nil, err
	}
	clients := &page.Table{
		Title:   c.T(words.ByClient),
		Columns: c.Titles(words.Client, words.ShareOfPaid, words.PaidCount, words.MadeCount, words.PaidAmountOf),
	}
	for _, s := range all.Clients {
		more := url.Values{"client_id": {strconv.FormatInt(s.ClientID, 10)}}
		made, paid, amount := c.SumCells(s.DaySums, transactionsPath, all.From, all.To, more)
		clients.Add(clientCell(c, s.ClientID, s.ClientName), page.Success(s.DaySums), paid, made, amount)
	}
	connections := &page.Table{
		Title: c.T(words.ByConnection),
		Columns: c.Titles(words.Connection, words.ShareOfPaid, words.PaidCount, words.MadeCount, words.PaidAmountOf,
			words.MadeBefore, words.PaidBefore, words.AmountBefore),
	}
	for _, s := range all.Connections {
		more := url.Values{"connection": {s.Connection}}
		made, paid, amount := c.SumCells(s.DaySums, transactionsPath, all.From, all.To, more)
		madeBefore, paidBefore, before := c.SumCells(s.Before, transactionsPath, all.EarlierFrom, all.EarlierTo, more)
		connections.Add(connectionCell(c, s.Connection), page.Success(s.DaySums), paid, made, amount, madeBefore, paidBefore, before)
	}
	blocks := []page.Block{c.OverviewFigures(all.Period, transactionsPath), c.OverviewPeriods(), c.OverviewBars(all.Period, transactionsPath)}
	if len(all.Clients) > 0 {
		blocks = append(blocks, clients)
	}
	if len(all.Connections) > 0 {
		blocks = append(blocks, connections)
	}
	return blocks, nil
}
