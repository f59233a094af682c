package portal

import (
	"net/url"
	"slices"

	"gateway/domain/payment"
	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
)

var refundPages = []page.Page{
	{Path: "/refunds", Group: "read_money", Section: words.MoneySection, Nav: words.Refunds, Table: listRefunds},
	{Path: "/refunds/:id", Group: "read_money", Title: words.RefundTitle, Show: showRefund},
}

var refundActions = []page.Action{
	{Path: "/payments/:id/refund", Group: "refunds", Page: "/payments/:id", Do: askRefund},
	{
		Path: "/refunds/:id/approve", Group: "refunds", Page: "/refunds/:id",
		Sure: sureRefund(words.ApproveRefund, words.SureGiveBack), Do: page.Does(words.DoneApproved, api.ApproveRefund),
	},
	{
		Path: "/refunds/:id/reject", Group: "refunds", Page: "/refunds/:id",
		Sure: sureRefund(words.RejectRefund, words.SureEndRefund), Do: page.Sends(words.DoneRejected, api.RejectRefund, rejectBody),
	},
	{
		Path: "/refunds/:id/cancel", Group: "refunds", Page: "/refunds/:id",
		Sure: sureRefund(words.CancelRefund, words.SureEndRefund), Do: page.Does(words.DoneCancelled, api.CancelRefund),
	},
	{
		Path: "/refunds/:id/complete", Group: "sandbox_money", Page: "/refunds/:id",
		Do: page.Does(words.DoneSent, api.SandboxCompleteRefund),
	},
	{Path: "/refunds/:id/fail", Group: "sandbox_money", Page: "/refunds/:id", Do: page.Does(words.DoneSent, api.SandboxFailRefund)},
	{Path: "/refunds/:id/bounce", Group: "sandbox_money", Page: "/refunds/:id", Do: page.Does(words.DoneSent, api.SandboxBounceRefund)},
}

func rejectBody(c *page.Context) any { return page.Body{"reason": c.Field("reason")} }

func listRefunds(c *page.Context) (*page.Table, error) {
	query := c.MoneyFilter("status", "transaction_id")
	query.Set("per_page", "50")
	return refundTable(c, query)
}

// refundTable lists the client's refunds that a query selects.
func refundTable(c *page.Context, query url.Values) (*page.Table, error) {
	list, err := api.ListRefunds(c, query)
	if err != nil {
		return nil, err
	}
	t := &page.Table{
		Columns: c.Titles(words.CreatedAt, words.OrderNumber, words.CustomerName, words.Reference, words.ID, words.Status, words.RefundAmount,
			words.RefundFee, words.RefundMethod,
			words.CustomerHasMoney, words.Transaction),
		Filters: slices.Concat([]page.Field{
			{Name: "status", Label: c.T(words.Status), Options: c.Choices(words.States, payment.RefundStatuses()...)},
			{Name: "transaction_id", Label: c.T(words.Transaction)},
		}, c.DayFilters(), c.AmountFilters()),
		Total: list.Total, After: list.Next, Empty: c.T(words.NoRefundsYet),
	}
	for _, r := range list.Data {
		id := page.Key(r.ID)
		name := page.Cell{Text: c.T(words.RefundNo, id), Raw: id}
		t.Add(c.Time(r.CreatedAt), page.ID(r.OrderNumber), page.Plain(r.CustomerName), page.ID(r.ExternalID),
			name.To(c.Link("/refunds/"+id)), c.RefundState(r), page.Rupiah(r.Amount),
			page.Rupiah(r.Fee),
			page.Plain(c.Word(words.RefundMethods, r.Method)), c.RefundArrival(r), page.ID(r.TransactionID).To(paymentPath(c, r.TransactionID)))
	}
	return t, nil
}

func showRefund(c *page.Context) ([]page.Block, error) {
	r, err := api.GetRefund(c, c.Param("id"))
	if err != nil {
		return nil, err
	}
	id := page.Key(r.ID)
	told, err := api.GetTimeline(c, "refunds/"+id, c.TimelineQuery())
	if err != nil {
		return nil, err
	}
	c.SetTitle(c.T(words.RefundNo, id))
	left := []page.Block{c.RefundNotice(r)}
	if r.Status == payment.RefundStatusPending {
		left = append(left, page.Notice{Text: c.T(awaited(r)), Tone: page.ToneWait})
	}
	left = append(append(left, c.RefundMoney(r)), c.RefundFailureCodes(r)...)
	left = append(left, toldBlocks(c, told)...)
	right := append(refundForms(c, r), c.RefundDetails(r, page.ID(r.TransactionID).To(paymentPath(c, r.TransactionID))))
	if sent := string(r.Metadata); sent != "" && sent != "null" {
		right = append(right, page.Text{Title: c.T(words.Metadata), Text: page.Indented(sent)})
	}
	right = append(right, callbackLinks(c, "refunds/"+id)...)
	return []page.Block{c.RefundFigures(r), page.Columns{Left: left, Right: right}}, nil
}

// awaited says who approves a pending refund: a transfer waits for the operator's people, what goes back to where it
// came from for the client's own.
func awaited(r api.Refund) words.Text {
	if r.Method == payment.MethodTransfer {
		return words.RefundAwaitsAdmin
	}
	return words.RefundAwaitsOwner
}

// refundForms offer what the person may do with the refund now, and say in rupiah what it does.
func refundForms(c *page.Context, r api.Refund) (forms []page.Block) {
	path, amount := "/refunds/"+page.Key(r.ID), page.Rupiah(r.Amount).Text
	if r.Status == payment.RefundStatusPending && c.May("refunds") {
		if r.Method != payment.MethodTransfer {
			forms = append(forms,
				page.Form{
					Title: c.T(words.ApproveRefund), Hint: c.T(words.ApproveRefundHint, amount), Action: path + "/approve",
					Submit: c.T(words.ApproveRefund),
				},
				page.Form{
					Title: c.T(words.RejectRefund), Hint: c.T(words.RejectRefundHint, amount), Action: path + "/reject",
					Submit: c.T(words.RejectRefund), Danger: true,
					Fields: []page.Field{{Name: "reason", Label: c.T(words.Reason), Required: true}},
				})
		}
		forms = append(forms, page.Form{
			Title: c.T(words.CancelRefund), Hint: c.T(words.CancelRefundHint, amount), Action: path + "/cancel",
			Submit: c.T(words.CancelRefund), Danger: true,
		})
	}
	if !c.Sandbox() || !c.May("sandbox_money") {
		return forms
	}
	switch {
	case r.Status == payment.RefundStatusProcessing:
		forms = append(forms,
			page.Form{Title: c.T(words.PlayProviderRefund), Action: path + "/complete", Submit: c.T(words.PlayRefundComplete)},
			page.Form{Action: path + "/fail", Submit: c.T(words.PlayRefundFail), Inline: true, Danger: true})
	case r.Status == payment.RefundStatusSucceeded && r.Method != payment.MethodVoid: // a void does not bounce
		forms = append(forms, page.Form{
			Title: c.T(words.PlayProviderRefund), Action: path + "/bounce", Submit: c.T(words.PlayRefundBounce), Danger: true,
		})
	}
	return forms
}
