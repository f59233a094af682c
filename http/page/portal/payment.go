package portal

import (
	"net/url"
	"slices"

	"gateway/domain/payment"
	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
	"gateway/projections/readmodel/paymentrows"
)

var paymentPages = []page.Page{
	{Path: "/payments", Group: "read_money", Section: words.MoneySection, Nav: words.Payments, Show: showPayments, Table: listPayments},
	{Path: "/payments/:id", Group: "read_money", Title: words.PaymentTitle, Show: showPayment},
}

var paymentActions = []page.Action{
	{Path: "/payments/:id/cancel", Group: "payments", Page: "/payments/:id", Do: page.Does(words.DoneCancelled, api.CancelPayment)},
	{
		Path: "/payments/:id/pay", Group: "sandbox_money", Page: "/payments/:id",
		Do: page.Sends(words.DoneSent, api.SandboxPayPayment, amountBody),
	},
	{Path: "/payments/:id/settle", Group: "sandbox_money", Page: "/payments/:id", Do: page.Does(words.DoneSent, api.SandboxSettlePayment)},
	{Path: "/payments/:id/expire", Group: "sandbox_money", Page: "/payments/:id", Do: page.Does(words.DoneSent, api.SandboxExpirePayment)},
}

func showPayments(c *page.Context) ([]page.Block, error) {
	if !c.May("payments") {
		return nil, nil
	}
	return []page.Block{page.Links{Main: true, Links: []page.Link{{Text: c.T(words.NewPayment), Path: c.Link("/payments/new")}}}}, nil
}

func listPayments(c *page.Context) (*page.Table, error) {
	query := c.Filter("status", "channel", "from", "to", "q")
	query.Set("per_page", "50")
	return paymentTable(c, query)
}

func paymentTable(c *page.Context, query url.Values) (*page.Table, error) {
	list, err := api.ListMyTransactions(c, query)
	if err != nil {
		return nil, err
	}
	t := &page.Table{
		Columns: c.Titles(words.CreatedAt, words.Transaction, words.Channel, words.Status, words.Amount, words.Net),
		Filters: c.TransactionFilters(), Total: list.Total, After: list.Next, Empty: c.T(words.NoPaymentsYet),
	}
	for _, p := range list.Data {
		t.Add(c.Time(p.CreatedAt), page.ID(p.TransactionID).To(paymentPath(c, p.TransactionID)), page.Plain(c.Word(words.Channels, p.Channel)),
			c.TransactionState(p), page.Rupiah(p.Total), page.RupiahOr(p.NetPayment))
	}
	return t, nil
}

func paymentPath(c *page.Context, transactionID string) string {
	return c.Link("/payments/" + url.PathEscape(transactionID))
}

// findPayment finds a transaction of the client by its transaction_id.
func findPayment(c *page.Context, id string) (found paymentrows.SingleTransaction, err error) {
	list, err := api.ListMyTransactions(c, url.Values{"q": {id}, "per_page": {"10"}})
	row, err := page.Find(list.Data, err, id, func(t api.Transaction) string { return t.TransactionID })
	if err != nil {
		return found, err
	}
	return api.GetMyTransaction(c, page.Key(row.ID))
}

func showPayment(c *page.Context) ([]page.Block, error) {
	p, err := findPayment(c, c.Param("id"))
	if err != nil {
		return nil, err
	}
	answer, err := api.GetTimeline(c, p.TransactionID, c.TimelineQuery())
	if err != nil {
		return nil, err
	}
	blocks := toldBlocks(c, answer)
	pay, err := howToPay(c, p)
	if err != nil {
		return nil, err
	}
	page.KeepVANumber(&p, answer.Timeline)
	left := slices.Concat(blocks[:1], pay, blocks[1:])
	c.SetTitle(c.T(words.Payment, words.Isolated(p.TransactionID)))
	right := append(paymentForms(c, p.Transaction), c.TransactionDetails(p, paymentPath, words.ExternalID))
	if sent := string(p.Metadata); sent != "" && sent != "null" {
		right = append(right, page.Text{Title: c.T(words.Metadata), Text: page.Indented(sent)})
	}
	right = append(right, callbackLinks(c, "transactions/"+p.TransactionID)...)
	return []page.Block{c.TransactionFigures(p.Transaction), page.Columns{Left: left, Right: right}}, nil
}

// paymentForms offer what the person may do with the payment now.
func paymentForms(c *page.Context, p paymentrows.Transaction) (forms []page.Block) {
	path := "/payments/" + url.PathEscape(p.TransactionID)
	open := p.Status == payment.StatusPending && p.Channel != paymentrows.ChannelRecorded
	if c.Sandbox() && c.May("sandbox_money") && p.Channel != paymentrows.ChannelRecorded {
		if open {
			forms = append(forms,
				page.Form{
					Title: c.T(words.SandboxTitle), Action: path + "/pay", Submit: c.T(words.SandboxPay),
					Fields: []page.Field{{Name: "amount", Label: c.T(words.SandboxAmount), Numeric: true}},
				},
				page.Form{Action: path + "/expire", Submit: c.T(words.SandboxExpire), Inline: true})
		}
		if p.Status == payment.StatusPaid {
			forms = append(forms, page.Form{Title: c.T(words.SandboxTitle), Action: path + "/settle", Submit: c.T(words.SandboxSettle)})
		}
	}
	if mayReplace(p) && c.May("payments") {
		forms = append(forms, page.Links{Links: []page.Link{{Text: c.T(words.PayAgain), Path: payAgainPath(c, p)}}})
	}
	if open && c.May("payments") {
		forms = append(forms, page.Form{Action: path + "/cancel", Submit: c.T(words.CancelPayment), Inline: true, Danger: true})
	}
	return forms
}

// mayReplace reports whether a newer payment may take the place of this one, because it was not paid.
func mayReplace(p paymentrows.Transaction) bool {
	return p.Channel != paymentrows.ChannelRecorded && !p.UnderReview && p.ReplacedBy == nil &&
		slices.Contains([]string{payment.StatusPending, payment.StatusExpired, payment.StatusFailed}, p.Status)
}

// amountBody is what the customer pays at the simulated provider.
func amountBody(c *page.Context) any { return page.Body{}.Amount(c, "amount") }
