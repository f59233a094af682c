package portal

import (
	"net/url"
	"slices"

	"gateway/domain/payment"
	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
	"gateway/projections/readmodel/disputerows"
	"gateway/projections/readmodel/paymentrows"
)

var disputePages = []page.Page{
	{Path: "/disputes", Group: "read_money", Section: words.MoneySection, Nav: words.Disputes, Table: listDisputes},
	{Path: "/disputes/:id", Group: "read_money", Title: words.DisputeTitle, Show: showDispute},
	{Path: "/disputes/:id/files/:hash", Group: "read_money", Title: words.DisputeTitle, File: downloadEvidence},
}

var disputeActions = []page.Action{
	{Path: "/disputes/:id/evidence", Group: "disputes", Page: "/disputes/:id", Files: true, Do: answerDispute},
	{Path: "/disputes/:id/accept", Group: "disputes", Page: "/disputes/:id", Do: acceptDispute},
}

func listDisputes(c *page.Context) (*page.Table, error) {
	query := c.Filter("status", "transaction_id", "order")
	query.Set("per_page", "50")
	return disputeTable(c, query)
}

// disputeTable lists the client's disputes that a query selects.
func disputeTable(c *page.Context, query url.Values) (*page.Table, error) {
	list, err := api.ListDisputes(c, query)
	if err != nil {
		return nil, err
	}
	t := &page.Table{
		Columns: c.Titles(words.DisputeDueBy, words.OrderNumber, words.CustomerName, words.ID, words.Status, words.DisputedAmount,
			words.DisputeReason, words.DisputeAnswered,
			words.Transaction, words.DisputeOpened),
		Filters: []page.Field{
			{Name: "status", Label: c.T(words.Status), Options: c.Choices(words.States, payment.DisputeStatuses()...)},
			c.DisputeOrders(),
			{Name: "transaction_id", Label: c.T(words.Transaction)},
		},
		Total: list.Total, After: list.Next, Empty: c.T(words.NoDisputesYet),
	}
	for _, d := range list.Data {
		id := page.Key(d.ID)
		name := page.Cell{Text: c.T(words.DisputeNo, id), Raw: id}
		t.Add(c.DisputeDue(d), page.ID(d.OrderNumber), page.Plain(d.CustomerName), name.To(disputePath(c, d.ID)), c.State(d.Status),
			page.Rupiah(d.Amount), c.DisputeReason(d),
			c.TimeOr(d.AnsweredAt), page.ID(d.TransactionID).To(paymentPath(c, d.TransactionID)), c.Time(d.CreatedAt))
	}
	return t, nil
}

func disputePath(c *page.Context, id int64) string { return c.Link("/disputes/" + page.Key(id)) }

// disputesOf lists the disputes of a payment; nil if there are none.
func disputesOf(c *page.Context, p paymentrows.Transaction) ([]page.Block, error) {
	if !isRefundable(p) || p.Channel == paymentrows.ChannelRecorded {
		return nil, nil
	}
	table, err := disputeTable(c, url.Values{"transaction_id": {p.TransactionID}, "per_page": {"100"}})
	if err != nil || len(table.Rows) == 0 {
		return nil, err
	}
	table.Title, table.Filters = c.T(words.DisputesOfPayment), nil
	return []page.Block{table.Without(words.Transaction, words.DisputeOpened)}, nil
}

func showDispute(c *page.Context) ([]page.Block, error) {
	d, err := api.GetDispute(c, c.Param("id"))
	if err != nil {
		return nil, err
	}
	told, err := api.GetTimeline(c, "disputes/"+page.Key(d.ID), c.TimelineQuery())
	if err != nil {
		return nil, err
	}
	c.SetTitle(c.T(words.DisputeNo, page.Key(d.ID)))
	left := slices.Concat([]page.Block{c.DisputeNotice(d), c.DisputeNext(d)}, c.DisputeAnswers(d), toldBlocks(c, told))
	details := c.DisputeDetails(d, page.ID(d.TransactionID).To(paymentPath(c, d.TransactionID)))
	right := slices.Concat(disputeForms(c, d), playForms(c, d), []page.Block{details}, callbackLinks(c, "disputes/"+page.Key(d.ID)))
	return []page.Block{c.DisputeFigures(d), page.Columns{Left: left, Right: right}}, nil
}

// downloadEvidence answers with a file of an answer.
func downloadEvidence(c *page.Context) error {
	return c.Raw("/disputes/" + url.PathEscape(c.Param("id")) + "/files/" + url.PathEscape(c.Param("hash")))
}

// maxUrgent is how many disputes the home page names one by one.
const maxUrgent = 5

// urgentDisputes adds a step for each dispute that needs an answer, the most urgent first, and one for all if there are more.
func urgentDisputes(c *page.Context, steps *page.Steps) error {
	open, err := api.ListDisputes(c, url.Values{"order": {disputerows.OrderDue}, "per_page": {"100"}})
	if err != nil {
		return err
	}
	unanswered := slices.DeleteFunc(open.Data, func(d api.Dispute) bool { return d.AnsweredAt != nil || !page.IsAnswerable(d, c.Now()) })
	for _, d := range unanswered[:min(len(unanswered), maxUrgent)] {
		steps.Add(page.Step{
			Text: c.T(words.DisputeToAnswer, page.Key(d.ID), page.Rupiah(d.Amount).Text, c.DisputeDue(d).Text), Hint: c.T(words.DisputeToAnswerTip),
			Tone: page.ToneBad, Path: disputePath(c, d.ID),
		})
	}
	if len(unanswered) > maxUrgent {
		steps.Add(page.Step{
			Text: c.T(words.DisputesToAnswer, open.Total), Hint: c.T(words.DisputeToAnswerTip), Tone: page.ToneBad,
			Path: c.Link("/disputes?order=due"),
		})
	}
	return nil
}
