package staff

import (
	"net/url"
	"strings"

	"gateway/domain/approval"
	"gateway/domain/period"
	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
	"gateway/http/service/periodservice"
)

const monthsPath = "/months"

var monthPages = []page.Page{
	{
		Path: monthsPath, Group: "books", Section: words.BooksSection, Nav: words.MonthsTitle, Show: monthsHead, Table: listMonths, Still: true,
	},
	{Path: monthsPath + "/:id", Group: "books", Title: words.MonthsTitle, Show: showMonth, Still: true},
	{Path: monthsPath + "/:id/statement", Group: "books", Title: words.MonthsTitle, File: downloadMonthStatement},
	{Path: monthsPath + "/:id/package", Group: "read_bank", Title: words.MonthsTitle, File: downloadPackage},
	{Path: monthsPath + "/:id/late", Group: "books", Title: words.LateTitle, Table: listLate, Still: true},
}

var monthActions = []page.Action{
	{Path: monthsPath + "/:id/check", Group: "audit", Page: monthsPath + "/:id", Do: checkMonth},
	{Path: monthsPath + "/:id/close", Group: "manage", Page: monthsPath + "/:id", Do: demanding(closeMonth, "confirm")},
}

// monthPath is the page of a month, below the site's prefix.
func monthPath(month string) string { return monthsPath + "/" + url.PathEscape(month) }

func monthsHead(c *page.Context) ([]page.Block, error) {
	return []page.Block{page.Notice{Text: c.T(words.MonthsHint), Tone: page.ToneQuiet}}, nil
}

func listMonths(c *page.Context) (*page.Table, error) {
	months, err := api.ListPeriods(c)
	if err != nil {
		return nil, err
	}
	t := &page.Table{
		Columns: c.Titles(words.MonthField, words.Status, words.MonthUntil, words.ClosedAt, words.AskedBy, words.Approver, words.MonthHash),
		Empty:   c.T(words.MonthsEmpty),
	}
	for _, m := range months {
		name := page.Plain(c.MonthOf(m.Period)).To(c.Link(monthPath(m.Period)))
		name.Raw = m.Period
		t.Add(name, c.State(m.Status), c.Time(m.Until), c.TimeOr(m.ClosedAt), c.Actor(textOf(m.By)), c.Actor(textOf(m.ApprovedBy)),
			page.ID(textOf(m.Hash)))
	}
	return t, t.Part(c, perPage)
}

// showMonth shows the checklist of an open month with what can be done, or what the log has of a closed one.
func showMonth(c *page.Context) ([]page.Block, error) {
	// A run that ends meanwhile is in the checklist, which is asked for after it.
	running, err := runningChecks(c)
	if err != nil {
		return nil, err
	}
	m, err := api.GetPeriod(c, c.Param("id"))
	if err != nil {
		return nil, err
	}
	c.SetTitle(c.T(words.MonthTitle, c.MonthOf(m.Period)))
	switch m.Status {
	case period.StatusClosed:
		return closedMonth(c, m)
	case period.StatusRunning:
		return []page.Block{page.Notice{Text: c.T(words.MonthNotOver, c.Time(m.Until).Text), Tone: page.ToneWait}, checklist(c, m)}, nil
	}
	return openMonth(c, m, running)
}

func openMonth(c *page.Context, m api.PeriodDetail, running []page.Block) ([]page.Block, error) {
	blocks := []page.Block{monthNotice(c, m)}
	asked, err := closingsAsked(c, m.Period)
	if err != nil {
		return nil, err
	}
	blocks = append(blocks, asked...)
	blocks = append(append(blocks, checklist(c, m)), running...)
	if len(running) > 0 {
		c.Follow()
	} else {
		blocks = append(blocks, checkForms(c, m)...)
	}
	if found := findingsOf(c, m); len(found.Rows) > 0 {
		blocks = append(blocks, found)
	}
	blocks = append(blocks, monthBalance(c, words.AsItWouldClose, m.TrialBalance))
	if m.Ready && len(asked) == 0 && c.May("manage") {
		blocks = append(blocks, closeForm(c, m))
	}
	return blocks, nil
}

// monthNotice says how far an open month is from its closing.
func monthNotice(c *page.Context, m api.PeriodDetail) page.Notice {
	switch {
	case !m.Ready:
		return page.Notice{Text: c.T(words.MonthToDo), Tone: page.ToneWait}
	case len(allFindings(m)) > 0:
		return page.Notice{Text: c.T(words.MonthFound), Tone: page.ToneWait}
	}
	return page.Notice{Text: c.T(words.MonthReady), Tone: page.ToneGood}
}

// closingsAsked links to the approvals that wait for the closing of a month.
func closingsAsked(c *page.Context, month string) ([]page.Block, error) {
	list, err := api.ListApprovals(c, url.Values{"status": {approval.StatusRequested}, "per_page": {"100"}})
	if err != nil {
		return nil, err
	}
	links := page.Links{Main: true}
	for _, a := range list.Data {
		if a.Subject == monthSubject+"/"+month {
			links.Links = append(links.Links, page.Link{Text: c.T(words.SeeApproval, a.ID), Path: c.Link(approvalsPath + "/" + page.Key(a.ID))})
		}
	}
	if len(links.Links) == 0 {
		return nil, nil
	}
	return []page.Block{page.Notice{Text: c.T(words.MonthAsked), Tone: page.ToneWait}, links}, nil
}

