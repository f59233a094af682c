package staff

import (
	"cmp"
	"net/url"
	"slices"
	"strings"

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
	latest.Without(words.Client, words.Channel, words.Connection, words.Net)
	latest.Dense = true // it is in a column
	blocks := []page.Block{figures, clientLinks(c, id)}
	right := []page.Block{clientDetails(c, cl), payoutAccount(c, cl)}
	left := []page.Block{latest}
	papers, err := documentsOf(c, id)
	if err != nil {
		return nil, err
	}
	left = append(papers, left...)
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
		debt, err := writeOffForm(c, cl)
		if err != nil {
			return nil, err
		}
		left = append(left, debt...)
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
		{Text: c.T(words.Refunds), Path: c.Link("/refunds" + of)},
		{Text: c.T(words.Callbacks), Path: c.Link("/callbacks" + of)},
	}
	if c.May("books") {
		links = append(links,
			page.Link{Text: c.T(words.BalanceTitle), Path: c.Link("/clients/" + id + "/balance")},
			page.Link{Text: c.T(words.Statements), Path: c.Link("/clients/" + id + "/statement")},
			page.Link{Text: c.T(words.WhatIfTitle), Path: c.Link("/clients/" + id + "/what-if")},
			page.Link{Text: c.T(words.WriteOffs), Path: c.Link(writeOffsPath + of)},
			page.Link{Text: c.T(words.LogOfClient), Path: c.Link("/log" + of)})
	}
	if c.May("read_tax") {
		links = append(links, page.Link{Text: c.T(words.TaxDataTitle), Path: c.Link("/clients/" + id + "/tax")})
	}
	if c.May("read_support") {
		links = append(links, page.Link{Text: c.T(words.Tickets), Path: c.Link("/tickets" + of)})
	}
	links = append(links, page.Link{Text: c.T(words.AppsTitle), Path: c.Link("/clients/" + id + "/apps")})
	links = append(links, page.Link{Text: c.T(words.Endpoints), Path: c.Link("/clients/" + id + "/endpoints")})
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
		{Label: c.T(words.DailyRefundCap), Value: page.Rupiah(cl.DailyRefundCap)},
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
	payouts.Dense, callbacks.Dense = true, true
	return []page.Block{payouts, callbacks}, nil
}

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

// showClientAccess shows the forms that open and close a client's access.
func showClientAccess(c *page.Context) ([]page.Block, error) {
	path := "/clients/" + url.PathEscape(c.Param("id"))
	cl, err := api.GetClient(c, c.Param("id"))
	if err != nil {
		return nil, err
	}
	c.SetTitle(c.T(words.AccessTitle) + ": " + words.Isolated(cl.Name))
	return []page.Block{
		backToClient(c, cl),
		step(c, path+"/api-key", words.IssueKey, noHint, page.Field{Name: "name", Label: c.T(words.KeyName), Required: true},
			page.Field{Name: "allow", Label: c.T(words.KeyAllow), Hint: c.T(words.KeyAllowHint), Kind: "area"}),
		danger(c, path+"/reset-link", words.MakeResetLink, words.ResetLinkHint, reasonField(c, true)),
		danger(c, path+"/end-access", words.EndAccess, words.EndClientAccessHint, reasonField(c, true),
			page.Field{Name: "since", Label: c.T(words.EndAccessSince), Hint: c.T(words.EndAccessDefault), Kind: "date"}),
	}, nil
}

// backToClient links from a page about a client back to the client.
func backToClient(c *page.Context, cl api.AdminAccount) page.Links {
	return page.Links{Links: []page.Link{{Text: words.Isolated(cl.Name) + " (" + page.Key(cl.ID) + ")", Path: clientPath(c, cl.ID)}}}
}

func issueKey(c *page.Context) (page.Result, error) {
	path := "/clients/" + url.PathEscape(c.Param("id"))
	body := map[string]any{"name": c.Field("name")}
	if allow := strings.Fields(strings.ReplaceAll(c.Field("allow"), ",", " ")); len(allow) > 0 {
		body["allow"] = allow
	}
	issued, err := api.IssueAPIKey(c, c.Param("id"), body)
	return page.Result{Title: words.NewKeyTitle, Blocks: onceBlocks(c, issued.Key, path)}, err
}

// onceBlocks show a secret that is only shown now, and link back to a page.
func onceBlocks(c *page.Context, secret, back string) []page.Block {
	return []page.Block{
		page.Text{Text: secret, Once: c.T(words.CopyOnce)},
		page.Links{Links: []page.Link{{Text: c.T(words.Back), Path: c.Link(back)}}},
	}
}

func makeResetLink(c *page.Context) (page.Result, error) {
	path := "/clients/" + url.PathEscape(c.Param("id"))
	made, err := api.MakeResetLink(c, c.Param("id"), reasonBody(c))
	return page.Result{Title: words.ResetLinkTitle, Blocks: onceBlocks(c, made.Link, path)}, err
}

