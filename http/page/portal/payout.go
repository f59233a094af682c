package portal

import (
	"net/url"
	"strconv"
	"strings"

	"gateway/domain/balance"
	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
	"gateway/projections/readmodel/payoutrows"
)

var payoutPages = []page.Page{
	{
		Path: "/withdrawals", Group: "read_money", Section: words.MoneySection, Nav: words.Withdrawals,
		Show: withdrawals.steps, Table: withdrawals.list,
	},
	{Path: "/withdrawals/new", Group: "payouts", Title: words.NewWithdrawal, Show: showNewWithdrawal},
	{Path: "/withdrawals/:id", Group: "read_money", Title: words.Withdrawal, Show: withdrawals.show},
	{
		Path: "/settlements", Group: "read_money", Section: words.MoneySection, Nav: words.Settlements,
		Show: settlements.steps, Table: settlements.list,
	},
	{Path: "/settlements/new", Group: "payouts", Title: words.NewSettlement, Show: showNewSettlement},
	{Path: "/settlements/:id", Group: "read_money", Title: words.Settlement, Show: settlements.show},
}

// payouts are the pages of one kind of payout, and its operations. path is the same in the API and in the portal.
type payouts struct {
	path       string
	new, empty words.Text
	// one names a single payout of the kind.
	one  words.Text
	asks func(c api.Caller, query url.Values) (api.List[[]payoutrows.Payout], error)
	get  func(c api.Caller, id string) (payoutrows.Payout, error)
	// create requests a payout.
	create func(c api.Caller, body any) (payoutrows.Payout, error)
}

var (
	withdrawals = payouts{
		"/withdrawals", words.NewWithdrawal, words.NoWithdrawalsYet, words.WithdrawalNo,
		api.ListOwnWithdrawals, api.GetWithdrawal, api.RequestWithdrawal,
	}
	settlements = payouts{
		"/settlements", words.NewSettlement, words.NoSettlementsYet, words.SettlementNo,
		api.ListOwnSettlements, api.GetSettlement, api.RequestSettlement,
	}
)

func (p payouts) steps(c *page.Context) ([]page.Block, error) {
	if !c.May("payouts") {
		return nil, nil
	}
	return []page.Block{page.Links{Main: true, Links: []page.Link{{Text: c.T(p.new), Path: c.Link(p.path + "/new")}}}}, nil
}

func (p payouts) list(c *page.Context) (*page.Table, error) {
	query := c.Filter("status", "from", "to")
	query.Set("per_page", "50")
	list, err := p.asks(c, query)
	if err != nil {
		return nil, err
	}
	t := &page.Table{
		Columns: c.Titles(words.CreatedAt, words.ID, words.Status, words.PayoutAmount, words.PayoutFee, words.BankAccountOf, words.Reference),
		Filters: []page.Field{
			{Name: "status", Label: c.T(words.Status), Options: c.Choices(words.States, balance.Statuses()...)},
			{Name: "from", Label: c.T(words.From), Kind: "date"},
			{Name: "to", Label: c.T(words.To), Kind: "date"},
		},
		Total: list.Total, After: list.Next, Empty: c.T(p.empty),
	}
	for _, row := range list.Data {
		id := strconv.FormatInt(row.ID, 10)
		name := page.Cell{Text: c.T(p.one, id), Raw: id}
		account := page.Cell{Text: row.Bank + " " + masked(row.AccountNumber), Raw: row.Bank + " " + row.AccountNumber}
		t.Add(c.Time(row.CreatedAt), name.To(c.Link(p.path+"/"+id)), c.State(row.Status), page.Rupiah(row.Amount),
			page.Rupiah(row.TransferFee), account, page.ID(row.ExternalID))
	}
	return t, nil
}

func (p payouts) show(c *page.Context) ([]page.Block, error) {
	payout, err := p.get(c, c.Param("id"))
	if err != nil {
		return nil, err
	}
	answer, err := api.GetTimeline(c, p.path[1:]+"/"+c.Param("id"), c.TimelineQuery())
	if err != nil {
		return nil, err
	}
	c.SetTitle(c.T(p.one, c.Param("id")))
	figures := page.Figures{Figures: []page.Figure{
		{Label: c.T(words.Status), Value: c.State(payout.Status)},
		{Label: c.T(words.PayoutAmount), Value: page.Rupiah(payout.Amount)},
		{Label: c.T(words.PayoutFee), Value: page.Rupiah(payout.TransferFee)},
		{Label: c.T(words.PayoutTotal), Value: page.Rupiah(payout.Total)},
	}}
	right := append(p.forms(c, payout), payoutDetails(c, payout, accountHolder(answer)))
	right = append(right, callbackLinks(c, p.path[1:]+"/"+c.Param("id"))...)
	return []page.Block{figures, page.Columns{Left: toldBlocks(c, answer), Right: right}}, nil
}

// toldBlocks show what a thing waits for, and its timeline.
func toldBlocks(c *page.Context, t api.Timeline) []page.Block {
	return []page.Block{c.WhyBlock(t.Why, nil), c.StoryBlock(t.Timeline, nil)}
}

// accountHolder is the name on the bank account, which the request for a payout fixed. It is empty on later
// pages of a long timeline.
func accountHolder(t api.Timeline) string {
	for _, e := range t.Entries {
		if holder := page.DataOf(e.Detail).AccountHolder; holder != "" {
			return holder
		}
	}
	return ""
}

// masked shows the last four digits of an account number, which is enough to recognise one's own.
func masked(number string) string {
	const shown = 4
	if len(number) <= shown {
		return number
	}
	return strings.Repeat("•", len(number)-shown) + number[len(number)-shown:]
}

func payoutDetails(c *page.Context, p payoutrows.Payout, holder string) page.Details {
	d := page.Details{Title: c.T(words.Facts), Pairs: []page.Pair{
		{Label: c.T(words.ID), Value: page.ID(strconv.FormatInt(p.ID, 10))},
		{Label: c.T(words.ExternalID), Value: page.ID(p.ExternalID)},
		{Label: c.T(words.BankAccountOf), Value: page.Plain(p.Bank + " " + masked(p.AccountNumber))},
		{Label: c.T(words.AccountHolder), Value: page.Plain(holder)},
		{Label: c.T(words.CreatedAt), Value: c.Time(p.CreatedAt)},
		{Label: c.T(words.RequestedBy), Value: page.Plain(c.Word(words.PayoutBy, p.By))},
		{Label: c.T(words.TransferredAt), Value: c.TimeOr(p.TransferAt)},
	}}
	if by := c.TransferredBy(p.TransferredBy); by.Text != "" {
		d.Pairs = append(d.Pairs, page.Pair{Label: c.T(words.TransferredBy), Value: by})
	}
	for _, one := range []struct {
		label words.Text
		value *string
	}{{words.PurposeField, p.Purpose}, {words.Reason, p.Reason}, {words.PayoutURL, p.URL}} {
		if one.value != nil && *one.value != "" {
			d.Pairs = append(d.Pairs, page.Pair{Label: c.T(one.label), Value: page.Plain(*one.value)})
		}
	}
	return d
}
