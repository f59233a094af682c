package staff

import (
	"net/url"
	"strconv"
	"strings"
	"time"

	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"

	"github.com/shopspring/decimal"
)

// askTrialBalance asks for each account, or for the sums of all clients' accounts by kind.
func askTrialBalance(c *page.Context, at, clients string) (api.TrialBalance, error) {
	query := url.Values{"clients": {clients}}
	if at != "" {
		query.Set("at", at)
	}
	return api.GetTrialBalance(c, query)
}

// byAccount returns the balances by account.
func byAccount(t api.TrialBalance) (names []string, balances map[string]decimal.Decimal) {
	balances = map[string]decimal.Decimal{}
	for _, a := range t.Accounts {
		names, balances[a.Account] = append(names, a.Account), a.Balance
	}
	return names, balances
}

// accountPath is the page that explains the balance of an account at a moment, and its change since another.
func accountPath(c *page.Context, account, at, since string) string {
	parts := strings.Split(account, ":")
	if id, err := strconv.ParseInt(parts[min(1, len(parts)-1)], 10, 64); err == nil && parts[0] == "client" {
		return balanceAt(c, id, at, since)
	}
	if since == "" {
		return c.Link("/trial-balance") + moments(at, since)
	}
	return c.Link("/period-report?" + c.Between(since, at).Encode())
}

// showTrialBalance is the time machine of all accounts.
func showTrialBalance(c *page.Context) ([]page.Block, error) {
	at, since := c.Moment("at"), c.Moment("since")
	if err := c.CheckOrder(); err != nil {
		return nil, err
	}
	now, err := askTrialBalance(c, at, "sum")
	if err != nil {
		return nil, err
	}
	before := api.TrialBalance{}
	if since != "" {
		if before, err = askTrialBalance(c, since, "sum"); err != nil {
			return nil, err
		}
	}
	first, err := beginning(c)
	if err != nil {
		return nil, err
	}
	balanced := page.Notice{Text: c.T(words.SumIsZero), Tone: page.ToneGood}
	if !now.Sum.IsZero() {
		balanced = page.Notice{Text: c.T(words.SumIsNotZero, page.Rupiah(now.Sum).Text), Tone: page.ToneBad}
	}
	blocks := []page.Block{
		page.Heading{Text: c.T(words.WhereTheMoneyIs), Hint: c.MomentText(at, since)},
		c.TimeMachine(first), balanced,
		page.Notice{Text: c.T(words.SignsHint), Tone: page.ToneQuiet},
		accountTable(c, now, before, at, since),
	}
	if since != "" {
		why, err := whyChanged(c, at, since)
		if err != nil {
			return nil, err
		}
		blocks = append(blocks, why...)
	}
	return append(blocks, page.Links{Links: []page.Link{
		{Text: c.T(words.EachAccount), Path: c.Link("/trial-balance/accounts") + moments(at, since)},
		{Text: c.T(words.WriteOffs), Path: c.Link(writeOffsPath)},
	}}), nil
}

// accountTable shows our accounts, and the sums of all clients' accounts.
func accountTable(c *page.Context, now, before api.TrialBalance, at, since string) *page.Table {
	t := &page.Table{
		Title: c.T(words.AccountsTitle), Empty: c.T(words.NothingBooked), Columns: c.Titles(words.LedgerAccount, words.ID, words.Balance),
	}
	if since != "" {
		t.Columns = append(t.Columns, c.Titles(words.BalanceBefore, words.Change)...)
	}
	t.Columns = append(t.Columns, c.Titles(words.WhatItHolds)...)
	names, sums := byAccount(now)
	_, was := byAccount(before)
	for _, name := range names {
		cells := []page.Cell{page.Plain(accountTitle(c, name)), page.ID(name), page.Rupiah(sums[name])}
		if since != "" {
			change := page.SignedRupiah(sums[name].Sub(was[name]))
			if !strings.HasPrefix(name, "client:") {
				change = change.To(accountPath(c, name, at, since))
			}
			cells = append(cells, page.Rupiah(was[name]), change)
		}
		t.Add(append(cells, page.Prose(c.AccountHint(name)))...)
	}
	return t
}

// accountTitle is the word for an account, or for all clients' accounts of a kind.
func accountTitle(c *page.Context, name string) string {
	word := c.AccountWord(name)
	if strings.HasPrefix(name, "client:*") {
		return c.T(words.OfAllClients, word)
	}
	return word
}

// whyChanged sums the movements between the moments by kind.
func whyChanged(c *page.Context, at, since string) ([]page.Block, error) {
	query := c.Between(since, at)
	query.Set("per_page", "10")
	r, err := api.GetPeriodReport(c, query)
	if err != nil {
		return nil, err
	}
	sums := c.SumsTable(r.Data.Lines, r.Data.Total, "")
	sums.Title = c.T(words.WhyChanged)
	clients := periodClients(c, r.Data.Clients, at, since)
	clients.Title = c.T(words.ByClient)
	return []page.Block{sums, clients, page.Links{Links: []page.Link{
		{Text: c.T(words.PeriodTitle), Path: c.Link("/period-report?" + c.Between(since, at).Encode())},
	}}}, nil
}

// beginning is the time of the log's first event.
func beginning(c *page.Context) (time.Time, error) {
	part, err := api.ListLog(c, url.Values{"after": {"0"}, "limit": {"1"}})
	if err != nil || len(part.Events) == 0 {
		return c.Now(), err
	}
	return part.Events[0].At, nil
}

const accountsPerPage = 100

// accountsHead says which moment the balances show.
func accountsHead(c *page.Context) ([]page.Block, error) {
	at, since := c.Moment("at"), c.Moment("since")
	return []page.Block{
		page.Heading{Text: c.T(words.EachAccount), Hint: c.MomentText(at, since)},
		page.Text{Text: c.T(words.EachAccountHint)},
		page.Notice{Text: c.T(words.SignsHint), Tone: page.ToneQuiet},
	}, nil
}

// listAccounts lists every account. The cursor is the number of accounts before.
func listAccounts(c *page.Context) (*page.Table, error) {
	at, since := c.Moment("at"), c.Moment("since")
	if err := c.CheckMoment("since"); err != nil {
		return nil, err
	}
	if err := c.CheckOrder(); err != nil {
		return nil, err
	}
	from, err := c.RowsBefore()
	if err != nil {
		return nil, err
	}
	trial, err := askTrialBalance(c, at, "each")
	if err != nil {
		return nil, err
	}
	from = min(from, len(trial.Accounts))
	to := min(len(trial.Accounts), from+accountsPerPage)
	t := &page.Table{
		Columns: c.Titles(words.LedgerAccount, words.ID, words.Balance), Total: int64(len(trial.Accounts)), Empty: c.T(words.NothingBooked),
	}
	if to < len(trial.Accounts) {
		t.After = strconv.Itoa(to)
	}
	for _, a := range trial.Accounts[from:to] {
		name := page.ID(a.Account)
		if strings.HasPrefix(a.Account, "client:") {
			name = name.To(accountPath(c, a.Account, at, since))
		}
		t.Add(page.Plain(c.AccountWord(a.Account)), name, page.Rupiah(a.Balance))
	}
	return t, nil
}