func endAccess(c *page.Context) (page.Result, error) {
	_, err := api.EndClientAccess(c, c.Param("id"), page.Body{}.Texts(c, "reason", "since"))
	return page.Result{To: "/clients/" + url.PathEscape(c.Param("id")), Done: "saved"}, err
}

func showClientApps(c *page.Context) ([]page.Block, error) {
	path := "/clients/" + url.PathEscape(c.Param("id"))
	cl, err := api.GetClient(c, c.Param("id"))
	if err != nil {
		return nil, err
	}
	apps, err := api.ListClientApps(c, c.Param("id"))
	if err != nil {
		return nil, err
	}
	blocks := []page.Block{backToClient(c, cl), appTable(c, apps), appFeeTable(c, apps)}
	if !c.May("manage") {
		return blocks, nil
	}
	return append(blocks, page.Columns{Left: appFeeForms(c, path, apps), Right: []page.Block{addAppForm(c, path)}}), nil
}

func appTable(c *page.Context, apps []api.AdminApp) *page.Table {
	t := &page.Table{Columns: c.Titles(words.ID, words.Name, words.AppCode, words.URLLabel), Empty: c.T(words.NoApps)}
	for _, a := range apps {
		t.Add(page.Number(a.ID), page.Plain(a.App.Name), page.ID(a.App.Code), page.Plain(a.URL))
	}
	return t
}

func appFeeTable(c *page.Context, apps []api.AdminApp) *page.Table {
	t := &page.Table{
		Title: c.T(words.OwnRates), Empty: c.T(words.AppsHint),
		Columns: c.Titles(words.App, words.Channel, words.FlatPart, words.PercentPart, words.VATInclusive),
	}
	for _, a := range apps {
		for _, fee := range a.Fees {
			t.Add(page.Plain(a.App.Name), page.ID(fee.ChannelCode), page.Rupiah(fee.Flat), page.Percent(fee.Percent), c.Flag(fee.VATInclusive))
		}
	}
	return t
}

func appFeeForms(c *page.Context, path string, apps []api.AdminApp) []page.Block {
	if len(apps) == 0 {
		return nil
	}
	options := make([]page.Option, len(apps))
	for i, a := range apps {
		options[i] = page.Option{Value: page.Key(a.ID), Text: words.Isolated(a.App.Name) + " (" + words.Isolated(a.App.Code) + ")"}
	}
	fields := []page.Field{
		{Name: "app_id", Label: c.T(words.App), Options: options, Required: true},
		{Name: "channel_code", Label: c.T(words.ChannelCode), Hint: c.T(words.ChannelCodeHint), Required: true},
	}
	return []page.Block{page.Form{
		Title: c.T(words.SetAppFee), Hint: c.T(words.AppsHint), Action: path + "/app-fee", Submit: c.T(words.Save),
		Fields: slices.Concat(fields, rateFields(c, nil), []page.Field{reasonField(c, true)}),
	}}
}

func addAppForm(c *page.Context, path string) page.Form {
	return step(c, path+"/add-app", words.AddApp, noHint, page.Field{Name: "name", Label: c.T(words.Name), Required: true},
		page.Field{Name: "kode", Label: c.T(words.AppCode), Required: true},
		page.Field{Name: "url", Label: c.T(words.URLLabel)})
}

func appBody(c *page.Context) any {
	return page.Body{"name": c.Field("name"), "kode": c.Field("kode")}.Texts(c, "url")
}

func setAppFee(c *page.Context) (page.Result, error) {
	body := rateBody(c)
	body["channel_code"] = strings.ToUpper(strings.TrimSpace(c.Field("channel_code")))
	_, err := api.SetAppFee(c, c.Field("app_id"), body)
	return page.Result{To: "/clients/" + url.PathEscape(c.Param("id")) + "/apps", Done: "saved"}, err
}

