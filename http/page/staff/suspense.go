package staff

import (
	"net/url"
	"slices"

	"gateway/domain/payment"
	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
	"gateway/projections/readmodel/paymentrows"
)

var suspensePages = []page.Page{
	{Path: "/suspense", Group: "books", Section: words.WorkSection, Nav: words.Suspense, Table: listSuspense},
	{Path: "/suspense/:id", Group: "books", Title: words.SuspenseTitle, Show: showSuspense},
}

var suspenseActions = []page.Action{
	{
		Path: "/suspense/:id/release", Group: "manage", Page: "/suspense/:id",
		Sure: sureSuspense(words.Release, words.SureRelease), Do: page.Sends("saved", api.ReleaseSuspense, reasonBody),
	},
	{
		Path: "/suspense/:id/refund", Group: "manage", Page: "/suspense/:id",
		Sure: sureSuspense(words.Refund, words.SureRefund), Do: page.Sends("saved", api.RefundSuspense, refundBody),
	},
	{Path: "/suspense/:id/reopen", Group: "manage", Page: "/suspense/:id", Do: page.Sends("saved", api.ReopenSuspense, reasonBody)},
}

func listSuspense(c *page.Context) (*page.Table, error) {
	query := c.MoneyFilter("status")
	query.Set("per_page", "50")
	list, err := api.ListSuspense(c, query)
	if err != nil {
		return nil, err
	}
	t := &page.Table{
		Columns: c.Titles(words.CreatedAt, words.OrderNumber, words.CustomerName, words.ID, words.Client, words.Reason, words.AmountDue,
			words.AmountReceived, words.Status),
		Filters: slices.Concat([]page.Field{statusFilter(c, payment.SuspenseStatuses()...)}, c.DayFilters(), c.AmountFilters()),
		Total:   list.Total, After: list.Next, Empty: c.T(words.SuspenseEmpty),
		Choosers: choosers(c, releaseChosen, refundChosen),
	}
	for _, s := range list.Data {
		t.Add(c.Time(s.CreatedAt), page.ID(s.OrderNumber), page.Plain(s.CustomerName),
			page.Plain(page.Key(s.ID)).To(c.Link("/suspense/"+page.Key(s.ID))), clientCell(c, s.ClientID, s.ClientName),
			page.Plain(c.Word(words.SuspenseReasons, s.Reason)), page.Rupiah(s.Amount), page.Rupiah(s.PaidAmount), c.State(s.Status))
		offerSuspense(c, t, s)
	}
	withoutCustomers(c, t)
	return withNames(c, t, list.Data, func(s paymentrows.SuspenseItem) string { return s.ClientName }), nil
}

func showSuspense(c *page.Context) ([]page.Block, error) {
	path := "/suspense/" + url.PathEscape(c.Param("id"))
	s, err := api.GetSuspense(c, c.Param("id"))
	if err != nil {
		return nil, err
	}
	c.SetTitle(c.T(words.SuspenseTitle) + " " + page.Key(s.ID))
	blocks := []page.Block{suspenseFigures(c, s)}
	forms := suspenseForms(c, path, s)
	if len(forms) == 0 || !c.May("manage") {
		return append(blocks, suspenseDetails(c, s)), nil
	}
	return append(blocks, page.Columns{Left: []page.Block{suspenseDetails(c, s)}, Right: forms}), nil
}

func suspenseFigures(c *page.Context, s paymentrows.SuspenseItem) page.Figures {
	figures := []page.Figure{
		{Label: c.T(words.Status), Value: c.State(s.Status)},
		{Label: c.T(words.AmountDue), Value: page.Rupiah(s.Amount)},
		{Label: c.T(words.AmountReceived), Value: page.Rupiah(s.PaidAmount)},
	}
	if s.ReversedAmount.IsPositive() {
		figures = append(figures, page.Figure{Label: c.T(words.TakenBack), Value: page.Rupiah(s.ReversedAmount)})
	}
	return page.Figures{Figures: figures}
}

func suspenseDetails(c *page.Context, s paymentrows.SuspenseItem) page.Details {
	return page.Details{Title: c.T(words.Facts), Pairs: []page.Pair{
		{Label: c.T(words.Transaction), Value: page.ID(s.TransactionID).To(transactionPath(c, s.TransactionID))},
		{Label: c.T(words.Client), Value: clientCell(c, s.ClientID, s.ClientName)},
		{Label: c.T(words.Reason), Value: page.Plain(c.Word(words.SuspenseReasons, s.Reason))},
		{Label: c.T(words.Channel), Value: page.ID(s.PaymentChannel)},
		{Label: c.T(words.PaidAt), Value: c.Time(s.PaidAt)},
		{Label: c.T(words.ProviderID), Value: page.ID(s.ProviderID)},
		{Label: c.T(words.ProviderPayment), Value: page.ID(s.ProviderPaymentID)},
		{Label: c.T(words.DecidedBy), Value: page.Plain(textOf(s.ResolvedBy))},
		{Label: c.T(words.Resolution), Value: page.Plain(textOf(s.Resolution))},
		{Label: c.T(words.UpdatedAt), Value: c.Time(s.UpdatedAt)},
	}}
}

// suspenseForms offer the possible decisions: on an open item, and on a refund that the provider has not fully listed.
func suspenseForms(c *page.Context, path string, s paymentrows.SuspenseItem) []page.Block {
	switch {
	case s.Status == paymentrows.SuspenseOpen:
		return []page.Block{
			step(c, path+"/release", words.Release, words.ReleaseHint, reasonField(c, true)),
			danger(c, path+"/refund", words.Refund, words.RefundHint, reasonField(c, true), page.Field{
				Name:  "by_hand",
				Label: c.T(words.RefundByHand), Kind: "check",
			}),
		}
	case s.Status == paymentrows.SuspenseRefunded && s.PaidFrom == payment.RefundFromProvider && s.ReversedAmount.LessThan(s.PaidAmount):
		return []page.Block{step(c, path+"/reopen", words.Reopen, words.ReopenHint, reasonField(c, true))}
	}
	return nil
}

func refundBody(c *page.Context) any {
	return page.Body{"reason": c.Field("reason"), "by_hand": c.Field("by_hand") == "true"}
}
