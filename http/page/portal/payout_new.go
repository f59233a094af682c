package portal

import (
	"encoding/json"
	"strconv"

	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
	"gateway/projections/readmodel/clientrows"

	"github.com/shopspring/decimal"
)

var payoutActions = []page.Action{
	{Path: "/withdrawals/new", Group: "payouts", Page: "/withdrawals/new", Do: withdrawals.request("jumlah", "url", "external_id")},
	{Path: "/withdrawals/:id/cancel", Group: "payouts", Page: "/withdrawals/:id", Do: page.Does(words.DoneCancelled, api.CancelWithdrawal)},
	{
		Path: "/withdrawals/:id/complete", Group: "sandbox_money", Page: "/withdrawals/:id",
		Do: page.Does(words.DoneSent, api.SandboxCompleteWithdrawal),
	},
	{
		Path: "/withdrawals/:id/fail", Group: "sandbox_money", Page: "/withdrawals/:id",
		Do: page.Does(words.DoneSent, api.SandboxFailWithdrawal),
	},
	{
		Path: "/settlements/new", Group: "payouts", Page: "/settlements/new",
		Do: settlements.request("jumlah", "tujuan", "bank", "norek", "url", "external_id"),
	},
}

// quote is the cost of a transfer to the profile's bank account.
type quote struct {
	client clientrows.Client
	fee    decimal.Decimal
	most   decimal.Decimal
}

// askQuote asks for the fee of a transfer to the profile's bank account.
func askQuote(c *page.Context) (q quote, err error) {
	if q.client, err = api.GetAccount(c); err != nil || q.client.Bank == "" {
		return q, err
	}
	body := page.Body{"bank_code": q.client.Bank, "amount": json.Number("10000")}
	answer, err := api.CalculateWithdrawalFee(c, body)
	if err != nil {
		return q, err
	}
	q.fee = answer.Fee
	q.most = decimal.Max(q.client.Available.Sub(q.fee).Floor(), decimal.Zero)
	return q, nil
}

// figures are shown before a transfer is requested.
func (q quote) figures(c *page.Context) page.Figures {
	return page.Figures{Figures: []page.Figure{
		{Label: c.T(words.Available), Value: page.Rupiah(q.client.Available)},
		{Label: c.T(words.FeePerTransfer), Value: page.Rupiah(q.fee), Hint: q.client.Bank},
		{Label: c.T(words.MostToWithdraw), Value: page.Rupiah(q.most)},
	}}
}

// withoutBank is shown in place of a form that needs the profile's bank account.
func withoutBank(c *page.Context) []page.Block {
	return []page.Block{
		page.Notice{Text: c.T(words.NoBankAccount), Tone: page.ToneWait},
		page.Links{Main: true, Links: []page.Link{{Text: c.T(words.ToProfile), Path: c.Link("/profile")}}},
	}
}

func showNewWithdrawal(c *page.Context) ([]page.Block, error) {
	q, err := askQuote(c)
	if err != nil {
		return nil, err
	}
	if q.client.Bank == "" || q.client.AccountNumber == "" {
		return withoutBank(c), nil
	}
	callbackURL, err := usualURL(c)
	if err != nil {
		return nil, err
	}
	hint := c.T(words.WithdrawHint, words.Isolated(q.client.Bank+" "+q.client.AccountNumber), page.Rupiah(q.fee).Text)
	return []page.Block{q.figures(c), page.Form{
		Hint: hint, Action: "/withdrawals/new", Submit: c.T(words.AskWithdrawal),
		Fields: []page.Field{
			{Name: "jumlah", Label: c.T(words.AmountField), Hint: c.T(words.WithdrawAmountHint), Required: true, Numeric: true},
			{Name: "url", Label: c.T(words.PayoutURL), Hint: c.T(words.WithdrawURLHint), Value: callbackURL, Required: true},
			{Name: "external_id", Label: c.T(words.ExternalID), Hint: c.T(words.PayoutRefHint)},
		},
	}}, nil
}

func showNewSettlement(c *page.Context) ([]page.Block, error) {
	q, err := askQuote(c)
	if err != nil {
		return nil, err
	}
	banks, err := bankOptions(c, words.ProfileBank)
	if err != nil {
		return nil, err
	}
	var blocks []page.Block
	if q.client.Bank != "" {
		blocks = append(blocks, q.figures(c))
	}
	return append(blocks, page.Form{
		Action: "/settlements/new", Submit: c.T(words.AskSettlement),
		Fields: []page.Field{
			{Name: "jumlah", Label: c.T(words.AmountField), Hint: c.T(words.WithdrawAmountHint), Required: true, Numeric: true},
			{Name: "tujuan", Label: c.T(words.PurposeField), Hint: c.T(words.PurposeHint), Required: true},
			{Name: "bank", Label: c.T(words.Bank), Options: banks},
			{Name: "norek", Label: c.T(words.Account), Hint: c.T(words.OtherAccountHint), Numeric: true},
			{Name: "url", Label: c.T(words.PayoutURL), Hint: c.T(words.PayoutURLHint)},
			{Name: "external_id", Label: c.T(words.ExternalID), Hint: c.T(words.PayoutRefHint)},
		},
	}), nil
}

// bankOptions returns the banks that can receive payouts now, with their fees.
func bankOptions(c *page.Context, none words.Text) ([]page.Option, error) {
	banks, err := api.ListActiveBankChannels(c)
	if err != nil {
		return nil, err
	}
	options := []page.Option{{Text: c.T(none)}}
	for _, b := range banks {
		options = append(options, page.Option{Value: b.Code, Text: b.Name + " (" + page.Rupiah(b.WithdrawalFee).Text + ")"})
	}
	return options, nil
}

// request asks for a payout with the fields of the form.
func (p payouts) request(amount string, texts ...string) func(*page.Context) (page.Result, error) {
	return func(c *page.Context) (page.Result, error) {
		created, err := p.create(c, page.Body{}.Amount(c, amount).Texts(c, texts...))
		return page.Result{To: p.path + "/" + strconv.FormatInt(created.ID, 10), Done: "requested"}, err
	}
}
