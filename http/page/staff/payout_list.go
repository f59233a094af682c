package staff

import (
	"net/url"

	"gateway/domain/balance"
	"gateway/domain/words"
	"gateway/http/page"
	"gateway/projections/readmodel/payoutrows"
)

var payoutPages = []page.Page{
	{Path: "/withdrawals", Group: "read", Section: words.WorkSection, Nav: words.Withdrawals, Table: listPayouts("withdrawal")},
	{Path: "/withdrawals/:id", Group: "read", Title: words.WithdrawalTitle, Show: showPayout("withdrawal")},
	{Path: "/settlements", Group: "read", Section: words.WorkSection, Nav: words.Settlements, Table: listPayouts("settlement")},
	{Path: "/settlements/:id", Group: "read", Title: words.SettlementTitle, Show: showPayout("settlement")},
}

func listPayouts(kind string) func(*page.Context) (*page.Table, error) {
	return func(c *page.Context) (*page.Table, error) {
		query := c.Filter("status", "client_id", "trouble")
		query.Set("per_page", "50")
		return payoutTable(c, kind, query)
	}
}

// payoutTable lists withdrawals or settlements.
func payoutTable(c *page.Context, kind string, query url.Values) (*page.Table, error) {
	var rows []payoutrows.AdminPayout
	meta, after, err := c.List("/admin/"+kind+"s", query, &rows)
	if err != nil {
		return nil, err
	}
	t := &page.Table{
		Columns: c.Titles(words.CreatedAt, words.ID, words.Client, words.Status, words.Amount, words.Destination, words.ByHand),
		Filters: []page.Field{
			statusFilter(c, balance.Statuses()...),
			clientFilter(c),
			{
				Name: "trouble", Label: c.T(words.Trouble),
				Options: c.Choices(words.States, payoutrows.TroubleUnknown, payoutrows.TroubleContradicted),
			},
		},
		Total: meta.Total, After: after, Empty: c.T(words.PayoutsEmpty),
	}
	for _, p := range rows {
		t.Add(c.Time(p.CreatedAt), page.Plain(page.Key(p.ID)).To(c.Link("/"+kind+"s/"+page.Key(p.ID))), clientCell(c, p.ClientID, p.ClientName),
			payoutState(c, p), page.Rupiah(p.Amount), page.Plain(p.Bank+" "+p.AccountNumber), c.Flag(p.Manual))
	}
	return withNames(c, t, rows, func(p payoutrows.AdminPayout) string { return p.ClientName }), nil
}

// payoutState shows the payout's state, or that its outcome is unknown, or that a report contradicts it.
func payoutState(c *page.Context, p payoutrows.AdminPayout) page.Cell {
	switch {
	case p.Contradiction != "":
		cell := c.State(payoutrows.TroubleContradicted)
		cell.Text = c.Word(words.States, p.Status) + " · " + cell.Text
		return cell
	case p.Unknown:
		cell := c.State(payoutrows.TroubleUnknown)
		cell.Tone = page.ToneBad
		return cell
	}
	return c.State(p.Status)
}
