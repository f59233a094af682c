package staff

import (
	"net/url"
	"slices"

	"gateway/domain/payment"
	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
	"gateway/projections/readmodel/disputerows"
)

var disputePages = []page.Page{
	{Path: "/disputes", Group: "read", Section: words.WorkSection, Nav: words.Disputes, Show: showDisputes, Table: listDisputes},
	{Path: "/disputes/new", Group: "support", Title: words.EnterDispute, Show: showNewDispute},
	{Path: "/disputes/:id", Group: "read", Title: words.DisputeTitle, Show: showDispute},
	{Path: "/disputes/:id/files/:hash", Group: "read", Title: words.DisputeTitle, File: downloadEvidence},
}

var disputeActions = []page.Action{
	{Path: "/disputes/new", Group: "support", Page: "/disputes/new", Do: enterDispute},
	{Path: "/disputes/:id/forward", Group: "support", Page: "/disputes/:id", Do: page.Does(words.DoneForwarded, api.ForwardDispute)},
	{
		Path: "/disputes/:id/decide", Group: "manage", Page: "/disputes/:id",
		Do: demanding(page.Sends(words.DoneDecided, api.DecideDispute, outcomeBody), "confirm"),
	},
}

// outcomeField is the API's name of how the network decided.
const outcomeField = "outcome"

func outcomeBody(c *page.Context) any { return page.Body{outcomeField: c.Field(outcomeField)} }

// showDisputes leads to what a person may do without a dispute's page.
func showDisputes(c *page.Context) ([]page.Block, error) {
	var links []page.Link
	if c.May("support") {
		links = append(links, page.Link{Text: c.T(words.EnterDispute), Path: c.Link("/disputes/new")})
	}
	if c.May("manage") {
		links = append(links, page.Link{Text: c.T(words.SplitDeduction), Path: c.Link("/disputes/deductions")})
	}
	if len(links) == 0 {
		return nil, nil
	}
	return []page.Block{page.Links{Main: true, Links: links}}, nil
}

func listDisputes(c *page.Context) (*page.Table, error) {
	query := c.Filter("status", "client_id", "transaction_id", "order")
	query.Set("per_page", "50")
	return disputeTable(c, query)
}

// disputeTable lists the disputes that a query selects.
func disputeTable(c *page.Context, query url.Values) (*page.Table, error) {
	list, err := api.ListAllDisputes(c, query)
	if err != nil {
		return nil, err
	}
	t := &page.Table{
		Columns: c.Titles(words.DisputeDueBy, words.OrderNumber, words.CustomerName, words.ID, words.Client, words.Status,
			words.DisputedAmount, words.DisputeAnswered,
			words.Transaction, words.ProviderDispute, words.Connection),
		Filters: []page.Field{
			statusFilter(c, payment.DisputeStatuses()...), c.DisputeOrders(), clientFilter(c),
			{Name: "transaction_id", Label: c.T(words.Transaction)},
		},
		Total: list.Total, After: list.Next, Empty: c.T(words.DisputesEmpty),
	}
	for _, d := range list.Data {
		t.Add(c.DisputeDue(d.Dispute), page.ID(d.OrderNumber), page.Plain(d.CustomerName),
			page.Plain(page.Key(d.ID)).To(c.Link("/disputes/"+page.Key(d.ID))),
			clientCell(c, d.ClientID, d.ClientName), c.State(d.Status), page.Rupiah(d.Amount), c.TimeOr(d.AnsweredAt),
			page.ID(d.TransactionID).To(transactionPath(c, d.TransactionID)),
			page.ID(d.ProviderDisputeID), connectionCell(c, d.Connection))
	}
	withoutCustomers(c, t)
	return withNames(c, t, list.Data, func(d disputerows.AdminDispute) string { return d.ClientName }), nil
}

// disputesOf lists the disputes that a query selects below another thing's page; nil if there are none.
func disputesOf(c *page.Context, query url.Values, title words.Text, without ...words.Text) ([]page.Block, error) {
	t, err := disputeTable(c, query)
	if err != nil || len(t.Rows) == 0 {
		return nil, err
	}
	t.Title = c.T(title)
	t.Without(without...)
	return []page.Block{t}, nil
}

func showDispute(c *page.Context) ([]page.Block, error) {
	d, err := api.GetAnyDispute(c, c.Param("id"))
	if err != nil {
		return nil, err
	}
	reasons, told, err := explained(c, "disputes/"+page.Key(d.ID))
	if err != nil {
		return nil, err
	}
	c.SetTitle(c.T(words.DisputeNo, page.Key(d.ID)))
	first, last := []page.Block{c.DisputeNotice(d.Dispute), c.DisputeNext(d.Dispute)}, []page.Block{reasons, told}
	left := slices.Concat(first, c.DisputeAnswers(d.Dispute), last)
	return []page.Block{
		c.DisputeFigures(d.Dispute),
		page.Columns{Left: left, Right: append(disputeForms(c, d.Dispute), disputeDetails(c, d))},
	}, nil
}

func disputeDetails(c *page.Context, d disputerows.AdminDispute) page.Details {
	details := c.DisputeDetails(d.Dispute, page.ID(d.TransactionID).To(transactionPath(c, d.TransactionID)))
	details.Pairs = append(details.Pairs,
		page.Pair{Label: c.T(words.Client), Value: clientCell(c, d.ClientID, d.ClientName)},
		page.Pair{Label: c.T(words.Channel), Value: page.Plain(d.ChannelCode)},
		page.Pair{Label: c.T(words.Connection), Value: connectionCell(c, d.Connection)},
		page.Pair{Label: c.T(words.ProviderDispute), Value: page.ID(d.ProviderDisputeID)},
		page.Pair{Label: c.T(words.DisputeOpenedBy), Value: c.Actor(d.OpenedBy)})
	return details
}

// downloadEvidence answers with a file of an answer.
func downloadEvidence(c *page.Context) error {
	return c.Raw("/admin/disputes/" + url.PathEscape(c.Param("id")) + "/files/" + url.PathEscape(c.Param("hash")))
}

// disputeForms offer what staff may do with a dispute in its state, and say in rupiah what it does.
func disputeForms(c *page.Context, d disputerows.Dispute) (forms []page.Block) {
	if !c.May("support") || d.Status == payment.DisputeStatusWon {
		return nil
	}
	path, amount := "/disputes/"+page.Key(d.ID), page.Rupiah(d.Amount).Text
	if d.Status == payment.DisputeStatusNeedsResponse && d.AnsweredAt != nil {
		forms = append(forms, step(c, path+"/forward", words.ForwardDispute, words.ForwardDisputeHint.With(amount)))
	}
	if !c.May("manage") { // a decision gives money out
		return forms
	}
	hint := words.DecideWonHint
	if d.ReversalID != nil {
		hint = words.DecideWonTakenHint
	}
	forms = append(forms, decision(c, path, payment.DisputeStatusWon, words.DecideWon, hint.With(amount)))
	if d.Status == payment.DisputeStatusNeedsResponse || d.Status == payment.DisputeStatusUnderReview {
		forms = append(forms, decision(c, path, payment.DisputeStatusLost, words.DecideLost, words.DecideLostHint.With(amount)))
	}
	return forms
}

func decision(c *page.Context, path, outcome string, title, hint words.Text) page.Form {
	return danger(c, path+"/decide", title, hint, page.Field{Name: outcomeField, Kind: "hidden", Value: outcome}, confirmField(c))
}
