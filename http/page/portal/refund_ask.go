package portal

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"gateway/domain/payment"
	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
	"gateway/http/service/refundservice"
	"gateway/projections/readmodel/clientrows"
	"gateway/projections/readmodel/paymentrows"

	"github.com/shopspring/decimal"
)

// Asking for a refund takes two steps. The form on the payment's page is checked first: the next page says in rupiah
// what will happen, and only the button there sends the request.

// The fields of the form that the API has in `to`, by its names for them.
const (
	fieldBank   = "to.bank"
	fieldNumber = "to.norek"
	fieldHolder = "to.account_holder"
	// fieldSure is set by the second step.
	fieldSure = "sure"
)

// isRefundable reports whether money of the payment may have been credited.
func isRefundable(p paymentrows.Transaction) bool {
	return p.Status == payment.StatusPaid || p.Status == payment.StatusSettled
}

// refundBlocks are the refunds of a payment, and the form that asks for another one with what it will do.
func refundBlocks(c *page.Context, p paymentrows.Transaction) (list, ask []page.Block, err error) {
	if !isRefundable(p) || p.Channel == paymentrows.ChannelRecorded {
		return nil, nil, nil
	}
	table, err := refundTable(c, url.Values{"transaction_id": {p.TransactionID}, "per_page": {"100"}})
	if err != nil {
		return nil, nil, err
	}
	if len(table.Rows) > 0 {
		table.Title, table.Filters = c.T(words.RefundsOfPayment), nil
		list = append(list, table.Without(words.Transaction, words.RefundFee, words.Reference))
	}
	if !c.May("refunds") {
		return list, nil, nil
	}
	options, err := api.GetRefundOptions(c, p.TransactionID)
	if err != nil {
		return nil, nil, err
	}
	form, err := refundForm(c, options)
	return list, form, err
}

// refundForm says how each money of the payment can go back, and asks for what the API needs to know.
func refundForm(c *page.Context, o refundservice.Options) (blocks []page.Block, err error) {
	var open []refundservice.Money
	disputed := false
	for _, m := range o.Money {
		disputed = disputed || m.Disputed
		if len(m.Methods) > 0 {
			open = append(open, m)
		}
	}
	switch {
	case len(o.Money) == 0:
		return nil, nil
	case len(open) == 0 && disputed:
		return []page.Block{page.Notice{Text: c.T(words.RefundDisputed), Tone: page.ToneWait}}, nil
	case len(open) == 0:
		return []page.Block{page.Notice{Text: c.T(words.RefundNothingLeft), Tone: page.ToneQuiet}}, nil
	}
	form := page.Form{
		Title: c.T(words.AskRefund), Hint: c.T(words.RefundWaits), Action: "/payments/" + url.PathEscape(o.TransactionID) + "/refund",
		Submit: c.T(words.RefundNow),
	}
	for _, m := range open {
		blocks = append(blocks, optionDetails(c, m, len(o.Money) > 1)...)
	}
	form.Fields, err = refundFields(c, open, len(o.Money) > 1)
	return append(blocks, form), err
}

func refundFields(c *page.Context, open []refundservice.Money, several bool) ([]page.Field, error) {
	var most decimal.Decimal
	whole, part := false, false // whether all of some money, or a part of it, needs an account
	var moneys []page.Option
	for _, m := range open {
		most = decimal.Max(most, m.Refundable)
		whole = whole || m.Methods[0].NeedsAccount
		part = part || planOf(m, decimal.Zero).method.NeedsAccount
		text := page.Rupiah(m.Refundable).Text + " · " + m.ChannelCode + " · " + m.PaymentID
		moneys = append(moneys, page.Option{Value: m.PaymentID, Text: text})
	}
	var fields []page.Field
	if several {
		fields = append(fields, page.Field{Name: "payment_id", Label: c.T(words.RefundPaymentID), Required: true, Options: moneys})
	}
	reasons := make([]page.Option, 0, len(words.RefundReasons))
	for _, reason := range payment.RefundReasons() {
		reasons = append(reasons, page.Option{Value: reason, Text: c.Word(words.RefundReasons, reason)})
	}
	fields = append(fields,
		page.Field{
			Name: "amount", Label: c.T(words.RefundAmount), Hint: c.T(words.RefundAmountHint, page.Rupiah(most).Text), Kind: page.Money,
		},
		page.Field{Name: "reason", Label: c.T(words.RefundReasonField), Required: true, Options: reasons})
	if whole || part {
		hint := c.T(words.RefundAccountPart)
		if whole {
			hint = c.T(words.RefundAccountHint)
		}
		bankHere, err := bankField(c, words.RefundNoBank)
		if err != nil {
			return nil, err
		}
		bankHere.Name, bankHere.Hint = fieldBank, hint+" "+bankHere.Hint
		fields = append(fields, bankHere,
			page.Field{Name: fieldNumber, Label: c.T(words.Account), Numeric: true},
			page.Field{Name: fieldHolder, Label: c.T(words.AccountHolder)})
	}
	return append(fields,
		page.Field{Name: "note", Label: c.T(words.RefundNote), Hint: c.T(words.RefundNoteHint)},
		page.Field{Name: "external_id", Label: c.T(words.ExternalID), Hint: c.T(words.PayoutRefHint)}), nil
}

