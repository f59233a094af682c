package staff

import (
	"net/url"

	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
)

// askStatement asks for a month's statement of the client in the page's address.
func askStatement(c *page.Context, month string) (api.Statement, error) {
	return api.GetStatementOfClient(c, c.Param("id"), page.InMonth(month))
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
		return c.Link("/clients/" + page.Key(s.ClientID) + "/statement/file?" + url.Values{"month": {s.Month}, "format": {format}}.Encode())
	}
	return c.StatementBlocks(s, movements, page.Links{Links: append(c.StatementFiles(s, file),
		page.Link{Text: c.T(words.SeeMovements), Path: movements},
		page.Link{Text: c.T(words.ClientTitle), Path: clientPath(c, s.ClientID)},
	)})
}

func listLines(c *page.Context) (*page.Table, error) {
	return c.StatementLines(askStatement, movementsOf)
}

func downloadStatement(c *page.Context) error {
	return c.StatementFile("/admin/clients/" + url.PathEscape(c.Param("id")) + "/statement")
}

// movementsOf is the page with the movements of the statement's month.
func movementsOf(c *page.Context, s api.Statement) (string, error) {
	first, last, err := page.MonthDays(s.Month)
	return balanceAt(c, s.ClientID, last, page.DayBefore(first)), err
}
