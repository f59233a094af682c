package staff

import (
	"net/url"

	"gateway/domain/account"
	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
)

// showClient shows a client with its latest payments and its open items elsewhere.
func showClient(c *page.Context) ([]page.Block, error) {
	id := c.Param("id")
	cl, err := api.GetClient(c, id)
	if err != nil {
		return nil, err
	}
	c.SetTitle(words.Isolated(cl.Name))
	figures, err := clientFigures(c, cl)
	if err != nil {
		return nil, err
	}
	latest, err := transactionTable(c, url.Values{"client_id": {id}, "per_page": {"5"}})
	if err != nil {
		return nil, err
	}
	latest.Title = c.T(words.LatestPayments)
	latest.Without(words.Client, words.Channel, words.Net)
	blocks := []page.Block{figures, clientLinks(c, id)}
	right := []page.Block{clientDetails(c, cl), payoutAccount(c, cl)}
	left := []page.Block{latest}
	if review := clientReview(c, cl); cl.Status == account.StatusPending {
		left = append(review, left...) // what a client that waits needs comes first, on a phone as well
	} else {
		right = append(review, right...)
	}
	more, err := clientLatest(c, id)
	if err != nil {
		return nil, err
	}
	left = append(left, more...)
	if c.May("manage") {
		left = append(left, settingsForm(c, cl), adjustmentForm(c, cl))
	}
	return append(blocks, page.Columns{Left: left, Right: right}), nil
}

// clientFigures show the client's state and money.
func clientFigures(c *page.Context, cl api.AdminAccount) (page.Figures, error) {
	figures := []page.Figure{{Label: c.T(words.Status), Value: c.State(cl.Status)}}
	at, err := api.GetBalanceOfClient(c, page.Key(cl.ID), nil)
	if err != nil {
		return page.Figures{}, err
	}
	figures = append(figures,
		page.Figure{Label: c.T(words.Balance), Value: page.Rupiah(at.Total), Path: clientPath(c, cl.ID) + "/balance"},
		page.Figure{Label: c.T(words.Available), Value: page.Rupiah(at.Available)},
		page.Figure{Label: c.T(words.HeldBalance), Value: page.Rupiah(at.Held)},
		page.Figure{Label: c.T(words.PendingBalance), Value: page.Rupiah(at.Unsettled)})
	if at.Receivable.IsNegative() {
		figures = append(figures, page.Figure{Label: c.T(words.Owed), Value: page.Rupiah(at.Receivable)})
	}
	return page.Figures{Figures: figures}, nil
}

// clientLinks lead to the client's rows in the lists of all clients.
func clientLinks(c *page.Context, id string) page.Links {
	of := "?" + url.Values{"client_id": {id}}.Encode()
	links := []page.Link{
		{Text: c.T(words.Transactions), Path: c.Link("/transactions" + of)},
		{Text: c.T(words.Withdrawals), Path: c.Link("/withdrawals" + of)},
		{Text: c.T(words.Settlements), Path: c.Link("/settlements" + of)},
		{Text: c.T(words.Callbacks), Path: c.Link("/callbacks" + of)},
	}
	if c.May("books") {
		links = append(links,
			page.Link{Text: c.T(words.BalanceTitle), Path: c.Link("/clients/" + id + "/balance")},
			page.Link{Text: c.T(words.Statements), Path: c.Link("/clients/" + id + "/statement")},
			page.Link{Text: c.T(words.WhatIfTitle), Path: c.Link("/clients/" + id + "/what-if")},
			page.Link{Text: c.T(words.LogOfClient), Path: c.Link("/log" + of)})
	}
	if c.May("read_support") {
		links = append(links, page.Link{Text: c.T(words.Tickets), Path: c.Link("/tickets" + of)})
	}
	links = append(links, page.Link{Text: c.T(words.AppsTitle), Path: c.Link("/clients/" + id + "/apps")})
	if c.May("manage") {
		links = append(links, page.Link{Text: c.T(words.AccessTitle), Path: c.Link("/clients/" + id + "/access")})
	}
	return page.Links{Links: links}
}

func clientDetails(c *page.Context, cl api.AdminAccount) page.Details {
	d := page.Details{Title: c.T(words.ProfileTitle), Pairs: []page.Pair{
		{Label: c.T(words.ID), Value: page.Plain(page.Key(cl.ID))},
		{Label: c.T(words.Name), Value: page.Plain(cl.Name)},
		{Label: c.T(words.Email), Value: page.Plain(cl.Email)},
		{Label: c.T(words.ClientCode), Value: page.ID(cl.Code)},
		{Label: c.T(words.RegisteredAt), Value: c.Time(cl.CreatedAt)},
		{Label: c.T(words.ContactPerson), Value: page.Plain(cl.ContactName)},
		{Label: c.T(words.Phone), Value: page.Plain(cl.ContactPhone)},
		{Label: c.T(words.Address), Value: page.Plain(cl.Address)},
	}}
	return d
}

func payoutAccount(c *page.Context, cl api.AdminAccount) page.Details {
	limit := page.Plain(c.T(words.NoCap))
	if cl.DailyPayoutCap != nil {
		limit = page.Rupiah(*cl.DailyPayoutCap)
	}
	return page.Details{Title: c.T(words.PayoutAccount), Pairs: []page.Pair{
		{Label: c.T(words.Bank), Value: page.Plain(cl.Bank)},
		{Label: c.T(words.Account), Value: page.ID(cl.AccountNumber)},
		{Label: c.T(words.AutoApproval), Value: c.Flag(cl.IsAutoApproveWithdrawal)},
		{Label: c.T(words.DailyCap), Value: limit},
	}}
}

// clientLatest are the client's newest withdrawals and callbacks.
func clientLatest(c *page.Context, id string) ([]page.Block, error) {
	query := func() url.Values { return url.Values{"client_id": {id}, "per_page": {"5"}} }
	payouts, err := withdrawals.tableOf(c, query())
	if err != nil {
		return nil, err
	}
	payouts.Title = c.T(words.LatestPayouts)
	payouts.Without(words.Client, words.ByHand)
	callbacks, err := callbackTable(c, query())
	if err != nil {
		return nil, err
	}
	callbacks.Title = c.T(words.LatestCallbacks)
	callbacks.Without(words.Client, words.Event, words.Subject, words.Attempts, words.NextAttempt)
	return []page.Block{payouts, callbacks}, nil
}
