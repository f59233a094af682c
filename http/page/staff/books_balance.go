package staff

import (
	"net/url"
	"slices"
	"strconv"
	"time"

	"gateway/domain/statement"
	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
)

// balanceAt is the page of a client's balance at one moment, with the movements since another. Empty moments
// mean now and the start of the log.
func balanceAt(c *page.Context, client int64, at, since string) string {
	return c.Link("/clients/"+page.Key(client)+"/balance") + moments(at, since)
}

func moments(at, since string) string {
	query := url.Values{}
	for name, value := range map[string]string{"at": at, "since": since} {
		if value != "" {
			query.Set(name, value)
		}
	}
	if len(query) == 0 {
		return ""
	}
	return "?" + query.Encode()
}

// askBalance asks for a client's money at a moment; empty means now.
func askBalance(c *page.Context, id, at string) (api.Balance, error) {
	query := url.Values{}
	if at != "" {
		query.Set("at", at)
	}
	return api.GetBalanceOfClient(c, id, query)
}

// showBalance is the time machine of a client's balance. It shows the balance at one moment, and how it changed
// since another.
func showBalance(c *page.Context) ([]page.Block, error) {
	id, at, since := c.Param("id"), c.Moment("at"), c.Moment("since")
	if err := c.CheckOrder(); err != nil {
		return nil, err
	}
	cl, err := api.GetClient(c, id)
	if err != nil {
		return nil, err
	}
	then, err := askBalance(c, id, at)
	if err != nil {
		return nil, err
	}
	figures := c.BalanceFigures(then, "")
	if since != "" {
		before, err := askBalance(c, id, since)
		if err != nil {
			return nil, err
		}
		figures = c.Compared(figures, c.BalanceFigures(before, ""))
	}
	chart, err := monthChart(c, id, at, then)
	if err != nil {
		return nil, err
	}
	machine := c.TimeMachine(cl.CreatedAt)
	return []page.Block{
		page.Heading{Text: cl.Name, Hint: c.MomentText(at, since)},
		machine, figures, chart, balanceLinks(c, id),
		page.Heading{Text: c.T(words.Movements), Hint: c.T(words.MovementsWhy)},
	}, nil
}

// monthChart shows the balance at the end of each day of the month before the moment, and at the moment.
func monthChart(c *page.Context, id, at string, then api.Balance) (page.Chart, error) {
	moment := c.Now()
	if t, err := time.Parse(time.RFC3339Nano, at); err == nil && t.Before(moment) {
		moment = t.In(moment.Location())
	}
	s, err := api.GetStatementOfClient(c, id, page.InMonth(moment.Format("2006-01")))
	chart := c.DaysChart(c.T(words.BalanceIn, c.Month(moment)), s.Days[:min(len(s.Days), moment.Day()-1)])
	chart.Points = append(chart.Points, page.Point{Label: c.Day(moment.Format(time.DateOnly)), Value: then.Total})
	return chart, err
}

func balanceLinks(c *page.Context, id string) page.Links {
	client := c.Link("/clients/" + url.PathEscape(id))
	return page.Links{Links: []page.Link{
		{Text: c.T(words.Statements), Path: client + "/statement"},
		{Text: c.T(words.WhatIfTitle), Path: client + "/what-if"},
		{Text: c.T(words.LogOfClient), Path: logAddress(c, "client_id", id)},
		{Text: c.T(words.ClientTitle), Path: client},
	}}
}

// movementsPerPage is also the number of rows that one request for the CSV file reads.
const movementsPerPage = "50"

// listMovements shows what changed the balance between the moments, newest first, each with the parts of its
// change: gross - fee - VAT.
func listMovements(c *page.Context) (*page.Table, error) {
	if err := c.CheckOrder(); err != nil {
		return nil, err
	}
	query := c.Between(c.Moment("since"), c.Moment("at"))
	query.Set("per_page", movementsPerPage)
	query.Set("after", c.Query.Get("after"))
	list, err := page.Newest(c, query, func(to api.Caller, query url.Values) (api.List[[]api.Movement], error) {
		return api.ListBalanceHistoryOfClient(to, c.Param("id"), query)
	})
	if err != nil {
		return nil, err
	}
	id, err := strconv.ParseInt(c.Param("id"), 10, 64)
	if err != nil {
		return nil, err
	}
	t := &page.Table{
		Columns: c.Titles(words.BookedAt, words.What, words.About, words.Change, words.Gross, words.Fee, words.VAT,
			words.BalanceAfter, words.By, words.Approver, words.Reason, words.Explain),
		Total: list.Total, After: list.Next, Empty: c.T(words.NoMovementsThen), Dense: true,
	}
	for _, m := range slices.Backward(list.Data) {
		path, parts := eventPath(c)(m.Position), statement.AmountsOf(id, m.Postings)
		t.Add(c.Time(m.At), page.Plain(c.EventWord(m.Kind)), page.ID(m.Reference), page.Rupiah(m.Amount).To(path),
			page.Rupiah(parts.Gross), page.Rupiah(parts.Fee), page.Rupiah(parts.VAT), page.Rupiah(m.BalanceAfter),
			c.Actor(m.Who), c.Actor(m.ApprovedBy), page.Plain(c.Word(words.RefundReasons, m.Why)), page.ID(page.Key(m.Position)).To(path))
	}
	return t, nil
}