// plan is what a refund of an amount will do.
type plan struct {
	money  refundservice.Money
	method refundservice.Method
	// amount is what the customer gets, in rupiah; zero stands for a part whose size is not known yet.
	amount decimal.Decimal
}

// planOf picks the way that the gateway will take: the first one that fits the amount.
func planOf(m refundservice.Money, amount decimal.Decimal) plan {
	p := plan{m, m.Methods[len(m.Methods)-1], amount}
	i := slices.IndexFunc(m.Methods, func(way refundservice.Method) bool { return !way.WholeOnly || amount.Equal(m.Refundable) })
	if i >= 0 {
		p.method = m.Methods[i]
	}
	return p
}

// unsettled is the part that is held from what of this payment is not settled, in rupiah.
func (p plan) unsettled() decimal.Decimal { return decimal.Min(p.amount, p.method.FromUnsettled) }

// available is the part that the available balance must have, in rupiah.
func (p plan) available() decimal.Decimal { return p.amount.Sub(p.unsettled()) }

// costs is how much less the client has in the end, in rupiah. For a part by transfer it is an upper bound, because
// the options have the fee of a transfer of all that is left.
func (p plan) costs() decimal.Decimal { return p.amount.Add(p.method.Fee).Sub(p.method.FeeReturned) }

// optionDetails show what the gateway does with all of the money, and with a part if that is another way.
func optionDetails(c *page.Context, m refundservice.Money, several bool) []page.Block {
	whole, part := planOf(m, m.Refundable), planOf(m, decimal.Zero)
	title := c.T(words.RefundOfAll, page.Rupiah(m.Refundable).Text)
	if several {
		title += " · " + m.PaymentID
	}
	blocks := []page.Block{page.Details{Title: title, Pairs: whole.pairs(c)}}
	if part.method.Method == whole.method.Method {
		return blocks
	}
	return append(blocks, page.Details{Title: c.T(words.RefundOfPart, page.Rupiah(m.Refundable).Text), Pairs: part.pairs(c)})
}

// pairs say in rupiah what the refund will do.
func (p plan) pairs(c *page.Context) []page.Pair {
	until := page.Plain(c.T(words.RefundNoEnd))
	if p.method.Until != nil {
		until = c.Time(*p.method.Until)
	}
	pairs := []page.Pair{
		{Label: c.T(words.RefundMethod), Value: page.Plain(c.Word(words.RefundMethods, p.method.Method))},
		{Label: c.T(words.CustomerHasMoney), Value: page.Plain(c.Word(words.RefundArrivals, p.method.Method))},
	}
	fee := page.Rupiah(p.method.Fee)
	if p.amount.IsZero() {
		pairs = append(pairs, page.Pair{Label: c.T(words.RefundHeldNow), Value: page.Plain(c.T(words.RefundPartOf))})
		if p.method.FromUnsettled.IsPositive() {
			held := page.Plain(c.T(words.RefundPartUpTo, page.Rupiah(p.method.FromUnsettled).Text))
			pairs = append(pairs, page.Pair{Label: c.T(words.RefundUnsettled), Value: held})
		}
	} else {
		pairs = append(pairs,
			page.Pair{Label: c.T(words.RefundAmount), Value: page.Rupiah(p.amount)},
			page.Pair{Label: c.T(words.RefundHeldNow), Value: page.Rupiah(p.amount)},
			page.Pair{Label: c.T(words.RefundUnsettled), Value: page.Rupiah(p.unsettled())},
			page.Pair{Label: c.T(words.RefundAvailable), Value: page.Rupiah(p.available())})
	}
	isBound := p.method.Fee.IsPositive() && !p.amount.Equal(p.money.Refundable)
	if isBound {
		fee = page.Plain(c.T(words.RefundAtMost, fee.Text))
	}
	pairs = append(pairs,
		page.Pair{Label: c.T(words.RefundFee), Value: fee},
		page.Pair{Label: c.T(words.RefundFeeBack), Value: page.Rupiah(p.method.FeeReturned)})
	if !p.amount.IsZero() {
		costs := page.Rupiah(p.costs())
		if isBound {
			costs = page.Plain(c.T(words.RefundAtMost, costs.Text))
		}
		pairs = append(pairs, page.Pair{Label: c.T(words.RefundCosts), Value: costs})
	}
	return append(pairs, page.Pair{Label: c.T(words.RefundPossible), Value: until})
}

