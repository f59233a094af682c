package staff

import (
	"cmp"

	"gateway/domain/account"
	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
)

var clientPages = []page.Page{
	{Path: "/clients", Group: "read", Section: words.FindSection, Nav: words.Clients, Table: listClients},
	{Path: "/clients/:id", Group: "read", Title: words.ClientTitle, Show: showClient},
	{Path: "/clients/:id/access", Group: "manage", Title: words.AccessTitle, Show: showClientAccess},
	{Path: "/clients/:id/apps", Group: "read", Title: words.AppsTitle, Show: showClientApps},
}

func listClients(c *page.Context) (*page.Table, error) {
	query := c.Filter("status", "trouble")
	query.Set("per_page", "50")
	list, err := api.ListClients(c, query)
	if err != nil {
		return nil, err
	}
	t := &page.Table{
		Columns: c.Titles(words.ID, words.Name, words.Email, words.ClientCode, words.Status, words.Available, words.Balance),
		Filters: []page.Field{
			statusFilter(c, account.StatusPending, account.StatusApproved, account.StatusSuspended, account.StatusRejected),
			{Name: "trouble", Label: c.T(words.Trouble), Options: c.Choices(words.Troubles, "receivable", "failing_endpoint", "key_without_issuer")},
		},
		Total: list.Total, After: list.Next, Empty: c.T(words.ClientsEmpty),
	}
	for _, r := range list.Data {
		// Only the name is a link, because on a phone the first link of a row heads its card.
		t.Add(page.Number(r.ID), page.Plain(r.Name).To(clientPath(c, r.ID)), page.Plain(r.Email), page.ID(r.Code), c.State(r.Status),
			page.Rupiah(r.Available), page.Rupiah(r.Balance))
	}
	return t, nil
}

// clientCell shows a client's name with a link to the client's page. A CSV file has the id.
func clientCell(c *page.Context, id int64, name string) page.Cell {
	if id == 0 {
		return page.Cell{}
	}
	return page.Cell{
		Text: cmp.Or(name, page.Key(id)), Raw: page.Key(id), Hint: c.T(words.ClientOfNumber, page.Key(id)), Kind: "name",
		Path: clientPath(c, id),
	}
}

// withNames adds a column of client names to the CSV file of a list, beside the ids.
func withNames[T any](c *page.Context, t *page.Table, rows []T, name func(T) string) *page.Table {
	t.FileColumns = c.Titles(words.ClientName)
	for i, row := range rows {
		t.Rows[i].File = []page.Cell{page.Plain(name(row))}
	}
	return t
}
