package portal

import (
	"net/url"
	"strings"
	"time"

	"gateway/http/console/page"
	"gateway/http/console/words"
)

// statementSum is a line of a statement, and its total.
type statementSum struct {
	Line  string      `json:"line"`
	Count int64       `json:"count"`
	Gross page.Amount `json:"gross"`
	Fee   page.Amount `json:"fee"`
	VAT   page.Amount `json:"vat"`
	Net   page.Amount `json:"net_amount"`
}

type statementDay struct {
	Day string `json:"day"`
	statementSum
	Balance page.Amount `json:"saldo_after"`
}

// statement is what GET /me/statement answers.
type statement struct {
	ClientID int64          `json:"client_id"`
	Month    string         `json:"month"`
	Complete bool           `json:"complete"`
	Opening  balance        `json:"opening"`
	Closing  balance        `json:"closing"`
	Lines    []statementSum `json:"lines"`
	Total    statementSum   `json:"total"`
	Days     []statementDay `json:"days"`
}

func askStatement(c *page.Context, month string) (s statement, err error) {
	_, err = c.Get("/me/statement?"+url.Values{"month": {month}}.Encode(), &s)
	return s, err
}

// chosenMonth is that of the page's address, or this one.
func chosenMonth(c *page.Context) string {
	if month := strings.TrimSpace(c.Query.Get("month")); month != "" {
		return month
	}
	return c.Now().Format("2006-01")
}

func showStatement(c *page.Context) ([]page.Block, error) {
	s, err := askStatement(c, chosenMonth(c))
	if err != nil {
		return nil, err
	}
	month, err := time.Parse("2006-01", s.Month)
	if err != nil {
		return nil, err
	}
	note, tone := words.MonthGoesOn, page.ToneQuiet
	if s.Complete {
		note, tone = words.MonthIsOver, page.ToneGood
	}
	chart := page.Chart{Title: c.T(words.PerDay)}
	for _, d := range s.Days {
		chart.Points = append(chart.Points, page.Point{Label: c.Day(d.Day), Value: d.Balance})
	}
	file := func(format string) string {
		return c.Link("/statements/file?" + url.Values{"month": {s.Month}, "format": {format}}.Encode())
	}
	return []page.Block{
		page.Heading{Text: c.T(words.StatementOf, c.Month(month)), Hint: c.T(words.StatementFormula)},
		page.Notice{Text: c.T(note), Tone: tone},
		page.Figures{Figures: []page.Figure{
			{Label: c.T(words.OpeningBalance), Value: page.Rupiah(s.Opening.Balance)},
			{Label: c.T(words.NetChange), Value: page.Rupiah(s.Total.Net), Path: movementsOf(c, month)},
			{Label: c.T(words.ClosingBalance), Value: page.Rupiah(s.Closing.Balance)},
		}},
		chart,
		page.Links{Links: []page.Link{
			{Text: c.T(words.DownloadPDF), Path: file("pdf")},
			{Text: c.T(words.DownloadCSVOf), Path: file("csv")},
			{Text: c.T(words.SeeMovements), Path: movementsOf(c, month)},
			{Text: c.T(words.DownloadProof), Path: c.Link("/balance/proof")},
		}},
	}, nil
}

// movementsOf leads to the movements of a month.
func movementsOf(c *page.Context, month time.Time) string {
	last := month.AddDate(0, 1, -1)
	return c.Link("/balance?" + url.Values{"from": {month.Format(time.DateOnly)}, "to": {last.Format(time.DateOnly)}}.Encode())
}

func listLines(c *page.Context) (*page.Table, error) {
	s, err := askStatement(c, chosenMonth(c))
	if err != nil {
		return nil, err
	}
	t := &page.Table{
		Columns: c.Texts(words.StatementLine, words.HowMany, words.Gross, words.Fee, words.VAT, words.NetChange),
		Filters: []page.Field{{Name: "month", Label: c.T(words.MonthField), Kind: "month", Value: s.Month}},
	}
	month, err := time.Parse("2006-01", s.Month)
	if err != nil {
		return nil, err
	}
	add := func(name string, sum statementSum) {
		t.Add(page.Plain(name), page.Number(sum.Count), page.Rupiah(sum.Gross), page.Rupiah(sum.Fee), page.Rupiah(sum.VAT),
			page.Rupiah(sum.Net).To(movementsOf(c, month)))
	}
	for _, line := range s.Lines {
		add(c.Word(words.Lines, line.Line), line)
	}
	add(c.T(words.TotalOfAll), s.Total)
	return t, nil
}

func downloadStatement(c *page.Context) error {
	query := url.Values{"month": {chosenMonth(c)}, "format": {c.Query.Get("format")}, "lang": {string(c.Language)}}
	return c.Raw("/me/statement?" + query.Encode())
}
