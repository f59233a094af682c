package portal

import (
	"encoding/json"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"gateway/domain/balance"
	"gateway/domain/bank"
	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
	"gateway/projections/readmodel/clientrows"
	"gateway/projections/readmodel/payoutrows"

	"github.com/shopspring/decimal"
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
	path, kind string
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
		"/withdrawals", balance.Withdrawal, words.NewWithdrawal, words.NoWithdrawalsYet, words.WithdrawalNo,
		api.ListOwnWithdrawals, api.GetWithdrawal, api.RequestWithdrawal,
	}
	settlements = payouts{
		"/settlements", balance.Settlement, words.NewSettlement, words.NoSettlementsYet, words.SettlementNo,
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
	query := c.MoneyFilter("status")
	query.Set("per_page", "50")
	list, err := p.asks(c, query)
	if err != nil {
		return nil, err
	}
	t := &page.Table{
		Columns: c.Titles(words.CreatedAt, words.Reference, words.ID, words.Status, words.PayoutAmount, words.PayoutFee, words.BankAccountOf),
		Filters: slices.Concat([]page.Field{
			{Name: "status", Label: c.T(words.Status), Options: c.Choices(words.States, balance.Statuses()...)},
		}, c.DayFilters(), c.AmountFilters()),
		Total: list.Total, After: list.Next, Empty: c.T(p.empty),
	}
	for _, row := range list.Data {
		id := strconv.FormatInt(row.ID, 10)
		name := page.Cell{Text: c.T(p.one, id), Raw: id}
		account := page.Cell{Text: row.Bank + " " + masked(row.AccountNumber), Raw: row.Bank + " " + row.AccountNumber}
		t.Add(c.Time(row.CreatedAt), page.ID(row.ExternalID), name.To(c.Link(p.path+"/"+id)), c.PayoutState(row), page.Rupiah(row.Amount),
			page.Rupiah(row.TransferFee), account)
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
		{Label: c.T(words.Status), Value: c.PayoutState(payout)},
		{Label: c.T(words.PayoutAmount), Value: page.Rupiah(payout.Amount)},
		{Label: c.T(words.PayoutFee), Value: page.Rupiah(payout.TransferFee)},
		{Label: c.T(words.PayoutTotal), Value: page.Rupiah(payout.Total)},
	}}
	right := append(p.forms(c, payout), payoutDetails(c, payout, accountHolder(answer)))
	if payout.Reason != nil {
		right = append(right, c.FailureCodes(*payout.Reason)...)
	}
	right = append(right, callbackLinks(c, p.path[1:]+"/"+c.Param("id"))...)
	var blocks []page.Block
	if payout.Status == balance.StatusPending {
		if blocks, err = decisionTime(c, p.kind); err != nil {
			return nil, err
		}
	}
	return append(blocks, figures, page.Columns{Left: toldBlocks(c, answer), Right: right}), nil
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
	}{{words.PurposeField, p.Purpose}, {words.Reason, inWords(c, p.Reason)}, {words.PayoutURL, p.URL}} {
		if one.value != nil && *one.value != "" {
			d.Pairs = append(d.Pairs, page.Pair{Label: c.T(one.label), Value: page.Plain(*one.value)})
		}
	}
	return d
}

// inWords says why a payout failed; nil stays nil.
func inWords(c *page.Context, reason *string) *string {
	if reason == nil {
		return nil
	}
	return new(c.FailureText(*reason))
}

