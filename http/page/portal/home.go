package portal

import (
	"net/url"
	"time"

	"gateway/domain/account"
	"gateway/domain/payment"
	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
	"gateway/projections/readmodel/clientrows"
)

var homePages = []page.Page{
	{Path: "", Nav: words.Home, Show: showHome},
	{Path: "/search", Group: "read_money", Title: words.SearchResults, Show: page.Search(api.Search, found)},
}

func showHome(c *page.Context) ([]page.Block, error) {
	client, err := api.GetMe(c)
	if err != nil {
		return nil, err
	}
	if client.Status == account.StatusRejected {
		return []page.Block{page.Notice{Text: c.T(words.AccountRejected), Tone: page.ToneBad}}, nil
	}
	steps, err := firstSteps(c)
	if err != nil {
		return nil, err
	}
	if client.Status == account.StatusPending {
		return append([]page.Block{page.Notice{Text: c.T(words.WaitForApproval), Tone: page.ToneWait}}, steps...), nil
	}
	var blocks []page.Block
	if client.Status == account.StatusSuspended {
		blocks = append(blocks, page.Notice{Text: c.T(words.AccountSuspended), Tone: page.ToneBad})
	}
	look, err := attention(c, len(steps) > 0)
	if err != nil {
		return nil, err
	}
	if len(look.Steps) > 0 {
		blocks = append(blocks, look)
	}
	blocks = append(blocks, steps...)
	if !c.May("read_money") {
		return blocks, nil
	}
	return showMoney(c, client, blocks)
}

// showMoney adds the balance, the money that is not available yet, and the newest payments, if there are any.
func showMoney(c *page.Context, client clientrows.Client, attention []page.Block) ([]page.Block, error) {
	figures, err := balanceFigures(c)
	if err != nil {
		return nil, err
	}
	latest, err := paymentTable(c, url.Values{"per_page": {"8"}})
	if err != nil {
		return nil, err
	}
	if err := addToday(c, &figures); err != nil {
		return nil, err
	}
	overview, err := overviewBlocks(c)
	if err != nil {
		return nil, err
	}
	blocks := []page.Block{overview.Figures, figures}
	if steps := mainSteps(c); len(steps.Links) > 0 {
		blocks = append(blocks, steps)
	}
	if len(latest.Rows) == 0 {
		return append(blocks, attention...), nil
	}
	reasons, err := api.GetWhy(c, "clients/"+page.Key(client.ID))
	if err != nil {
		return nil, err
	}
	latest.Title, latest.Filters = c.T(words.LatestPayments), nil
	latest.Keep(words.CreatedAt, words.OrderNumber, words.Transaction, words.Status, words.Amount)
	all := page.Links{Links: []page.Link{{Text: c.T(words.ViewEvents), Path: c.Link("/payments")}}}
	blocks = append(append(blocks, attention...), overview.Blocks...)
	columns := page.Columns{Left: []page.Block{latest, all}, Right: []page.Block{c.WaitsBlock(reasons)}}
	return append(blocks, columns), nil
}

// addToday adds how many payments were made today, and how many of them are paid.
func addToday(c *page.Context, figures *page.Figures) error {
	today := c.Now().Format(time.DateOnly)
	made, err := count(c, api.ListMyTransactions, url.Values{"from": {today}})
	if err != nil {
		return err
	}
	paid, err := count(c, api.ListMyTransactions, url.Values{"from": {today}, "status": {payment.StatusPaid}})
	if err != nil {
		return err
	}
	figures.Figures = append(figures.Figures, page.Figure{
		Label: c.T(words.PaymentsToday), Value: page.Number(made), Hint: c.T(words.PaidOfThem, paid), Path: c.Link("/payments?from=" + today),
	})
	return nil
}

// mainSteps lead to what people most often come for.
func mainSteps(c *page.Context) page.Links {
	steps := page.Links{Main: true}
	if c.May("payments") {
		steps.Links = append(steps.Links, page.Link{Text: c.T(words.NewPayment), Path: c.Link("/payments/new")})
	}
	if c.May("payouts") {
		steps.Links = append(steps.Links, page.Link{Text: c.T(words.NewWithdrawal), Path: c.Link("/withdrawals/new")})
	}
	if c.May("read_money") {
		now := c.Now()
		last := time.Date(now.Year(), now.Month(), 0, 0, 0, 0, 0, time.UTC) // the last day of the month before
		steps.Links = append(steps.Links, page.Link{Text: c.T(words.LastMonth), Path: c.Link("/statements?month=" + last.Format("2006-01"))})
	}
	return steps
}

func balanceFigures(c *page.Context) (page.Figures, error) {
	b, err := api.GetBalance(c)
	if err != nil {
		return page.Figures{}, err
	}
	explained := c.Link("/balance")
	if c.Request().URL.Path == explained {
		explained = ""
	}
	return c.BalanceFigures(b, explained), nil
}

// found maps each kind of thing that a search finds to its pages.
var found = map[string]string{
	"transaction": "/payments", "withdrawal": "/withdrawals", "settlement": "/settlements", "callback": "/callbacks", "ticket": "/tickets",
	"refund": "/refunds", "dispute": "/disputes", "withholding_slip": "/withholding-slips",
}
