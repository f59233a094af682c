package staff

import (
	"net/url"
	"strconv"

	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
	"gateway/http/service/agingservice"
)

var agingPages = []page.Page{
	{
		Path: "/aging/receivables", Group: "books", Section: words.BooksSection, Nav: words.ReceivablesAging,
		Show: showReceivables, Table: listReceivables, Also: []string{"at"}, Still: true,
	},
	{Path: "/aging/receivables/file", Group: "books", Title: words.ReceivablesAging, File: downloadReceivables},
	{
		Path: "/aging/suspense", Group: "books", Section: words.BooksSection, Nav: words.SuspenseAging,
		Show: showSuspenseAging, Table: listSuspenseAging, Also: []string{"at"}, Still: true,
	},
	{Path: "/aging/suspense/file", Group: "books", Title: words.SuspenseAging, File: downloadSuspenseAging},
}

// askAging asks one of both operations.
type askAging func(c api.Caller, query url.Values) (api.List[agingservice.Report], error)

func showReceivables(c *page.Context) ([]page.Block, error) {
	return agingHead(c, api.GetReceivablesAging, words.ReceivablesAgingHint, "/aging/receivables/file")
}

func showSuspenseAging(c *page.Context) ([]page.Block, error) {
	return agingHead(c, api.GetSuspenseAging, words.SuspenseAgingHint, "/aging/suspense/file")
}

// agingHead shows the sums by age class.
func agingHead(c *page.Context, ask askAging, hint words.Text, file string) ([]page.Block, error) {
	query := c.Filter("at")
	query.Del("after")
	query.Set("per_page", "1")
	list, err := ask(c, query)
	if err != nil {
		return nil, err
	}
	figures := []page.Figure{{Label: c.T(words.AllOpen), Value: page.Rupiah(list.Data.Total)}}
	for _, class := range list.Data.Classes {
		figures = append(figures, page.Figure{Label: className(c, class.From, class.To), Value: page.Rupiah(class.Amount)})
	}
	return []page.Block{
		page.Text{Text: c.T(hint)},
		page.Figures{Figures: figures},
		page.Links{Links: []page.Link{
			{Text: c.T(words.AgingFile), Path: c.Link(file + "?" + c.Filter("at").Encode())},
			{Text: c.T(words.WriteOffs), Path: c.Link(writeOffsPath)},
		}},
	}, nil
}

func className(c *page.Context, from int, to *int) string {
	if to == nil {
		return c.T(words.OverDays, strconv.Itoa(from-1))
	}
	return c.T(words.DaysFromTo, strconv.Itoa(from), strconv.Itoa(*to))
}

func listReceivables(c *page.Context) (*page.Table, error) {
	return agingTable(c, api.GetReceivablesAging)
}

func listSuspenseAging(c *page.Context) (*page.Table, error) {
	return agingTable(c, api.GetSuspenseAging)
}

func agingTable(c *page.Context, ask askAging) (*page.Table, error) {
	query := c.Filter("at")
	query.Set("per_page", "50")
	list, err := ask(c, query)
	if err != nil {
		return nil, err
	}
	t := &page.Table{
		Columns: c.Titles(words.Client, words.OldestSince, words.AgeInDays, words.AllOpen),
		Filters: []page.Field{{Name: "at", Label: c.T(words.AtEndOf), Kind: "date"}},
		Total:   list.Total, After: list.Next, Empty: c.T(words.NothingOpen),
	}
	for _, class := range list.Data.Classes {
		t.Columns = append(t.Columns, page.Column{Heading: className(c, class.From, class.To)})
	}
	for _, one := range list.Data.Clients {
		cells := []page.Cell{
			clientCell(c, one.ClientID, one.Name), c.Time(one.Oldest), page.Number(int64(one.Days)), page.Rupiah(one.Total),
		}
		for _, amount := range one.Amounts {
			cells = append(cells, page.Rupiah(amount))
		}
		t.Add(cells...)
	}
	return withNames(c, t, list.Data.Clients, func(one agingservice.Client) string { return one.Name }), nil
}

func downloadReceivables(c *page.Context) error { return downloadAging(c, "/admin/aging/receivables?") }

func downloadSuspenseAging(c *page.Context) error { return downloadAging(c, "/admin/aging/suspense?") }

func downloadAging(c *page.Context, path string) error {
	query := c.Filter("at")
	query.Set("format", "csv")
	return c.Raw(path + query.Encode())
}