var payoutActions = []page.Action{
	{
		Path: "/withdrawals/new", Group: "payouts", Page: "/withdrawals/new",
		Sure: sureWithdrawal, Do: withdrawals.request("jumlah", "url", "external_id"),
	},
	{
		Path: "/withdrawals/:id/cancel", Group: "payouts", Page: "/withdrawals/:id",
		Sure: surePayout(words.CancelPayout, words.SureCancelPayout), Do: page.Does(words.DoneCancelled, api.CancelWithdrawal),
	},
	{
		Path: "/withdrawals/:id/complete", Group: "sandbox_money", Page: "/withdrawals/:id",
		Sure: surePayout(words.PlayComplete, words.SurePlayComplete),
		Do:   page.Does(words.DoneSent, api.SandboxCompleteWithdrawal),
	},
	{
		Path: "/withdrawals/:id/fail", Group: "sandbox_money", Page: "/withdrawals/:id",
		Sure: surePayout(words.PlayFail, words.SurePlayFail),
		Do:   page.Does(words.DoneSent, api.SandboxFailWithdrawal),
	},
	{
		Path: "/settlements/new", Group: "payouts", Page: "/settlements/new",
		Sure: sureSettlement,
		Do:   settlements.request("jumlah", "tujuan", "bank", "norek", "url", "external_id"),
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
	var wait []page.Block
	if !q.client.IsAutoApproveWithdrawal { // one that is approved at once does not wait
		if wait, err = decisionTime(c, balance.Withdrawal); err != nil {
			return nil, err
		}
	}
	hint := c.T(words.WithdrawHint, words.Isolated(q.client.Bank+" "+q.client.AccountNumber), page.Rupiah(q.fee).Text)
	return append(append([]page.Block{q.figures(c)}, wait...), page.Form{
		Hint: hint, Action: "/withdrawals/new", Submit: c.T(words.AskWithdrawal),
		Fields: []page.Field{
			{Name: "jumlah", Label: c.T(words.AmountField), Hint: c.T(words.WithdrawAmountHint), Required: true, Kind: page.Money},
			{Name: "url", Label: c.T(words.PayoutURL), Hint: c.T(words.PayoutURLHint), Value: callbackURL},
			{Name: "external_id", Label: c.T(words.ExternalID), Hint: c.T(words.PayoutRefHint)},
		},
	}), nil
}

func showNewSettlement(c *page.Context) ([]page.Block, error) {
	q, err := askQuote(c)
	if err != nil {
		return nil, err
	}
	banks, err := bankField(c, words.ProfileBank)
	if err != nil {
		return nil, err
	}
	var blocks []page.Block
	if q.client.Bank != "" {
		blocks = append(blocks, q.figures(c))
	}
	wait, err := decisionTime(c, balance.Settlement)
	if err != nil {
		return nil, err
	}
	return append(append(blocks, wait...), page.Form{
		Action: "/settlements/new", Submit: c.T(words.AskSettlement),
		Fields: []page.Field{
			{Name: "jumlah", Label: c.T(words.AmountField), Hint: c.T(words.WithdrawAmountHint), Required: true, Kind: page.Money},
			{Name: "tujuan", Label: c.T(words.PurposeField), Hint: c.T(words.PurposeHint), Required: true},
			banks,
			{Name: "norek", Label: c.T(words.Account), Hint: c.T(words.OtherAccountHint), Numeric: true},
			{Name: "url", Label: c.T(words.PayoutURL), Hint: c.T(words.PayoutURLHint)},
			{Name: "external_id", Label: c.T(words.ExternalID), Hint: c.T(words.PayoutRefHint)},
		},
	}), nil
}

// bankField is a field in which a bank is found by typing its short name or a part of its name: the banks that can
// receive payouts now, with their fees, those with most customers first. empty says what an empty field means.
func bankField(c *page.Context, empty words.Text) (page.Field, error) {
	f := page.Field{Name: "bank", Label: c.T(words.Bank), Hint: c.T(words.BankSearchHint, c.T(empty))}
	banks, err := api.ListActiveBankChannels(c)
	if err != nil {
		return f, err
	}
	slices.SortStableFunc(banks, func(a, b api.BankChannel) int { return bank.ByPopularity(a.Code, b.Code) })
	for _, b := range banks {
		f.Suggested = append(f.Suggested, page.Option{
			Value: b.Code, Text: b.Code + " – " + b.Name + " (" + page.Rupiah(b.WithdrawalFee).Text + ")",
		})
	}
	return f, nil
}

// request asks for a payout with the fields of the form.
func (p payouts) request(amount string, texts ...string) func(*page.Context) (page.Result, error) {
	return func(c *page.Context) (page.Result, error) {
		created, err := p.create(c, page.Body{}.Amount(c, amount).Texts(c, texts...))
		return page.Result{To: p.path + "/" + strconv.FormatInt(created.ID, 10), Done: "requested"}, err
	}
}

// forms offers what the person may do with the payout now. Only withdrawals can be cancelled, and played in the
// sandbox.
func (p payouts) forms(c *page.Context, payout payoutrows.Payout) (forms []page.Block) {
	if p.path != withdrawals.path {
		return nil
	}
	path := p.path + "/" + url.PathEscape(c.Param("id"))
	if payout.Status == balance.StatusProcessing && c.Sandbox() && c.May("sandbox_money") {
		forms = append(forms,
			page.Form{Title: c.T(words.PlayBank), Action: path + "/complete", Submit: c.T(words.PlayComplete)},
			page.Form{Action: path + "/fail", Submit: c.T(words.PlayFail), Inline: true, Danger: true})
	}
	if payout.Status == balance.StatusPending && c.May("payouts") {
		forms = append(forms, page.Form{Action: path + "/cancel", Submit: c.T(words.CancelPayout), Inline: true, Danger: true})
	}
	return forms
}

// callbackLinks leads to the callbacks about a thing, by its name such as withdrawals/17.
func callbackLinks(c *page.Context, resource string) []page.Block {
	if !c.May("callbacks") {
		return nil
	}
	path := c.Link("/callbacks?" + url.Values{"resource": {resource}}.Encode())
	return []page.Block{page.Links{Links: []page.Link{{Text: c.T(words.CallbacksOfThis), Path: path}}}}
}

// usualURL is the initial callback URL in the form of a withdrawal: the URL of the client's last withdrawal, or
// else that of its first active callback endpoint, if the person may read endpoints. It may be empty.
func usualURL(c *page.Context) (string, error) {
	last, err := api.ListOwnWithdrawals(c, url.Values{"per_page": {"1"}})
	if err != nil {
		return "", err
	}
	if len(last.Data) > 0 && last.Data[0].URL != nil {
		return *last.Data[0].URL, nil
	}
	if !c.May("keys") {
		return "", nil
	}
	endpoints, err := api.ListCallbackEndpoints(c)
	if err != nil {
		return "", err
	}
	for _, e := range endpoints {
		if e.Active {
			return e.URL, nil
		}
	}
	return "", nil
}
