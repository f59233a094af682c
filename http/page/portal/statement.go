package portal

import (
	"net/url"

	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
)

func askStatement(c *page.Context, month string) (api.Statement, error) {
	return api.GetMyStatement(c, page.InMonth(month))
}

func showStatement(c *page.Context) ([]page.Block, error) {
	s, err := askStatement(c, c.ChosenMonth())
	if err != nil {
		return nil, err
	}
	movements, err := movementsOf(c, s)
	if err != nil {
		return nil, err
	}
	file := func(format string) string {
		return c.Link("/statements/file?" + url.Values{"month": {s.Month}, "format": {format}}.Encode())
	}
	return c.StatementBlocks(s, movements, page.Links{Links: append(c.StatementFiles(s, file),
		page.Link{Text: c.T(words.SeeMovements), Path: movements},
		page.Link{Text: c.T(words.DownloadProof), Path: c.Link("/balance/proof")},
	)})
}

func listLines(c *page.Context) (*page.Table, error) {
	return c.StatementLines(askStatement, movementsOf)
}

func downloadStatement(c *page.Context) error { return c.StatementFile("/me/statement") }

// movementsOf is the page with the movements of the statement's month.
func movementsOf(c *page.Context, s api.Statement) (string, error) {
	first, last, err := page.MonthDays(s.Month)
	return c.Link("/balance?" + url.Values{"from": {first}, "to": {last}}.Encode()), err
}
