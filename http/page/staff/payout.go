package staff

import (
	"net/url"
	"slices"

	"gateway/domain/balance"
	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
	"gateway/projections/readmodel/payoutrows"
)

func (p payouts) show(c *page.Context) ([]page.Block, error) {
	path := p.path + "/" + url.PathEscape(c.Param("id"))
	one, err := p.get(c, c.Param("id"))
	if err != nil {
		return nil, err
	}
	c.SetTitle(c.T(p.title) + " " + page.Key(one.ID))
	reasons, told, err := explained(c, path[1:])
	if err != nil {
		return nil, err
	}
	blocks := append(payoutNotices(c, one), payoutFigures(c, one))
	return append(blocks, page.Columns{
		Left:  append(riskTable(c, one), reasons, told),
		Right: append(append(payoutForms(c, path, one), payoutDetails(c, one)), c.FailureCodes(textOf(one.Reason))...),
	}), nil
}

// explained returns why a thing is in its state, and its timeline.
func explained(c *page.Context, name string) (page.Why, page.Story, error) {
	told, err := api.GetTimelineOfAny(c, name, c.TimelineQuery())
	if err != nil {
		return page.Why{}, page.Story{}, err
	}
	return c.WhyBlock(told.Why, eventPath(c)), c.StoryBlock(told.Timeline, eventPath(c)), nil
}

// payoutNotices say what a person has to look at.
func payoutNotices(c *page.Context, p payoutrows.AdminPayout) (notices []page.Block) {
	if p.Unknown {
		text := words.UnknownPayout
		if p.UnknownReason == "float_empty" {
			text = words.UnknownFloat
		}
		notices = append(notices, page.Notice{Text: c.T(text), Tone: page.ToneBad})
	}
	if p.Contradiction != "" {
		word := c.Word(words.PayoutContradictions, p.Contradiction)
		notices = append(notices, page.Notice{Text: c.T(words.ContradictedPayout, word), Tone: page.ToneBad})
	}
	if p.FoundID != "" {
		notices = append(notices, page.Notice{Text: c.T(words.FoundPayout, words.Isolated(p.FoundID)), Tone: page.ToneBad})
	}
	return notices
}

func payoutFigures(c *page.Context, p payoutrows.AdminPayout) page.Figures {
	return page.Figures{Figures: []page.Figure{
		{Label: c.T(words.Status), Value: payoutState(c, p)},
		{Label: c.T(words.Amount), Value: page.Rupiah(p.Amount)},
		{Label: c.T(words.TransferFee), Value: page.Rupiah(p.TransferFee)},
		{Label: c.T(words.TotalHeld), Value: page.Rupiah(p.Total)},
	}}
}

func payoutDetails(c *page.Context, p payoutrows.AdminPayout) page.Details {
	d := page.Details{Title: c.T(words.Facts), Pairs: []page.Pair{
		{Label: c.T(words.Client), Value: clientCell(c, p.ClientID, p.ClientName)},
		{Label: c.T(words.Bank), Value: page.Plain(p.Bank)},
		{Label: c.T(words.Account), Value: page.ID(p.AccountNumber)},
		{Label: c.T(words.AccountHolder), Value: page.Plain(p.AccountHolder)},
		{Label: c.T(words.CreatedAt), Value: c.Time(p.CreatedAt)},
		{Label: c.T(words.UpdatedAt), Value: c.Time(p.UpdatedAt)},
		{Label: c.T(words.RequestedBy), Value: requestedBy(c, p.By)},
		{Label: c.T(words.ByHand), Value: c.Flag(p.Manual)},
	}}
	for _, pair := range []page.Pair{
		{Label: c.T(words.Reference), Value: page.ID(p.ExternalID)},
		{Label: c.T(words.Purpose), Value: page.Plain(textOf(p.Purpose))},
		{Label: c.T(words.Reason), Value: page.Plain(c.FailureText(textOf(p.Reason)))},
		{Label: c.T(words.SubmittedAt), Value: c.TimeOr(p.SubmittedAt)},
		{Label: c.T(words.Connection), Value: connectionCell(c, p.Connection)},
		{Label: c.T(words.ProviderID), Value: page.ID(p.ProviderID)},
		{Label: c.T(words.ProviderReference), Value: page.ID(p.Reference)},
		{Label: c.T(words.FoundProviderID), Value: page.ID(p.FoundID)},
		{Label: c.T(words.FoundReference), Value: page.ID(p.FoundReference)},
		{Label: c.T(words.UnknownWhy), Value: page.Plain(c.Word(words.UnknownReasons, p.UnknownReason))},
		{Label: c.T(words.TransferredBy), Value: c.TransferredBy(p.TransferredBy)},
		{Label: c.T(words.TransferredAt), Value: c.TimeOr(p.TransferAt)},
	} {
		if pair.Value.Text != "" {
			d.Pairs = append(d.Pairs, pair)
		}
	}
	return d
}

func textOf(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}

// requestedBy says who asked for a payout. `client` stands for its API key or its people.
func requestedBy(c *page.Context, by string) page.Cell {
	if by == "client" {
		return page.Plain(c.T(words.SaysClient))
	}
	return c.Actor(by)
}

