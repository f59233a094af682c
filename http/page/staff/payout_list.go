package staff

import (
	"net/url"

	"gateway/domain/balance"
	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
	"gateway/projections/readmodel/payoutrows"
)

var payoutPages = []page.Page{
	{Path: "/withdrawals", Group: "read", Section: words.WorkSection, Nav: words.Withdrawals, Table: withdrawals.table},
	{Path: "/withdrawals/:id", Group: "read", Title: words.WithdrawalTitle, Show: withdrawals.show},
	{Path: "/settlements", Group: "read", Section: words.WorkSection, Nav: words.Settlements, Table: settlements.table},
	{Path: "/settlements/:id", Group: "read", Title: words.SettlementTitle, Show: settlements.show},
}

// act is an operation on a payout.
type act = func(c api.Caller, id string, body any) (payoutrows.AdminPayout, error)

// payouts are the pages of one kind of payout, and its operations. path is the same in the API and in the console.
type payouts struct {
	path                                   string
	title                                  words.Text
	list                                   func(c api.Caller, query url.Values) (api.List[[]payoutrows.AdminPayout], error)
	get                                    func(c api.Caller, id string) (payoutrows.AdminPayout, error)
	approve, reject, complete, fail, adopt act
}

var (
	withdrawals = payouts{
		"/withdrawals", words.WithdrawalTitle, api.ListWithdrawals, api.GetWithdrawalForAdmin,
		api.ApproveWithdrawal, api.RejectWithdrawal, api.CompleteWithdrawal, api.FailWithdrawal, api.AdoptWithdrawal,
	}
	settlements = payouts{
		"/settlements", words.SettlementTitle, api.ListSettlements, api.GetSettlementForAdmin,
		api.ApproveSettlement, api.RejectSettlement, api.CompleteSettlement, api.FailSettlement, api.AdoptSettlement,
	}
)

func (p payouts) table(c *page.Context) (*page.Table, error) {
	query := c.Filter("status", "client_id", "trouble")
	query.Set("per_page", "50")
	return p.tableOf(c, query)
}

// tableOf lists the payouts that a query selects.
func (p payouts) tableOf(c *page.Context, query url.Values) (*page.Table, error) {
	list, err := p.list(c, query)
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
		Total: list.Total, After: list.Next, Empty: c.T(words.PayoutsEmpty),
	}
	for _, one := range list.Data {
		t.Add(c.Time(one.CreatedAt), page.Plain(page.Key(one.ID)).To(c.Link(p.path+"/"+page.Key(one.ID))),
			clientCell(c, one.ClientID, one.ClientName), payoutState(c, one), page.Rupiah(one.Amount),
			page.Plain(one.Bank+" "+one.AccountNumber), c.Flag(one.Manual))
	}
	return withNames(c, t, list.Data, func(p payoutrows.AdminPayout) string { return p.ClientName }), nil
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
