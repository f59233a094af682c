package staff

import (
	"net/url"

	"gateway/domain/statement"
	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
	"gateway/projections/audit/books"
)

// chosenPeriod returns the period in the page's address: a month, or from and to. The default is this month.
func chosenPeriod(c *page.Context) url.Values {
	query := c.Filter("month", "from", "to")
	if query.Get("from") != "" || query.Get("to") != "" {
		query.Del("month")
	} else {
		query.Set("month", c.ChosenMonth())
	}
	return query
}

// showPeriod shows the earnings of a period, and the VAT that is owed to the tax office.
func showPeriod(c *page.Context) ([]page.Block, error) {
	query := chosenPeriod(c)
	query.Del("after")
	query.Set("per_page", "1")
	list, err := api.GetPeriodReport(c, query)
	if err != nil {
		return nil, err
	}
	r := list.Data
	sums := c.SumsTable(r.Lines, r.Total, "")
	sums.Title = c.T(words.PeriodLines)
	accounts := &page.Table{
		Title:   c.T(words.PeriodAccounts),
		Columns: c.Titles(words.LedgerAccount, words.OpeningBalance, words.FromClients, words.OtherEntries, words.ClosingBalance),
	}
	for _, a := range r.Accounts {
		accounts.Add(page.Plain(c.AccountWord(a.Account)), page.Rupiah(a.Opening), page.Rupiah(a.FromClients),
			page.Rupiah(a.Other), page.Rupiah(a.Closing))
	}
	return []page.Block{
		page.Heading{Text: periodText(c), Hint: periodHint(c)},
		page.Figures{Figures: []page.Figure{
			{Label: c.T(words.FeesEarned), Value: page.Rupiah(r.Total.Fee)},
			{Label: c.T(words.VATToDeclare), Value: page.Rupiah(r.Total.VAT)},
			{Label: c.T(words.ProviderCosts), Value: page.Rupiah(r.ProviderCosts)},
		}},
		sums, vatRatesTable(c, r.VATRates), accounts,
		page.Links{Links: periodFiles(c)},
		page.Heading{Text: c.T(words.ByClient)},
	}, nil
}

// vatRatesTable shows the fees and the VAT by rate of VAT.
func vatRatesTable(c *page.Context, rates []statement.VATRateTotal) *page.Table {
	t := &page.Table{
		Title: c.T(words.ByVATRate), Columns: c.Titles(words.VATRate, words.HowMany, words.Fee, words.VAT), Empty: c.T(words.NothingBooked),
	}
	for _, r := range rates {
		rate := page.Plain(c.T(words.VATRateUnknown))
		if r.VATRate != nil {
			rate = page.Percent(*r.VATRate)
		}
		t.Add(rate, page.Number(r.Count), page.Rupiah(r.Fee), page.Rupiah(r.VAT))
	}
	return t
}

// periodHint says whether the figures of the period are final.
func periodHint(c *page.Context) string {
	if chosenPeriod(c).Get("month") == c.Now().Format("2006-01") {
		return c.T(words.MonthGoesOn)
	}
	return c.T(words.PeriodHint)
}

func periodText(c *page.Context) string {
	query := chosenPeriod(c)
	if month := query.Get("month"); month != "" {
		return c.MonthOf(month)
	}
	return c.T(words.FromTo, orDash(c.MomentOf(query.Get("from"))), orDash(c.MomentOf(query.Get("to"))))
}

func orDash(text string) string {
	if text == "" {
		return "…"
	}
	return text
}

func listPeriodClients(c *page.Context) (*page.Table, error) {
	query := chosenPeriod(c)
	query.Set("per_page", "50")
	list, err := api.GetPeriodReport(c, query)
	if err != nil {
		return nil, err
	}
	at, since := periodMoments(c)
	t := periodClients(c, list.Data.Clients, at, since)
	t.Total, t.After = list.Total, list.Next
	t.Filters = []page.Field{
		{Name: "month", Label: c.T(words.MonthField), Kind: "month", Value: query.Get("month")},
		{Name: "from", Label: c.T(words.From), Kind: "date"},
		{Name: "to", Label: c.T(words.To), Kind: "date"},
	}
	return t, nil
}

// periodMoments returns the bounds of the period for the time machine: the moment before the period, and its
// last moment.
func periodMoments(c *page.Context) (at, since string) {
	query := chosenPeriod(c)
	from, to := query.Get("from"), query.Get("to")
	if month := query.Get("month"); month != "" {
		from, to, _ = page.MonthDays(month) // the API refuses a text that is not a month
	}
	return to, page.DayBefore(from)
}

// periodClients lists the sums of clients. Each links to the client's movements.
func periodClients(c *page.Context, clients []books.PeriodClient, at, since string) *page.Table {
	t := &page.Table{
		Columns: c.Titles(words.Client, words.HowMany, words.Gross, words.Fee, words.VAT, words.NetChange),
		Empty:   c.T(words.NothingBooked),
	}
	for _, one := range clients {
		s, movements := one.Total, balanceAt(c, one.ClientID, at, since)
		t.Add(clientCell(c, one.ClientID, one.Name), page.Number(s.Count), page.Rupiah(s.Gross),
			page.Rupiah(s.Fee).To(movements), page.Rupiah(s.VAT).To(movements), page.Rupiah(s.Net).To(movements))
	}
	return withNames(c, t, clients, func(one books.PeriodClient) string { return one.Name })
}

// periodFiles are the files of the period: the report, the general ledger, and for a month the journals.
func periodFiles(c *page.Context) []page.Link {
	query := chosenPeriod(c)
	links := []page.Link{{Text: c.T(words.PeriodFile), Path: c.Link("/period-report/file?" + query.Encode())}}
	at, _ := periodMoments(c)
	from, month := query.Get("from"), query.Get("month")
	if month != "" {
		from, _, _ = page.MonthDays(month) // the API refuses a text that is not a month
	}
	ledger := func(by string) string {
		return c.Link("/general-ledger/file?" + url.Values{"from": {from}, "to": {at}, "by": {by}}.Encode())
	}
	links = append(links, page.Link{Text: c.T(words.GeneralLedgerByDay), Path: ledger("day")},
		page.Link{Text: c.T(words.GeneralLedgerFile), Path: ledger("month")}, page.Link{Text: c.T(words.WriteOffs), Path: c.Link(writeOffsPath)})
	if month != "" {
		links = append(links, page.Link{Text: c.T(words.JournalsFile), Path: c.Link("/journals/file?" + url.Values{"month": {month}}.Encode())})
	}
	return links
}

func downloadGeneralLedger(c *page.Context) error {
	return c.Raw("/admin/general-ledger?" + c.Filter("from", "to", "by").Encode())
}

func downloadJournals(c *page.Context) error {
	return c.Raw("/admin/journals/" + url.PathEscape(c.Filter("month").Get("month")) + "/accurate.json")
}

func downloadPeriod(c *page.Context) error {
	query := chosenPeriod(c)
	query.Set("format", "csv")
	return c.Raw("/admin/period-report?" + query.Encode())
}
