package page

import (
	"net/url"
	"strings"
	"time"

	"gateway/domain/words"
)

// Sums is a line of a statement, or its total.
type Sums struct {
	Line  string `json:"line"`
	Count int64  `json:"count"`
	Gross Amount `json:"gross"`
	Fee   Amount `json:"fee"`
	VAT   Amount `json:"vat"`
	Net   Amount `json:"net_amount"`
}

// StatementDay is a day of a statement.
type StatementDay struct {
	Day string `json:"day"`
	Sums
	Balance Amount `json:"saldo_after"`
}

// Statement is the answer of GET /me/statement and GET /admin/clients/{id}/statement.
type Statement struct {
	ClientID int64          `json:"client_id"`
	Month    string         `json:"month"`
	Complete bool           `json:"complete"`
	Opening  Balance        `json:"opening"`
	Closing  Balance        `json:"closing"`
	Lines    []Sums         `json:"lines"`
	Total    Sums           `json:"total"`
	Days     []StatementDay `json:"days"`
}

// Balance is a client's money as the API returns it.
type Balance struct {
	Balance   Amount `json:"saldo"`
	Available Amount `json:"saldo_yang_bisa_ditarik"`
	Held      Amount `json:"ditahan"`
	Unsettled Amount `json:"belum_settle"`
	Owed      Amount `json:"piutang"`
}

// Statement asks the operation at a path for the statement of a month, such as 2026-11.
func (c *Context) Statement(path, month string) (s Statement, err error) {
	_, err = c.Get(path+"?"+url.Values{"month": {month}}.Encode(), &s)
	return s, err
}

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
func (c *Context) StatementBlocks(s Statement, movements string, links Links) ([]Block, error) {
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
func (c *Context) DaysChart(title string, days []StatementDay) Chart {
	chart := Chart{Title: title}
	for _, d := range days {
		chart.Points = append(chart.Points, Point{Label: c.Day(d.Day), Value: d.Balance})
	}
	return chart
}

// SumsTable lists the lines of a statement or a report, with their total. explained is the page of the
// movements behind them, or empty.
func (c *Context) SumsTable(lines []Sums, total Sums, explained string) *Table {
	t := &Table{Columns: c.Titles(words.StatementLine, words.HowMany, words.Gross, words.Fee, words.VAT, words.NetChange)}
	add := func(name string, sum Sums) {
		t.Add(Plain(name), Number(sum.Count), Rupiah(sum.Gross), Rupiah(sum.Fee), Rupiah(sum.VAT), Rupiah(sum.Net).To(explained))
	}
	for _, line := range lines {
		add(c.Word(words.Lines, line.Line), line)
	}
	add(c.T(words.TotalOfAll), total)
	return t
}

// BalanceFigures show the parts of a client's money. explained is the page that explains them, empty on that page.
func (c *Context) BalanceFigures(b Balance, explained string) Figures {
	figures := []Figure{
		{Label: c.T(words.Available), Value: Rupiah(b.Available), Path: explained},
		{Label: c.T(words.Balance), Value: Rupiah(b.Balance), Path: explained},
		{Label: c.T(words.PendingBalance), Value: Rupiah(b.Unsettled)},
		{Label: c.T(words.HeldBalance), Value: Rupiah(b.Held)},
	}
	if b.Owed.IsNegative() {
		figures = append(figures, Figure{Label: c.T(words.Owed), Value: Rupiah(b.Owed)})
	}
	return Figures{Figures: figures}
}

// StatementLines lists the lines of the chosen month's statement, from an operation of the API. movementsOf
// returns the page of the month's movements.
func (c *Context) StatementLines(operation string, movementsOf func(*Context, Statement) (string, error)) (*Table, error) {
	if c.Query.Get("after") != "" { // the list has one page
		return nil, wrongParameter("after", c.T(words.NoSuchPlace))
	}
	s, err := c.Statement(operation, c.ChosenMonth())
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

// StatementFile answers with the chosen month's statement as a file, in the format that the
// page's address names and in the page's language.
func (c *Context) StatementFile(operation string) error {
	query := url.Values{"month": {c.ChosenMonth()}, "format": {c.Query.Get("format")}, "lang": {string(c.Language)}}
	return c.Raw(operation + "?" + query.Encode())
}
