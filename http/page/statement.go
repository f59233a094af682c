package page

import (
	"net/url"
	"strings"
	"time"

	"gateway/domain/statement"
	"gateway/domain/words"
	"gateway/http/api"
	"gateway/projections/audit/books"
)

// InMonth is the query for a month, such as 2026-11.
func InMonth(month string) url.Values { return url.Values{"month": {month}} }

// ChosenMonth is the month in the page's address, or the current one.
func (c *Context) ChosenMonth() string {
	if month := strings.TrimSpace(c.Query.Get("month")); month != "" {
		return month
	}
	return c.Now().Format("2006-01")
}

// MonthDays returns the first and the last day of a month.
func MonthDays(month string) (first, last string, err error) {
	from, err := time.Parse("2006-01", month)
	return from.Format(time.DateOnly), from.AddDate(0, 1, -1).Format(time.DateOnly), err
}

// StatementBlocks are the head of a statement. movements is the page of its movements, and links lead to its files.
func (c *Context) StatementBlocks(s api.Statement, movements string, links Links) ([]Block, error) {
	month, err := time.Parse("2006-01", s.Month)
	if err != nil {
		return nil, err
	}
	note, tone := words.MonthGoesOn, ToneQuiet
	if s.Complete {
		note, tone = words.MonthIsOver, ToneGood
	}
	return []Block{
		Heading{Text: c.T(words.StatementOf, c.Month(month)), Hint: c.T(words.StatementFormula)},
		Notice{Text: c.T(note), Tone: tone},
		Figures{Figures: []Figure{
			{Label: c.T(words.OpeningBalance), Value: Rupiah(s.Opening.Balance)},
			{Label: c.T(words.NetChange), Value: Rupiah(s.Total.Net), Path: movements},
			{Label: c.T(words.ClosingBalance), Value: Rupiah(s.Closing.Balance)},
		}},
		c.DaysChart(c.T(words.PerDay), s.Days), links,
	}, nil
}

// DaysChart is the balance at the end of each day.
func (c *Context) DaysChart(title string, days []books.Day) Chart {
	chart := Chart{Title: title}
	for _, d := range days {
		chart.Points = append(chart.Points, Point{Label: c.Day(d.Day), Value: d.BalanceAfter})
	}
	return chart
}

// SumsTable lists the lines of a statement or a report, with their total. explained is the page of the
// movements behind them, or empty.
func (c *Context) SumsTable(lines []statement.Total, total statement.Sum, explained string) *Table {
	t := &Table{Columns: c.Titles(words.StatementLine, words.HowMany, words.Gross, words.Fee, words.VAT, words.NetChange)}
	add := func(name string, sum statement.Sum) {
		t.Add(Plain(name), Number(sum.Count), Rupiah(sum.Gross), Rupiah(sum.Fee), Rupiah(sum.VAT), Rupiah(sum.Net).To(explained))
	}
	for _, line := range lines {
		add(c.Word(words.Lines, line.Line), line.Sum)
	}
	add(c.T(words.TotalOfAll), total)
	return t
}

// BalanceFigures show the parts of a client's money. explained is the page that explains them, empty on that page.
func (c *Context) BalanceFigures(b api.Balance, explained string) Figures {
	figures := []Figure{
		{Label: c.T(words.Available), Value: Rupiah(b.Available), Path: explained},
		{Label: c.T(words.Balance), Value: Rupiah(b.Total), Path: explained},
		{Label: c.T(words.PendingBalance), Value: Rupiah(b.Unsettled)},
		{Label: c.T(words.HeldBalance), Value: Rupiah(b.Held)},
	}
	if b.Receivable.IsNegative() {
		figures = append(figures, Figure{Label: c.T(words.Owed), Value: Rupiah(b.Receivable)})
	}
	return Figures{Figures: figures}
}

// StatementLines lists the lines of the chosen month's statement. movementsOf returns the page of the month's
// movements.
func (c *Context) StatementLines(
	ask func(c *Context, month string) (api.Statement, error), movementsOf func(*Context, api.Statement) (string, error),
) (*Table, error) {
	if c.Query.Get("after") != "" { // the list has one page
		return nil, wrongParameter("after", c.T(words.NoSuchPlace))
	}
	s, err := ask(c, c.ChosenMonth())
	if err != nil {
		return nil, err
	}
	movements, err := movementsOf(c, s)
	if err != nil {
		return nil, err
	}
	t := c.SumsTable(s.Lines, s.Total, movements)
	t.Filters = []Field{{Name: "month", Label: c.T(words.MonthField), Kind: "month", Value: s.Month}}
	return t, nil
}

// signatureFormat asks for the signature of the PDF file.
const signatureFormat = "sig"

// StatementFiles are the links to the files of a statement. file gives the page of one in a format. Only a month that is
// over has a signature.
func (c *Context) StatementFiles(s api.Statement, file func(format string) string) []Link {
	links := []Link{{Text: c.T(words.DownloadPDF), Path: file("pdf")}}
	if s.Complete {
		links = append(links, Link{Text: c.T(words.DownloadSignature), Path: file(signatureFormat)})
	}
	return append(links, Link{Text: c.T(words.DownloadCSVOf), Path: file("csv")})
}

// StatementFile answers with the chosen month's statement as a file, in the format that the
// page's address names and in the page's language; or with the signature of its PDF file.
func (c *Context) StatementFile(operation string) error {
	if c.Query.Get("format") == signatureFormat {
		return c.Raw(operation + ".sig?" + url.Values{"month": {c.ChosenMonth()}, "lang": {string(c.Language)}}.Encode())
	}
	query := url.Values{"month": {c.ChosenMonth()}, "format": {c.Query.Get("format")}, "lang": {string(c.Language)}}
	return c.Raw(operation + "?" + query.Encode())
}
