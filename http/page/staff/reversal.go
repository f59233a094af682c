package staff

import (
	"net/url"

	"gateway/domain/money"
	"gateway/domain/payment"
	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
	"gateway/projections/readmodel/paymentrows"
)

var reversalPages = []page.Page{
	{Path: "/reversals", Group: "books", Section: words.WorkSection, Nav: words.Reversals, Table: listReversals},
	{Path: "/reversals/:id", Group: "books", Title: words.ReversalTitle, Show: showReversal},
}

var reversalActions = []page.Action{
	{Path: "/reversals/:id/assign", Group: "manage", Page: "/reversals/:id", Do: page.Sends("saved", api.AssignReversal, assignmentBody)},
}

func listReversals(c *page.Context) (*page.Table, error) {
	query := c.Filter("status")
	query.Set("per_page", "50")
	list, err := api.ListReversals(c, query)
	if err != nil {
		return nil, err
	}
	t := &page.Table{
		Columns: c.Titles(words.CreatedAt, words.ID, words.Transaction, words.Client, words.Kind, words.Amount, words.Status, words.Contradiction,
			words.Reason, words.By),
		Filters: []page.Field{statusFilter(c, paymentrows.ReversalPosted, paymentrows.ReversalWaiting,
			paymentrows.ReversalUndecided, paymentrows.ReversalContradicted)},
		Total: list.Total, After: list.Next, Empty: c.T(words.ReversalsEmpty),
	}
	for _, r := range list.Data {
		t.Add(c.Time(r.CreatedAt), page.ID(r.ReversalID).To(c.Link("/reversals/"+url.PathEscape(r.ReversalID))),
			page.ID(r.TransactionID).To(transactionPath(c, r.TransactionID)), clientCell(c, r.ClientID, r.ClientName),
			page.Plain(c.Word(words.ReversalKinds, r.Kind)), page.Rupiah(r.Amount), c.State(r.Status),
			page.Plain(c.Word(words.ReversalContradictions, r.Contradiction)), page.Plain(r.Reason), c.Actor(r.By))
	}
	return withNames(c, t, list.Data, func(r paymentrows.ReversalRow) string { return r.ClientName }), nil
}

func showReversal(c *page.Context) ([]page.Block, error) {
	path := "/reversals/" + url.PathEscape(c.Param("id"))
	r, err := api.GetReversal(c, c.Param("id"))
	if err != nil {
		return nil, err
	}
	c.SetTitle(c.T(words.ReversalTitle) + " " + words.Isolated(r.ReversalID))
	details := page.Details{Title: c.T(words.Facts), Pairs: []page.Pair{
		{Label: c.T(words.Status), Value: c.State(r.Status)},
		{Label: c.T(words.Kind), Value: page.Plain(c.Word(words.ReversalKinds, r.Kind))},
		{Label: c.T(words.Amount), Value: page.Rupiah(r.Amount)},
		{Label: c.T(words.Transaction), Value: page.ID(r.TransactionID).To(transactionPath(c, r.TransactionID))},
		{Label: c.T(words.Client), Value: clientCell(c, r.ClientID, r.ClientName)},
		{Label: c.T(words.ProviderPayment), Value: page.ID(r.ProviderPaymentID)},
		{Label: c.T(words.Contradiction), Value: page.Plain(c.Word(words.ReversalContradictions, r.Contradiction))},
		{Label: c.T(words.Reason), Value: page.Plain(r.Reason)},
		{Label: c.T(words.By), Value: c.Actor(r.By)},
		{Label: c.T(words.CreatedAt), Value: c.Time(r.CreatedAt)},
		{Label: c.T(words.UpdatedAt), Value: c.Time(r.UpdatedAt)},
	}}
	if r.Status != paymentrows.ReversalUndecided || !c.May("manage") {
		return []page.Block{details}, nil
	}
	refund, err := refundOfReversal(c, r)
	if err != nil {
		return nil, err
	}
	fields := []page.Field{{Name: "payment_id", Label: c.T(words.ProviderPayment), Required: true}}
	fields = append(append(fields, refund...), reasonField(c, true))
	return []page.Block{page.Columns{
		Left: []page.Block{details}, Right: []page.Block{step(c, path+"/assign", words.Assign, words.AssignHint, fields...)},
	}}, nil
}

// refundOfReversal asks which of the payment's refunds the reversal is the outcome of. There is no such field where the merchant
// asked for none that is open.
func refundOfReversal(c *page.Context, r paymentrows.ReversalRow) ([]page.Field, error) {
	list, err := api.ListAllRefunds(c, url.Values{
		"transaction_id": {r.TransactionID}, "client_id": {page.Key(r.ClientID)}, "status": {payment.RefundStatusProcessing}, "per_page": {"100"},
	})
	if err != nil || len(list.Data) == 0 {
		return nil, err
	}
	options := []page.Option{{Value: "0", Text: c.T(words.NoneOfTheRefunds)}}
	for _, open := range list.Data {
		text := c.T(words.RefundNo, page.Key(open.ID)) + ", " + money.Rupiah(open.Amount)
		options = append(options, page.Option{Value: page.Key(open.ID), Text: text})
	}
	return []page.Field{{Name: "refund_id", Label: c.T(words.RefundOfReversal), Options: options}}, nil
}

func assignmentBody(c *page.Context) any {
	return page.Body{"payment_id": c.Field("payment_id"), "reason": c.Field("reason")}.Whole(c, "refund_id")
}