// checklist lists the checks of a month: which are made, and what is to be done for the others.
func checklist(c *page.Context, m api.PeriodDetail) *page.Table {
	t := &page.Table{Title: c.T(words.Checklist), Columns: c.Titles(words.CheckWord, words.Status, words.WhatToDo, words.CheckRun)}
	for _, check := range m.Checks {
		report := page.Cell{}
		if n := len(check.Runs); n > 0 {
			report = runCell(c, check.Runs[n-1])
		}
		t.Add(page.Plain(checkName(c, check)), c.State(check.State), todoCell(c, check), report)
	}
	return t
}

// runCell links to the report of an audit run.
func runCell(c *page.Context, id int64) page.Cell {
	return page.Plain(page.Key(id)).To(c.Link("/audit-runs/" + page.Key(id)))
}

// checkName is the word for a check. That of a closed month has the name of its connection in its own name.
func checkName(c *page.Context, check periodservice.Check) string {
	name, connection, _ := strings.Cut(check.Name, " ")
	if check.Connection != "" {
		connection = check.Connection
	}
	switch name {
	case periodservice.CheckOver:
		return c.T(words.CheckOver)
	case periodservice.CheckEarlier:
		return c.T(words.CheckEarlierIs)
	case periodservice.CheckVerify:
		return c.T(words.CheckVerify)
	case periodservice.CheckReconcile:
		return c.T(words.CheckReconcile, connection)
	}
	return check.Name
}

// todoCell says what is to be done for a check, with a link to where it is done.
func todoCell(c *page.Context, check periodservice.Check) page.Cell {
	if check.TodoCode == "" {
		return page.Cell{}
	}
	text := c.Word(words.CheckTodos, check.TodoCode)
	if missing := missingText(c, check); missing != "" {
		text += " " + missing
	}
	cell := page.Prose(text)
	switch check.TodoCode {
	case periodservice.TodoEarlier:
		if len(check.Missing) > 0 {
			cell = cell.To(c.Link(monthPath(check.Missing[0])))
		}
	case periodservice.TodoTooMany:
		if n := len(check.Runs); n > 0 {
			cell = cell.To(c.Link("/audit-runs/" + page.Key(check.Runs[n-1])))
		}
	case periodservice.TodoVerify, periodservice.TodoCompare:
		cell = cell.To(c.Link("/audit-runs"))
	}
	return cell
}

// missingText names the earlier month, or the first and the last of the days.
func missingText(c *page.Context, check periodservice.Check) string {
	n := len(check.Missing)
	switch {
	case n == 0:
		return ""
	case check.TodoCode == periodservice.TodoEarlier:
		return c.MonthOf(check.Missing[0])
	}
	return daysText(c, check.Missing[0], check.Missing[n-1])
}

func daysText(c *page.Context, from, to string) string {
	if from == to {
		return c.Date(from).Text
	}
	return c.T(words.FromTo, c.Date(from).Text, c.Date(to).Text)
}

// monthBalance shows a trial balance, with the sums of all accounts at its end.
func monthBalance(c *page.Context, title words.Text, lines []period.Line) *page.Table {
	t := &page.Table{
		Title: c.T(title), Empty: c.T(words.NothingBooked),
		Columns: c.Titles(words.LedgerAccount, words.ID, words.OpeningBalance, words.Debit, words.Credit, words.ClosingBalance),
	}
	for _, l := range lines {
		t.Add(page.Plain(accountTitle(c, l.Account)), page.ID(l.Account), page.Rupiah(l.Opening), page.Rupiah(l.Debit),
			page.Rupiah(l.Credit), page.Rupiah(l.Closing))
	}
	if len(lines) > 0 {
		sum := sumOf(lines)
		t.Add(page.Plain(c.T(words.AllAccounts)), page.Cell{}, page.Rupiah(sum.Opening), page.Rupiah(sum.Debit), page.Rupiah(sum.Credit),
			page.Rupiah(sum.Closing))
	}
	return t
}

func sumOf(lines []period.Line) (sum period.Line) {
	for _, l := range lines {
		sum.Opening, sum.Debit = sum.Opening.Add(l.Opening), sum.Debit.Add(l.Debit)
		sum.Credit, sum.Closing = sum.Credit.Add(l.Credit), sum.Closing.Add(l.Closing)
	}
	return sum
}

func downloadMonthStatement(c *page.Context) error {
	return c.Raw("/admin/periods/" + url.PathEscape(c.Param("id")) + "/statement")
}

func downloadPackage(c *page.Context) error {
	return c.Raw("/admin/periods/" + url.PathEscape(c.Param("id")) + "/package")
}

// listLate lists what was booked after the month, with a value date in it.
func listLate(c *page.Context) (*page.Table, error) {
	late, err := api.GetPeriodLate(c, c.Param("id"))
	if err != nil {
		return nil, err
	}
	c.SetTitle(c.T(words.LateTitle) + ": " + c.MonthOf(c.Param("id")))
	t := &page.Table{
		Title: c.T(words.LateOf, c.MonthOf(c.Param("id"))), Empty: c.T(words.LateEmpty),
		Columns: c.Titles(words.ValueDate, words.PostsIn, words.What, words.Amount, words.Reference, words.BookedAt, words.EventNo),
	}
	if late.LeftOff > 0 {
		t.Title = c.T(words.LateMore, t.Title, late.LeftOff)
	}
	for _, f := range late.Facts {
		what := page.Plain(c.EventWord(f.Event))
		what.Raw = f.Event
		t.Add(c.Date(f.ValueDate), page.Plain(c.MonthOf(f.PostsIn)), what, page.Rupiah(f.Amount), page.ID(f.Reference), c.Time(f.BookedAt),
			page.Number(f.Leaf))
	}
	return t, t.Part(c, perPage)
}