// askRefund asks for the refund of the sent form, if the person is sure, and otherwise shows what it will do.
func askRefund(c *page.Context) (page.Result, error) {
	if c.Field(fieldSure) == "true" {
		asked, err := api.RequestRefund(c, refundBody(c))
		return page.Result{To: "/refunds/" + page.Key(asked.ID), Done: "requested"}, err
	}
	p, err := checkedPlan(c)
	if err != nil {
		return page.Result{}, err
	}
	client, err := api.GetAccount(c)
	if err != nil {
		return page.Result{}, err
	}
	return page.Result{Title: words.AskRefund, Blocks: p.confirmation(c, client)}, nil
}

// refundBody is the request that the form stands for. The account is left out where the form has none.
func refundBody(c *page.Context) page.Body {
	body := page.Body{"transaction_id": c.Param("id")}.Amount(c, "amount").Texts(c, "payment_id", "reason", "note", "external_id")
	to := page.Body{}
	for name, member := range map[string]string{fieldBank: "bank", fieldNumber: "norek", fieldHolder: "account_holder"} {
		if text := strings.TrimSpace(c.Field(name)); text != "" {
			to[member] = text
		}
	}
	if len(to) > 0 {
		body["to"] = to
	}
	return body
}

// checkedPlan is the plan of the sent form. The error is a *page.Problem about a field that is wrong, so that the
// person meets it before the confirmation. The API checks all of it again.
func checkedPlan(c *page.Context) (plan, error) {
	options, err := api.GetRefundOptions(c, c.Param("id"))
	if err != nil {
		return plan{}, err
	}
	i := slices.IndexFunc(options.Money, func(m refundservice.Money) bool {
		return m.PaymentID == c.Field("payment_id") || c.Field("payment_id") == "" && len(options.Money) == 1
	})
	if i < 0 {
		return plan{}, wrongField("payment_id", "must be one of the list")
	}
	m := options.Money[i]
	if len(m.Methods) == 0 {
		return plan{}, &page.Problem{Status: http.StatusBadRequest, Code: "nothing_left", Message: "all of this money was given back, or will be"}
	}
	amount := m.Refundable
	switch typed := c.Amount("amount").(type) {
	case json.Number:
		if amount, err = decimal.NewFromString(typed.String()); err != nil || !amount.IsPositive() || !amount.IsInteger() {
			return plan{}, wrongField("amount", "must be whole rupiah above 0")
		}
	case string:
		return plan{}, wrongField("amount", c.AmountProblem("amount"))
	}
	if amount.GreaterThan(m.Refundable) {
		return plan{}, wrongField("amount", "must be at most "+page.Rupiah(m.Refundable).Text+", which is left of this money")
	}
	if c.Field("reason") == "" {
		return plan{}, wrongField("reason", "is required")
	}
	p := planOf(m, amount)
	for _, name := range []string{fieldBank, fieldNumber, fieldHolder} {
		if p.method.NeedsAccount && strings.TrimSpace(c.Field(name)) == "" {
			return plan{}, wrongField(name, c.T(words.RefundNeedsAccount))
		}
	}
	return p, nil
}

func wrongField(name, message string) *page.Problem {
	return &page.Problem{
		Status: http.StatusBadRequest, Code: "invalid_field", Message: name + " " + message, Fields: map[string]string{name: message},
	}
}

// confirmation repeats what the refund will do, with the button that sends it.
func (p plan) confirmation(c *page.Context, client clientrows.Client) []page.Block {
	path, amount := "/payments/"+url.PathEscape(c.Param("id")), page.Rupiah(p.amount).Text
	pairs := p.pairs(c)
	if p.method.NeedsAccount {
		to := payment.RefundTo{Bank: c.Field(fieldBank), AccountNumber: c.Field(fieldNumber), AccountHolder: c.Field(fieldHolder)}
		pairs = append(pairs, page.Pair{Label: c.T(words.RefundTo), Value: page.Plain(page.RefundAccount(to))})
	}
	pairs = append(pairs, page.Pair{Label: c.T(words.Reason), Value: page.Plain(c.Word(words.RefundReasons, c.Field("reason")))})
	back := page.Links{Links: []page.Link{{Text: c.T(words.Back), Path: c.Link(path)}}}
	details := page.Details{Title: c.T(words.RefundSureTitle, amount), Pairs: pairs}
	if p.available().GreaterThan(client.Available) {
		needed := c.T(words.RefundTooLittle, page.Rupiah(client.Available).Text, page.Rupiah(p.available()).Text)
		return []page.Block{page.Notice{Text: needed, Tone: page.ToneBad}, details, back}
	}
	return []page.Block{
		page.Notice{Text: c.T(words.RefundSureHint), Tone: page.ToneWait},
		details,
		page.Form{
			Hint: c.T(words.RefundWaits), Action: path + "/refund", Submit: c.T(words.RefundSure, amount), Danger: true, Key: c.SentKey(),
			Fields: append(c.Hidden(), page.Field{Name: fieldSure, Kind: "hidden", Value: "true"}),
		},
		back,
	}
}
