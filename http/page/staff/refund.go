package staff

import (
	"net/url"
	"slices"

	"gateway/domain/payment"
	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
	"gateway/projections/readmodel/refundrows"
)

var refundPages = []page.Page{
	{Path: "/refunds", Group: "read", Section: words.WorkSection, Nav: words.Refunds, Table: listRefunds},
	{Path: "/refunds/:id", Group: "read", Title: words.RefundTitle, Show: showRefund},
}

var refundActions = []page.Action{
	{
		Path: "/refunds/:id/approve", Group: "manage", Page: "/refunds/:id",
		Sure: sureRefund(words.ApproveRefund, words.SureGiveBack), Do: page.Does(words.DoneApproved, api.ApproveRefundAsAdmin),
	},
	{
		Path: "/refunds/:id/reject", Group: "manage", Page: "/refunds/:id",
		Sure: sureRefund(words.RejectRefund, words.SureEndRefund),
		Do:   page.Sends(words.DoneRejected, api.RejectRefundAsAdmin, reasonBody),
	},
	{
		Path: "/refunds/:id/complete", Group: "manage", Page: "/refunds/:id",
		Do: demanding(page.Sends("saved", api.CompleteRefund, reasonBody), "confirm"),
	},
	{
		Path: "/refunds/:id/fail", Group: "manage", Page: "/refunds/:id",
		Do: demanding(page.Sends("saved", api.FailRefund, reasonBody), "confirm"),
	},
}

func listRefunds(c *page.Context) (*page.Table, error) {
	query := c.MoneyFilter("status", "client_id", "transaction_id")
	query.Set("per_page", "50")
	return refundTable(c, query)
}

// refundTable lists the refunds that a query selects.
func refundTable(c *page.Context, query url.Values) (*page.Table, error) {
	list, err := api.ListAllRefunds(c, query)
	if err != nil {
		return nil, err
	}
	t := &page.Table{
		Columns: c.Titles(words.CreatedAt, words.OrderNumber, words.CustomerName, words.Reference, words.ID, words.Client,
			words.Status, words.Amount,
			words.RefundMethod, words.Transaction,
			words.Connection),
		Filters: slices.Concat([]page.Field{
			statusFilter(c, payment.RefundStatuses()...), clientFilter(c), {Name: "transaction_id", Label: c.T(words.Transaction)},
		}, c.DayFilters(), c.AmountFilters()),
		Total: list.Total, After: list.Next, Empty: c.T(words.RefundsEmpty),
	}
	for _, r := range list.Data {
		t.Add(c.Time(r.CreatedAt), page.ID(r.OrderNumber), page.Plain(r.CustomerName), page.ID(r.ExternalID),
			page.Plain(page.Key(r.ID)).To(c.Link("/refunds/"+page.Key(r.ID))),
			clientCell(c, r.ClientID, r.ClientName), c.RefundState(r.Refund), page.Rupiah(r.Amount),
			page.Plain(c.Word(words.RefundMethods, r.Method)),
			page.ID(r.TransactionID).To(transactionPath(c, r.TransactionID)), connectionCell(c, r.Connection))
	}
	withoutCustomers(c, t)
	return withNames(c, t, list.Data, func(r refundrows.AdminRefund) string { return r.ClientName }), nil
}

// refundsOf lists the refunds that a query selects below another thing's page; nil if there are none.
func refundsOf(c *page.Context, query url.Values, title words.Text, without ...words.Text) ([]page.Block, error) {
	t, err := refundTable(c, query)
	if err != nil || len(t.Rows) == 0 {
		return nil, err
	}
	t.Title = c.T(title)
	t.Without(without...)
	return []page.Block{t}, nil
}

func showRefund(c *page.Context) ([]page.Block, error) {
	r, err := api.GetRefundForAdmin(c, c.Param("id"))
	if err != nil {
		return nil, err
	}
	c.SetTitle(c.T(words.RefundNo, page.Key(r.ID)))
	left := []page.Block{c.RefundNotice(r.Refund)}
	if r.Status == payment.RefundStatusPending {
		awaited := words.RefundAwaitsOwner
		if r.Approval == payment.ApprovalAdmin {
			awaited = words.RefundAwaitsAdmin
		}
		left = append(left, page.Notice{Text: c.T(awaited), Tone: page.ToneWait})
	}
	reasons, told, err := explained(c, "refunds/"+page.Key(r.ID))
	if err != nil {
		return nil, err
	}
	left = append(left, c.RefundMoney(r.Refund))
	left = append(append(left, c.RefundFailureCodes(r.Refund)...), reasons, told)
	return []page.Block{
		c.RefundFigures(r.Refund),
		page.Columns{Left: left, Right: append(refundForms(c, r), refundDetails(c, r))},
	}, nil
}

func refundDetails(c *page.Context, r refundrows.AdminRefund) page.Details {
	d := c.RefundDetails(r.Refund, page.ID(r.TransactionID).To(transactionPath(c, r.TransactionID)))
	d.Pairs = append(d.Pairs,
		page.Pair{Label: c.T(words.Client), Value: clientCell(c, r.ClientID, r.ClientName)},
		page.Pair{Label: c.T(words.Channel), Value: page.Plain(r.ChannelCode)},
		page.Pair{Label: c.T(words.Connection), Value: connectionCell(c, r.Connection)},
		page.Pair{Label: c.T(words.RefundAttempts), Value: page.Number(r.Attempts)})
	for _, pair := range []page.Pair{
		{Label: c.T(words.RefundApproval), Value: page.Plain(c.Word(words.RefundApprovals, r.Approval))},
		{Label: c.T(words.ConnectionOfTransferBy), Value: connectionCell(c, r.PaidBy)},
		{Label: c.T(words.SubmittedAt), Value: c.TimeOr(r.SubmittedAt)},
		{Label: c.T(words.ProviderID), Value: page.ID(r.ProviderID)},
		{Label: c.T(words.ProviderReference), Value: page.ID(r.Reference)},
	} {
		if pair.Value.Text != "" {
			d.Pairs = append(d.Pairs, pair)
		}
	}
	return d
}

// refundForms offer what an administrator may decide about a refund in its state, and say in rupiah what it does.
func refundForms(c *page.Context, r refundrows.AdminRefund) []page.Block {
	if !c.May("manage") {
		return nil
	}
	path, amount := "/refunds/"+page.Key(r.ID), page.Rupiah(r.Amount).Text
	switch r.Status {
	case payment.RefundStatusPending:
		reject := danger(c, path+"/reject", words.RejectRefund, words.RejectRefundHint.With(amount), reasonField(c, true))
		if r.Approval != payment.ApprovalAdmin || r.To == nil {
			return []page.Block{reject}
		}
		hint := words.ApproveTransferHint.With(amount, page.RefundAccount(*r.To))
		return []page.Block{step(c, path+"/approve", words.ApproveRefund, hint), reject}
	case payment.RefundStatusProcessing:
		return []page.Block{
			danger(c, path+"/complete", words.CompleteRefundByHand, words.CompleteRefundHint.With(amount), reasonField(c, true), confirmField(c)),
			danger(c, path+"/fail", words.FailRefundByHand, words.FailRefundHint.With(amount), reasonField(c, true), confirmField(c)),
		}
	}
	return nil
}
