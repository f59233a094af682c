package staff

import (
	"net/url"
	"strings"

	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
	"gateway/http/service/periodservice"
)

// closedMonth shows what the log has of a closed month. The files for the tax office come last.
func closedMonth(c *page.Context, m api.PeriodDetail) ([]page.Block, error) {
	blocks := []page.Block{
		page.Notice{Text: c.T(words.MonthIsClosed), Tone: page.ToneGood},
		page.Details{Title: c.T(words.Facts), Pairs: []page.Pair{
			{Label: c.T(words.ClosedAt), Value: c.TimeOr(m.ClosedAt)},
			{Label: c.T(words.AskedBy), Value: actorCell(c, textOf(m.By))},
			{Label: c.T(words.Approver), Value: actorCell(c, textOf(m.ApprovedBy))},
			{Label: c.T(words.MonthHash), Value: page.ID(m.Closing.Hash)},
			{Label: c.T(words.EventsThen), Value: page.Number(m.Closing.Events)},
		}},
		monthBalance(c, words.OfClosedMonth, m.Closing.TrialBalance), checklist(c, m),
	}
	if accepted := acceptedTable(c, m); len(accepted.Rows) > 0 {
		blocks = append(blocks, accepted)
	}
	tax, err := monthTax(c, m.Period)
	if err != nil {
		return nil, err
	}
	blocks = append(blocks,
		page.Text{Title: c.T(words.CheckpointTitle), Text: m.Closing.Checkpoint},
		page.Heading{Text: c.T(words.MonthFiles)}, page.Links{Links: monthFiles(c, m.Period)})
	return append(blocks, tax...), nil
}

func acceptedTable(c *page.Context, m api.PeriodDetail) *page.Table {
	t := &page.Table{
		Title: c.T(words.AcceptedFindings), Columns: c.Titles(words.FindingWord, words.AcceptedReason, words.CheckRun, words.FindingName),
	}
	for _, f := range allFindings(m) {
		t.Add(page.Plain(findingText(c, f.Name)), page.Prose(textOf(f.Reason)), runCell(c, f.run), page.ID(f.Name))
	}
	return t
}

// monthFiles are the signed statement, the auditor's package, what came late, and the files for accounting.
func monthFiles(c *page.Context, month string) []page.Link {
	from, to, _ := page.MonthDays(month) // the API has this month
	ledger := func(by string) string {
		return c.Link("/general-ledger/file?" + url.Values{"from": {from}, "to": {to}, "by": {by}}.Encode())
	}
	of := url.Values{"month": {month}}.Encode()
	links := []page.Link{{Text: c.T(words.MonthStatementFile), Path: c.Link(monthPath(month) + "/statement")}}
	if c.May("read_bank") {
		links = append(links, page.Link{Text: c.T(words.MonthPackageFile), Path: c.Link(monthPath(month) + "/package")})
	}
	return append(links, []page.Link{
		{Text: c.T(words.LateTitle), Path: c.Link(monthPath(month) + "/late")},
		{Text: c.T(words.GeneralLedgerByDay), Path: ledger("day")},
		{Text: c.T(words.GeneralLedgerFile), Path: ledger("month")},
		{Text: c.T(words.JournalsFile), Path: c.Link("/journals/file?" + of)},
		{Text: c.T(words.PeriodTitle), Path: c.Link("/period-report?" + of)},
	}...)
}

// monthTax leads to the fee invoices of a closed month, and from their export on to the files for the tax office.
func monthTax(c *page.Context, month string) ([]page.Block, error) {
	if !c.May("read_tax") {
		return nil, nil
	}
	m, ok, err := askTax(c, month)
	if err != nil || !ok {
		return nil, err
	}
	blocks := []page.Block{
		page.Heading{Text: c.T(words.MonthTaxTitle), Hint: c.T(words.MonthTaxHint)},
		page.Links{Links: []page.Link{{Text: c.T(words.TaxTitle), Path: c.Link("/tax?" + url.Values{"month": {month}}.Encode())}}},
	}
	if n := len(m.Problems); n > 0 {
		blocks = append(blocks, page.Notice{Text: c.T(words.MonthTaxProblems, n), Tone: page.ToneWait})
	}
	if files := taxFiles(c, m); len(files.Links) > 0 {
		files.Main = true
		blocks = append(blocks, files)
	}
	return blocks, nil
}

// closingBlocks tell the second administrator what closing a month records: its trial balance, and the findings that are
// accepted with it. Before the decision the trial balance is as it is now; later the month itself has it.
func closingBlocks(c *page.Context, a api.Approval) ([]page.Block, error) {
	month, ok := strings.CutPrefix(a.Subject, monthSubject+"/")
	if !ok {
		return nil, nil
	}
	m, err := api.GetPeriod(c, month)
	if err != nil {
		return nil, err
	}
	lines := m.TrialBalance
	if m.Closing != nil {
		lines = m.Closing.TrialBalance
	}
	blocks := []page.Block{page.Links{Links: []page.Link{{Text: c.T(words.SeeMonth), Path: c.Link(monthPath(month))}}}}
	if a.Reason != "" {
		t := &page.Table{Title: c.T(words.AcceptedFindings), Columns: c.Titles(words.FindingWord)}
		for finding := range strings.SplitSeq(a.Reason, "\n") {
			t.Add(page.Prose(acceptedText(c, finding)))
		}
		blocks = append(blocks, t)
	}
	if len(lines) > 0 {
		sum := sumOf(lines)
		blocks = append(blocks, page.Figures{Figures: []page.Figure{
			{Label: c.T(words.MonthField), Value: page.Plain(c.MonthOf(month))},
			{Label: c.T(words.AllDebits), Value: page.Rupiah(sum.Debit)},
			{Label: c.T(words.AllCredits), Value: page.Rupiah(sum.Credit)},
		}})
	}
	return append(blocks, monthBalance(c, words.OfClosedMonth, lines)), nil
}

// acceptedText is a line of the reasons of an approval: a finding in words, and why it is accepted.
func acceptedText(c *page.Context, line string) string {
	finding, reason, _ := strings.Cut(line, periodservice.ReasonFollows)
	return findingText(c, finding) + periodservice.ReasonFollows + reason
}
