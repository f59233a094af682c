package staff

import (
	"net/url"
	"strconv"
	"time"

	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
	"gateway/projections/readmodel/paymentrows"
)

var transactionPages = []page.Page{
	{Path: "/transactions", Group: "read", Section: words.FindSection, Nav: words.Transactions, Table: listTransactions},
	{Path: "/transactions/:id", Group: "read", Title: words.PaymentTitle, Show: showTransaction},
}

func listTransactions(c *page.Context) (*page.Table, error) {
	if c.Query.Get("connection") != "" && c.Query.Get("from") == "" && c.Query.Get("period") == "" { // the API demands both
		c.Query.Set("from", c.Now().AddDate(0, -1, 0).Format(time.DateOnly))
	}
	query := c.MoneyFilter("status", "state", "only", "channel_code", "channel", "q", "client_id", "connection")
	query.Set("per_page", "50")
	return transactionTable(c, query)
}

func transactionTable(c *page.Context, query url.Values) (*page.Table, error) {
	list, err := api.ListTransactionsOfAll(c, query)
	if err != nil {
		return nil, err
	}
	t := &page.Table{
		Columns: c.Titles(words.CreatedAt, words.OrderNumber, words.CustomerName, words.Transaction, words.Client, words.Channel,
			words.Connection,
			words.Status, words.Amount, words.Net),
		Filters: append(c.TransactionFilters(), clientFilter(c), connectionFilter(c)),
		Total:   list.Total, After: list.Next,
	}
	for _, p := range list.Data {
		t.Add(c.Time(p.CreatedAt), page.ID(textOf(p.ExternalID)), page.Plain(p.CustomerName),
			page.ID(p.TransactionID).To(transactionPath(c, p.TransactionID)),
			clientCell(c, p.ClientID, p.ClientName), page.Plain(c.Word(words.Channels, p.Channel)), connectionCell(c, textOf(p.Connection)),
			c.TransactionState(p), page.Rupiah(p.Total), page.RupiahOr(p.NetPayment))
	}
	withNames(c, t, list.Data, func(p paymentrows.Transaction) string { return p.ClientName })
	c.AddTransactionFile(t, list.Data)
	withoutCustomers(c, t)
	return t, nil
}

// withoutCustomers takes the column of customers from a list of those who may not see them.
func withoutCustomers(c *page.Context, t *page.Table) {
	if !c.May("read_support") {
		t.Without(words.CustomerName)
	}
}

func transactionPath(c *page.Context, transactionID string) string {
	return c.Link("/transactions/" + url.PathEscape(transactionID))
}

func clientPath(c *page.Context, id int64) string {
	return c.Link("/clients/" + strconv.FormatInt(id, 10))
}

func showTransaction(c *page.Context) ([]page.Block, error) {
	t, err := api.GetTransactionOfAny(c, c.Param("id"))
	if err != nil {
		return nil, err
	}
	told, err := api.GetTransactionTimeline(c, c.Param("id"), c.TimelineQuery())
	if err != nil {
		return nil, err
	}
	page.KeepVANumber(&t, told.Timeline)
	details := c.TransactionDetails(t, transactionPath, words.ClientReference)
	c.AddCanceller(&details, told.Timeline)
	details.Pairs = append(details.Pairs,
		page.Pair{Label: c.T(words.Client), Value: clientCell(c, t.ClientID, t.ClientName)},
		page.Pair{Label: c.T(words.Connection), Value: connectionCell(c, textOf(t.Connection))})
	refunds, err := refundsOf(c, url.Values{"transaction_id": {t.TransactionID}, "per_page": {"100"}}, words.RefundsOfPayment,
		words.Client, words.Transaction, words.Connection)
	if err != nil {
		return nil, err
	}
	disputes, err := disputesOf(c, url.Values{"transaction_id": {t.TransactionID}, "per_page": {"100"}}, words.DisputesOfPayment,
		words.Client, words.Transaction, words.Connection)
	if err != nil {
		return nil, err
	}
	return []page.Block{
		c.TransactionFigures(t.Transaction),
		page.Columns{
			Left:  append(append(disputes, refunds...), c.WhyBlock(told.Why, eventPath(c)), c.StoryBlock(told.Timeline, eventPath(c))),
			Right: append(append([]page.Block{details}, holdForm(c, t.Transaction, told.Why)...), eraseForm(c, t.Transaction)...),
		},
	}, nil
}
