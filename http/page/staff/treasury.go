package staff

import (
	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
)

var treasuryPages = []page.Page{
	{Path: "/treasury", Group: "books", Section: words.BooksSection, Nav: words.Treasury, Show: treasuryHead, Table: listTreasury},
	{Path: "/treasury/new", Group: "manage", Title: words.NewTreasury, Show: newTreasury},
}

var treasuryActions = []page.Action{
	{Path: "/treasury/new", Group: "manage", Page: "/treasury/new", Sure: sureTreasury, Do: enterTreasury},
}

func treasuryHead(c *page.Context) ([]page.Block, error) {
	if !c.May("manage") {
		return nil, nil
	}
	return []page.Block{page.Links{Main: true, Links: []page.Link{{Text: c.T(words.NewTreasury), Path: c.Link("/treasury/new")}}}}, nil
}

func listTreasury(c *page.Context) (*page.Table, error) {
	query := c.Filter("from", "to")
	query.Set("per_page", "50")
	list, err := api.ListTreasury(c, query)
	if err != nil {
		return nil, err
	}
	t := &page.Table{
		Columns: c.Titles(words.BookedAt, words.Kind, words.Amount, words.ValueDate, words.Reference, words.FromAccount, words.ToAccount,
			words.By, words.Note),
		Filters: []page.Field{{Name: "from", Label: c.T(words.From), Kind: "date"}, {Name: "to", Label: c.T(words.To), Kind: "date"}},
		Total:   list.Total, After: list.Next, Empty: c.T(words.TreasuryEmpty),
	}
	for _, e := range list.Data {
		t.Add(c.Time(e.BookedAt), page.Plain(c.Word(words.TreasuryKinds, e.Kind)), page.Rupiah(e.Amount), page.Plain(e.ValueDate),
			page.Plain(e.Reference),
			page.ID(e.From), page.ID(e.To), page.Plain(e.By), page.Plain(e.Note))
	}
	return t, nil
}

// treasuryKinds are the kinds of entries, and ownAccounts the accounts of an opening entry, both in the order
// of the form.
var (
	treasuryKinds = []string{
		"top_up", "provider_withdrawal", "bank_charge", "owner_in", "owner_out", "tax_payment", "rounding_to_vat", "vat_to_rounding",
		"pph23_used", "opening",
		"provider_sent", "transit_arrived", "bank_interest", "interest_tax", "transfer_bounced", "bounce_settled",
	}
	ownAccounts = []string{
		"", "asset:pph23", "bank:operating", "cost:bank", "cost:income_tax", "cost:provider", "equity", "provider:xendit:clearing",
		"provider:xendit:payouts",
	}
)

func newTreasury(c *page.Context) ([]page.Block, error) {
	var kinds, accounts []page.Option
	for _, kind := range treasuryKinds {
		kinds = append(kinds, page.Option{Value: kind, Text: c.Word(words.TreasuryKinds, kind)})
	}
	for _, account := range ownAccounts {
		accounts = append(accounts, page.Option{Value: account, Text: account})
	}
	return []page.Block{page.Form{
		Hint: c.T(words.TreasuryHint), Action: "/treasury/new", Submit: c.T(words.EnterTreasury),
		Fields: []page.Field{
			{Name: "kind", Label: c.T(words.Kind), Options: kinds, Required: true},
			{Name: "amount", Label: c.T(words.Amount), Required: true, Kind: page.Money},
			{Name: "value_date", Label: c.T(words.ValueDate), Kind: "date", Hint: c.T(words.ValueDateHint)},
			{Name: "reference", Label: c.T(words.Reference), Hint: c.T(words.ReferenceHint), Required: true},
			{Name: "note", Label: c.T(words.Note)},
			{Name: "from", Label: c.T(words.FromAccount), Hint: c.T(words.OpeningOnly), Options: accounts},
			{Name: "to", Label: c.T(words.ToAccount), Hint: c.T(words.OpeningOnly), Options: accounts},
		},
	}}, nil
}

func enterTreasury(c *page.Context) (page.Result, error) {
	body := page.Body{}.Texts(c, "kind", "value_date", "reference", "note", "from", "to").Amount(c, "amount")
	_, err := api.EnterTreasury(c, body)
	return page.Result{To: "/treasury", Done: "created"}, err
}
