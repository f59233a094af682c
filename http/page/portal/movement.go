package portal

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"gateway/domain/words"
	"gateway/eventstore"
	"gateway/http/api"
	"gateway/http/page"
)

// movementsPerPage is also the number of rows that one request for the CSV file reads.
const movementsPerPage = 50

// listMovements shows the newest movements first. The API lists the oldest first, so the list starts at the last page.
func listMovements(c *page.Context) (*page.Table, error) {
	query := c.Filter("from", "to")
	query.Set("per_page", strconv.Itoa(movementsPerPage))
	list, err := page.Newest(c, query, api.ListMyBalanceHistory)
	return movementTable(c, list), err
}

func movementTable(c *page.Context, list api.List[api.BalanceHistory]) *page.Table {
	t := &page.Table{
		Columns: c.Titles(words.BookedAt, words.What, words.About, words.Change, words.BalanceAfter, words.Position),
		Filters: []page.Field{{Name: "from", Label: c.T(words.From), Kind: "date"}, {Name: "to", Label: c.T(words.To), Kind: "date"}},
		Total:   list.Total, After: list.Next, Empty: c.T(words.NoMovementsYet),
	}
	for _, m := range slices.Backward(list.Data.Lines) {
		t.Add(c.Time(m.At), page.Plain(c.Word(words.Events, m.Event.Type)).To(movementPath(c, m)), page.ID(m.Reference).To(subjectPath(c, m)),
			page.Rupiah(m.Amount), page.Rupiah(m.BalanceAfter), page.ID(strconv.FormatInt(m.Position, 10)))
	}
	return t
}

// movementPath is the page that explains a movement. The page finds the movement by its time.
func movementPath(c *page.Context, m api.ProvenMovement) string {
	return c.Link("/balance/movements/" + strconv.FormatInt(m.Position, 10) + "?" + url.Values{"at": {page.Instant(m.At)}}.Encode())
}

// withoutSubject are the kinds of movements that belong to no payment or payout.
var withoutSubject = []string{"balance.adjusted", "balance.written_off", "balance.write_off_recovered"}

// subjectPath is the page of the payment, payout or slip that a movement belongs to; empty for a correction.
func subjectPath(c *page.Context, m api.ProvenMovement) string {
	payout := page.DataOf([]byte(m.Event.Data))
	switch {
	case payout.ID > 0 && (payout.Kind == "withdrawal" || payout.Kind == "settlement"):
		return c.Link("/" + payout.Kind + "s/" + strconv.FormatInt(payout.ID, 10))
	case strings.HasPrefix(m.Kind, "refund."), strings.HasPrefix(m.Kind, "dispute."),
		strings.HasPrefix(m.Kind, "balance.") && !slices.Contains(withoutSubject, m.Kind):
		return paymentPath(c, m.Reference)
	}
	switch m.Kind {
	case "withholding_slip.approved":
		return c.Link(slipsPath + "/" + url.PathEscape(m.Reference))
	case "withholding_slip.corrected": // of all slips of a month
		return c.Link(slipsPath)
	}
	return ""
}

// showMovement explains an amount: the movement, its postings, the event, and the request and person behind it.
func showMovement(c *page.Context) ([]page.Block, error) {
	m, h, err := findMovement(c)
	if err != nil {
		return nil, err
	}
	details := movementDetails(c, m)
	postings := &page.Table{Title: c.T(words.WhatMoved), Columns: c.Titles(words.LedgerAccount, words.Amount)}
	for _, p := range m.Postings {
		postings.Add(page.Plain(c.AccountWord(p.Account)), page.Rupiah(p.Amount))
	}
	proof := strings.Join(append([]string{h.Checkpoint}, m.Proof...), "\n")
	return []page.Block{
		page.Figures{Figures: []page.Figure{
			{Label: c.T(words.Change), Value: page.Rupiah(m.Amount), Hint: c.Word(words.Events, m.Event.Type)},
			{Label: c.T(words.BalanceAfter), Value: page.Rupiah(m.BalanceAfter)},
		}},
		page.Columns{
			Left: []page.Block{postings},
			Right: []page.Block{details, page.Technical{Blocks: []page.Block{
				technicalDetails(c, m),
				page.Text{Title: c.T(words.EventData), Text: page.Indented(m.Event.Data)},
				page.Text{Title: c.T(words.ProofOfEvent), Text: proof},
				page.Notice{Text: c.T(words.ProofHint)},
			}}},
		},
	}, nil
}

// findMovement asks for the movements at the instant in the page's address.
func findMovement(c *page.Context) (found api.ProvenMovement, h api.BalanceHistory, err error) {
	at := c.Query.Get("at")
	if at == "" {
		return found, h, page.NotFound
	}
	list, err := api.ListMyBalanceHistory(c, url.Values{"from": {at}, "to": {at}, "per_page": {"100"}})
	found, err = page.Find(list.Data.Lines, err, c.Param("position"), func(m api.ProvenMovement) string { return page.Key(m.Position) })
	return found, list.Data, err
}

func movementDetails(c *page.Context, m api.ProvenMovement) page.Details {
	d := page.Details{Title: c.T(words.TheEvent), Pairs: []page.Pair{
		{Label: c.T(words.About), Value: page.ID(m.Reference).To(subjectPath(c, m))},
		{Label: c.T(words.BookedAt), Value: c.Time(m.At)},
		{Label: c.T(words.ValueDate), Value: c.Time(m.ValueDate)},
		{Label: c.T(words.By), Value: c.Actor(m.Who)},
	}}
	for _, one := range []struct {
		label words.Text
		cell  page.Cell
	}{
		{words.Approver, c.Actor(m.ApprovedBy)},
		{words.Reason, page.Plain(c.Word(words.RefundReasons, m.Why))},
	} {
		if one.cell.Text != "" {
			d.Pairs = append(d.Pairs, page.Pair{Label: c.T(one.label), Value: one.cell})
		}
	}
	return d
}

// technicalDetails are the names and numbers of the movement in the log.
func technicalDetails(c *page.Context, m api.ProvenMovement) page.Details {
	return page.Details{Pairs: []page.Pair{
		{Label: c.T(words.Event), Value: page.ID(m.Event.Type)},
		{Label: c.T(words.RequestNumber), Value: page.ID(eventstore.ParseMetadata([]byte(m.Event.Metadata)).RequestID)},
		{Label: c.T(words.Position), Value: page.ID(strconv.FormatInt(m.Position, 10))},
		{Label: c.T(words.StreamWord), Value: page.ID(m.Event.Stream + " #" + strconv.FormatInt(m.Event.Revision, 10))},
		{Label: c.T(words.EventIDWord), Value: page.ID(m.Event.ID)},
		{Label: c.T(words.LeafNumber), Value: page.ID(strconv.FormatInt(m.Leaf, 10))},
	}}
}