var clientActions = []page.Action{
	{Path: "/clients/:id/approve", Group: "manage", Page: "/clients/:id", Do: page.Sends(words.DoneApproved, api.ApproveClient, reasonBody)},
	{
		Path: "/clients/:id/reject", Group: "manage", Page: "/clients/:id",
		Sure: page.Warns(words.RejectClient, words.RejectClientHint), Do: page.Sends(words.DoneRejected, api.RejectClient, reasonBody),
	},
	{
		Path: "/clients/:id/suspend", Group: "manage", Page: "/clients/:id",
		Sure: page.Warns(words.SuspendClient, words.SuspendHint), Do: page.Sends("saved", api.SuspendClient, reasonBody),
	},
	{Path: "/clients/:id/reactivate", Group: "manage", Page: "/clients/:id", Do: page.Sends("saved", api.ReactivateClient, reasonBody)},
	{
		Path: "/clients/:id/settings", Group: "manage", Page: "/clients/:id",
		Do: demanding(page.Sends("saved", api.ChangeClientSettings, settingsBody), "reason"),
	},
	{
		Path: "/clients/:id/adjust", Group: "manage", Page: "/clients/:id",
		Sure: sureAdjustment, Do: page.Sends("saved", api.AdjustBalance, adjustmentBody),
	},
	{
		Path: "/clients/:id/write-off", Group: "manage", Page: "/clients/:id",
		Sure: sureWriteOff, Do: page.Sends("saved", api.WriteOff, reasonBody),
	},
	{
		Path: "/clients/:id/api-key", Group: "manage", Page: "/clients/:id/access",
		Sure: page.Warns(words.IssueKey, words.SureIssueKey), Do: issueKey,
	},
	{
		Path: "/clients/:id/reset-link", Group: "manage", Page: "/clients/:id/access",
		Sure: page.Warns(words.MakeResetLink, words.ResetLinkHint), Do: makeResetLink,
	},
	{
		Path: "/clients/:id/end-access", Group: "manage", Page: "/clients/:id/access",
		Sure: page.Warns(words.EndAccess, words.EndClientAccessHint), Do: endAccess,
	},
	{Path: "/clients/:id/add-app", Group: "manage", Page: "/clients/:id/apps", Do: page.Sends("created", api.AddApp, appBody)},
	{Path: "/clients/:id/app-fee", Group: "manage", Page: "/clients/:id/apps", Do: demanding(setAppFee, "reason")},
}

// clientReview offers the decisions that the client's state allows.
func clientReview(c *page.Context, cl api.AdminAccount) []page.Block {
	if !c.May("manage") {
		return nil
	}
	path := "/clients/" + page.Key(cl.ID)
	switch cl.Status {
	case account.StatusPending:
		return []page.Block{
			step(c, path+"/approve", words.ApproveClient, noHint, reasonField(c, false)),
			danger(c, path+"/reject", words.RejectClient, words.RejectClientHint, reasonField(c, true)),
		}
	case account.StatusApproved:
		return []page.Block{danger(c, path+"/suspend", words.SuspendClient, words.SuspendHint, reasonField(c, true))}
	case account.StatusSuspended:
		return []page.Block{step(c, path+"/reactivate", words.ReactivateClient, noHint, reasonField(c, false))}
	}
	return nil
}

func settingsForm(c *page.Context, cl api.AdminAccount) page.Form {
	limit := ""
	if cl.DailyPayoutCap != nil {
		limit = page.Rupiah(*cl.DailyPayoutCap).Text
	}
	return page.Form{
		Title: c.T(words.SettingsTitle), Action: "/clients/" + page.Key(cl.ID) + "/settings", Submit: c.T(words.Save),
		Fields: []page.Field{
			{Name: "is_auto_approve_withdrawal", Label: c.T(words.AutoApproval), Kind: "check", Value: page.Checked(cl.IsAutoApproveWithdrawal)},
			{Name: "daily_payout_cap", Label: c.T(words.DailyCap), Hint: c.T(words.DailyCapHint), Kind: page.Money, Value: limit},
			{
				Name: "daily_refund_cap", Label: c.T(words.DailyRefundCap), Hint: c.T(words.DailyRefundCapHint), Kind: page.Money,
				Value: page.Rupiah(cl.DailyRefundCap).Text,
			},
			reasonField(c, true),
		},
	}
}

func settingsBody(c *page.Context) any {
	return page.Body{
		"is_auto_approve_withdrawal": c.Field("is_auto_approve_withdrawal") == "true", "daily_payout_cap": c.Amount("daily_payout_cap"),
		"daily_refund_cap": c.Amount("daily_refund_cap"), "reason": c.Field("reason"),
	}
}

func adjustmentForm(c *page.Context, cl api.AdminAccount) page.Form {
	return page.Form{
		Title: c.T(words.AdjustTitle), Hint: c.T(words.AdjustHint), Action: "/clients/" + page.Key(cl.ID) + "/adjust",
		Submit: c.T(words.Adjust), Danger: true,
		Fields: []page.Field{{Name: "amount", Label: c.T(words.Amount), Required: true, Kind: page.Money}, reasonField(c, true)},
	}
}

// writeOffForm offers to give up what the client owes, if it owes anything.
func writeOffForm(c *page.Context, cl api.AdminAccount) ([]page.Block, error) {
	at, err := api.GetBalanceOfClient(c, page.Key(cl.ID), nil)
	if err != nil || !at.Receivable.IsNegative() {
		return nil, err
	}
	return []page.Block{page.Form{
		Title: c.T(words.WriteOffTitle), Hint: c.T(words.WriteOffHint), Action: "/clients/" + page.Key(cl.ID) + "/write-off",
		Submit: c.T(words.WriteOffSubmit), Danger: true, Fields: []page.Field{reasonField(c, true)},
	}}, nil
}

func adjustmentBody(c *page.Context) any {
	return page.Body{"amount": c.Amount("amount"), "reason": c.Field("reason")}
}