var payoutPages = []page.Page{
	{
		Path: "/withdrawals", Group: "read", Section: words.WorkSection, Nav: words.Withdrawals, Show: withdrawals.queue,
		Table: withdrawals.table,
	},
	{Path: "/withdrawals/:id", Group: "read", Title: words.WithdrawalTitle, Show: withdrawals.show},
	{
		Path: "/settlements", Group: "read", Section: words.WorkSection, Nav: words.Settlements, Show: settlements.queue,
		Table: settlements.table,
	},
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
	query := c.MoneyFilter("status", "client_id", "trouble", "connection")
	if inQueue(query) && query.Get("client_id")+query.Get("trouble")+query.Get("connection") == "" {
		query = c.Filter()
		query.Set("waiting", "true") // oldest first
	}
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
		Columns: c.Titles(words.CreatedAt, words.Reference, words.ID, words.Client, words.Status, words.Amount, words.Destination,
			words.ByHand, words.Connection),
		Filters: slices.Concat([]page.Field{
			statusFilter(c, balance.Statuses()...),
			clientFilter(c),
			{
				Name: "trouble", Label: c.T(words.Trouble),
				Options: c.Choices(words.States, payoutrows.TroubleUnknown, payoutrows.TroubleContradicted),
			},
			connectionFilter(c),
		}, c.DayFilters(), c.AmountFilters()),
		Total: list.Total, After: list.Next, Empty: c.T(words.PayoutsEmpty), Choosers: choosers(c, approveChosen(p)),
	}
	queue := inQueue(c.Filter("status"))
	if queue {
		t.Columns = append(t.Columns, c.Titles(words.Waits, words.RiskTitle)...)
	}
	for _, one := range list.Data {
		cells := []page.Cell{
			c.Time(one.CreatedAt), page.ID(one.ExternalID), page.Plain(page.Key(one.ID)).To(c.Link(p.path + "/" + page.Key(one.ID))),
			clientCell(c, one.ClientID, one.ClientName), payoutState(c, one), page.Rupiah(one.Amount),
			page.Plain(one.Bank + " " + one.AccountNumber), c.Flag(one.Manual), connectionCell(c, one.Connection),
		}
		if queue {
			cells = append(cells, waits(c, one), riskCell(c, one))
		}
		t.Add(cells...)
		p.offer(c, t, one)
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
	return c.PayoutState(p.Payout)
}

var payoutActions = append(withdrawals.actions(), settlements.actions()...)

func (p payouts) actions() []page.Action {
	path := p.path + "/:id"
	return []page.Action{
		{
			Path: path + "/approve", Group: "manage", Page: path,
			Sure: p.sure(words.ApprovePayout, words.SureApprovePayout), Do: page.Sends(words.DoneApproved, p.approve, func(c *page.Context) any {
				return page.Body{"manual": c.Field("manual") == "true"}
			}),
		},
		{
			Path: path + "/reject", Group: "manage", Page: path,
			Sure: p.sure(words.RejectPayout, words.SureRejectPayout), Do: page.Sends(words.DoneRejected, p.reject, reasonBody),
		},
		{
			Path: path + "/complete", Group: "manage", Page: path,
			Sure: p.sure(words.CompletePayout, words.SureCompletePayout), Do: page.Sends("saved", p.complete, func(c *page.Context) any {
				return page.Body{"di_transfer_oleh": c.Field("di_transfer_oleh")}
			}),
		},
		{
			Path: path + "/fail", Group: "manage", Page: path,
			Sure: p.sure(words.FailPayout, words.SureFailPayout), Do: page.Sends("saved", p.fail, reasonBody),
		},
		{
			Path: path + "/adopt", Group: "manage", Page: path,
			Sure: p.sure(words.AdoptPayout, words.SureApprovePayout), Do: page.Sends("saved", p.adopt, func(c *page.Context) any {
				return page.Body{"provider_id": c.Field("provider_id")}
			}),
		},
	}
}

// payoutForms offer what an administrator may decide about a payout in its state. The API refuses what is no
// longer possible.
func payoutForms(c *page.Context, path string, p payoutrows.AdminPayout) []page.Block {
	if !c.May("manage") {
		return nil
	}
	forms := adoptionForm(c, path, p)
	switch {
	case p.Status == balance.StatusPending:
		return append(forms,
			step(c, path+"/approve", words.ApprovePayout, words.ApprovePayoutHint, page.Field{
				Name:  "manual",
				Label: c.T(words.ManualTransfer), Kind: "check",
			}),
			danger(c, path+"/reject", words.RejectPayout, words.RejectPayoutHint, reasonField(c, true)))
	case endsByHand(p):
		return append(forms,
			step(c, path+"/complete", words.CompletePayout, words.CompleteHint, page.Field{
				Name:  "di_transfer_oleh",
				Label: c.T(words.WhoTransferred), Required: true,
			}),
			danger(c, path+"/fail", words.FailPayout, words.FailPayoutHint, reasonField(c, true)))
	}
	return forms
}

// adoptionForm takes an order that was found at the provider as the payout's own. It is empty if no order was found.
func adoptionForm(c *page.Context, path string, p payoutrows.AdminPayout) []page.Block {
	if p.FoundID == "" || p.Status != balance.StatusPending && p.Status != balance.StatusProcessing {
		return nil
	}
	return []page.Block{step(c, path+"/adopt", words.AdoptPayout, words.AdoptPayoutHint, page.Field{
		Name: "provider_id", Label: c.T(words.ProviderID), Value: p.FoundID, Required: true,
	})}
}

// endsByHand reports whether a person may say how the payout ended: if a person pays it, its outcome is
// unknown, it is not known to have been sent, or an order found at the provider holds it.
func endsByHand(p payoutrows.AdminPayout) bool {
	return p.Status == balance.StatusProcessing && (p.Manual || p.Unknown || p.Attempts == 0 || p.FoundID != "")
}
