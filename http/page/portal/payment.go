package portal

import (
	"cmp"
	"net/url"
	"slices"

	"gateway/domain/payment"
	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
	"gateway/http/service/paymentservice"
	"gateway/projections/readmodel/paymentrows"
)

var paymentPages = []page.Page{
	{Path: "/payments", Group: "read_money", Section: words.MoneySection, Nav: words.Payments, Show: showPayments, Table: listPayments},
	{Path: "/payments/:id", Group: "read_money", Title: words.PaymentTitle, Show: showPayment},
}

var paymentActions = []page.Action{
	{
		Path: "/payments/:id/cancel", Group: "payments", Page: "/payments/:id",
		Sure: surePayment(words.CancelPayment, words.SureCancelPayment), Do: page.Does(words.DoneCancelled, api.CancelPayment),
	},
	{
		Path: "/payments/:id/pay", Group: "sandbox_money", Page: "/payments/:id",
		Sure: surePay,
		Do:   page.Sends(words.DoneSent, api.SandboxPayPayment, amountBody),
	},
	{Path: "/payments/:id/settle", Group: "sandbox_money", Page: "/payments/:id", Do: page.Does(words.DoneSent, api.SandboxSettlePayment)},
	{
		Path: "/payments/:id/expire", Group: "sandbox_money", Page: "/payments/:id",
		Sure: surePayment(words.SandboxExpire, words.SureExpirePayment), Do: page.Does(words.DoneSent, api.SandboxExpirePayment),
	},
	{
		Path: "/payments/:id/dispute", Group: "sandbox_money", Page: "/payments/:id",
		Do: page.Sends(words.DoneSent, api.SandboxDisputePayment, amountBody),
	},
	{
		Path: "/payments/:id/charge-back", Group: "sandbox_money", Page: "/payments/:id",
		Do: page.Sends(words.DoneSent, api.SandboxChargeBackPayment, amountBody),
	},
}

func showPayments(c *page.Context) ([]page.Block, error) {
	if !c.May("payments") {
		return nil, nil
	}
	return []page.Block{page.Links{Main: true, Links: []page.Link{{Text: c.T(words.NewPayment), Path: c.Link("/payments/new")}}}}, nil
}

func listPayments(c *page.Context) (*page.Table, error) {
	query := c.MoneyFilter("status", "state", "channel", "only", "channel_code", "arrives_on", "q")
	query.Set("per_page", "50")
	return paymentTable(c, query)
}

func paymentTable(c *page.Context, query url.Values) (*page.Table, error) {
	list, err := api.ListMyTransactions(c, query)
	if err != nil {
		return nil, err
	}
	t := &page.Table{
		Columns: c.Titles(words.CreatedAt, words.OrderNumber, words.CustomerName, words.Transaction, words.Channel, words.Status, words.Amount,
			words.Net),
		Filters: c.TransactionFilters(), Total: list.Total, After: list.Next, Empty: c.T(words.NoPaymentsYet),
	}
	for _, p := range list.Data {
		t.Add(c.Time(p.CreatedAt), orderCell(c, p), page.Plain(p.CustomerName), page.ID(p.TransactionID).To(paymentPath(c, p.TransactionID)),
			page.Plain(c.Word(words.Channels, p.Channel)), c.TransactionState(p), page.Rupiah(p.Total), page.RupiahOr(p.NetPayment))
	}
	c.AddTransactionFile(t, list.Data)
	return t, nil
}

// orderCell is the merchant's own reference of a payment, by which people know it.
func orderCell(c *page.Context, p paymentrows.Transaction) page.Cell {
	if p.ExternalID == nil {
		return page.ID("")
	}
	return page.ID(*p.ExternalID).To(paymentPath(c, p.TransactionID))
}

func paymentPath(c *page.Context, transactionID string) string {
	return c.Link("/payments/" + url.PathEscape(transactionID))
}

// findPayment finds a transaction of the client by its transaction_id.
func findPayment(c *page.Context, id string) (found paymentrows.SingleTransaction, err error) {
	list, err := api.ListMyTransactions(c, url.Values{"q": {id}, "per_page": {"10"}})
	row, err := page.Find(list.Data, err, id, func(t api.Transaction) string { return t.TransactionID })
	if err != nil {
		return found, err
	}
	return api.GetMyTransaction(c, page.Key(row.ID))
}

func showPayment(c *page.Context) ([]page.Block, error) {
	p, err := findPayment(c, c.Param("id"))
	if err != nil {
		return nil, err
	}
	answer, err := api.GetTimeline(c, p.TransactionID, c.TimelineQuery())
	if err != nil {
		return nil, err
	}
	blocks := toldBlocks(c, answer)
	pay, err := howToPay(c, p)
	if err != nil {
		return nil, err
	}
	page.KeepVANumber(&p, answer.Timeline)
	left := slices.Concat(blocks[:1], pay, blocks[1:])
	c.SetTitle(c.T(words.Payment, words.Isolated(p.TransactionID)))
	refunds, ask, err := refundBlocks(c, p.Transaction)
	if err != nil {
		return nil, err
	}
	disputes, err := disputesOf(c, p.Transaction)
	if err != nil {
		return nil, err
	}
	left = slices.Concat(left, disputes, refunds)
	details := c.TransactionDetails(p, paymentPath, words.ExternalID)
	c.AddCanceller(&details, answer.Timeline)
	right := slices.Concat(paymentForms(c, p.Transaction), ask, []page.Block{details})
	if sent := string(p.Metadata); sent != "" && sent != "null" {
		right = append(right, page.Text{Title: c.T(words.Metadata), Text: page.Indented(sent)})
	}
	right = append(right, callbackLinks(c, "transactions/"+p.TransactionID)...)
	return []page.Block{c.TransactionFigures(p.Transaction), page.Columns{Left: left, Right: right}}, nil
}

// paymentForms offer what the person may do with the payment now.
func paymentForms(c *page.Context, p paymentrows.Transaction) (forms []page.Block) {
	path := "/payments/" + url.PathEscape(p.TransactionID)
	open := p.Status == payment.StatusPending && p.Channel != paymentrows.ChannelRecorded
	if c.Sandbox() && c.May("sandbox_money") && p.Channel != paymentrows.ChannelRecorded {
		forms = sandboxForms(c, p, path)
	}
	if mayReplace(p) && c.May("payments") {
		forms = append(forms, page.Links{Links: []page.Link{{Text: c.T(words.PayAgain), Path: payAgainPath(c, p)}}})
	}
	if open && c.May("payments") {
		forms = append(forms, page.Form{Action: path + "/cancel", Submit: c.T(words.CancelPayment), Inline: true, Danger: true})
	}
	return forms
}

// sandboxForms play the customer and the provider.
func sandboxForms(c *page.Context, p paymentrows.Transaction, path string) (forms []page.Block) {
	amount := []page.Field{{Name: "amount", Label: c.T(words.SandboxAmount), Kind: page.Money}}
	if p.Status == payment.StatusPending {
		return []page.Block{
			page.Form{Title: c.T(words.SandboxTitle), Action: path + "/pay", Submit: c.T(words.SandboxPay), Fields: amount},
			page.Form{Action: path + "/expire", Submit: c.T(words.SandboxExpire), Inline: true},
		}
	}
	if p.Status == payment.StatusPaid {
		forms = append(forms, page.Form{Title: c.T(words.SandboxTitle), Action: path + "/settle", Submit: c.T(words.SandboxSettle)})
	}
	if !isRefundable(p) || nothingLeft(p) {
		return forms
	}
	if p.ChannelCode != nil && payment.IsDisputable(*p.ChannelCode) {
		forms = append(forms, page.Form{
			Title: c.T(words.SandboxDisputeTitle), Hint: c.T(words.SandboxDisputeHint), Action: path + "/dispute", Submit: c.T(words.SandboxDispute),
			Fields: amount,
		})
	}
	return append(forms, page.Form{
		Title: c.T(words.SandboxChargeBackTitle), Hint: c.T(words.SandboxChargeBackHint), Action: path + "/charge-back",
		Submit: c.T(words.SandboxChargeBack), Fields: amount, Danger: true,
	})
}

// nothingLeft reports whether all credited money was taken back: then the simulated provider refuses to take any.
func nothingLeft(p paymentrows.Transaction) bool {
	return p.PaidAmount != nil && p.ReversedAmount.GreaterThanOrEqual(*p.PaidAmount)
}

// mayReplace reports whether a newer payment may take the place of this one, because it was not paid.
func mayReplace(p paymentrows.Transaction) bool {
	return p.Channel != paymentrows.ChannelRecorded && !p.UnderReview && p.ReplacedBy == nil &&
		slices.Contains([]string{payment.StatusPending, payment.StatusExpired, payment.StatusFailed}, p.Status)
}

// amountBody is what the customer pays at the simulated provider.
func amountBody(c *page.Context) any { return page.Body{}.Amount(c, "amount") }

var newPaymentPages = []page.Page{
	{Path: "/payments/new", Group: "payments", Title: words.NewPayment, Show: showNewPayment},
}

var newPaymentActions = []page.Action{
	{Path: "/payments/new", Group: "payments", Page: "/payments/new", Do: createPayment},
}

// channels are the channels, in the order in which the page offers them.
var channels = []string{"invoice", "va", "qris", "ewallet"}

// creations are the operations that create a payment, by the channel.
var creations = map[string]func(c api.Caller, body any) (paymentservice.Created, error){
	"invoice": api.CreateInvoicePayment, "va": api.CreateVAPayment, "qris": api.CreateQRISPayment, "ewallet": api.CreateEWalletPayment,
}

// chosenChannel is the channel in the sent form or in the page's address, and otherwise the first.
func chosenChannel(c *page.Context) string {
	for _, channel := range channels {
		if channel == cmp.Or(c.Field("channel"), c.Query.Get("channel")) {
			return channel
		}
	}
	return channels[0]
}

func showNewPayment(c *page.Context) ([]page.Block, error) {
	methods, err := api.ListPaymentMethods(c)
	if err != nil {
		return nil, err
	}
	channel := chosenChannel(c)
	tabs := page.Tabs{Label: c.T(words.PaymentMethods), Current: newPaymentPath(c, channel)}
	for _, one := range channels {
		tabs.Links = append(tabs.Links, page.Link{Text: c.Word(words.Channels, one), Path: newPaymentPath(c, one)})
	}
	return []page.Block{tabs, page.Form{
		Title: c.Word(words.Channels, channel), Hint: c.T(words.NewPaymentHint), Action: "/payments/new", Submit: c.T(words.CreatePayment),
		Fields: paymentFields(c, channel, methods),
	}}, nil
}

// newPaymentPath is the page of a new payment on a channel. It keeps the values in the current page's address.
func newPaymentPath(c *page.Context, channel string) string {
	query := url.Values{"channel": {channel}}
	for _, name := range []string{"replaces", "amount", "external_id"} {
		if value := c.Query.Get(name); value != "" {
			query.Set(name, value)
		}
	}
	return c.Link("/payments/new?" + query.Encode())
}

// payAgainPath is the page of a new payment that replaces another one.
func payAgainPath(c *page.Context, p paymentrows.Transaction) string {
	query := url.Values{"channel": {p.Channel}, "replaces": {p.TransactionID}, "amount": {p.Total.String()}}
	if p.ExternalID != nil {
		query.Set("external_id", *p.ExternalID)
	}
	return c.Link("/payments/new?" + query.Encode())
}

// paymentFields are the fields of the channel's operation.
func paymentFields(c *page.Context, channel string, methods []api.PaymentMethod) []page.Field {
	fields := []page.Field{
		{Name: "channel", Kind: "hidden", Value: channel},
		{Name: "amount", Label: c.T(words.AmountField), Hint: c.T(words.AmountHint), Required: true, Kind: page.Money},
	}
	var codes []page.Option
	for _, m := range methods {
		if m.Channel == channel {
			codes = append(codes, page.Option{Value: m.ChannelCode, Text: m.Name})
		}
	}
	switch channel {
	case "va":
		fields = append(fields,
			page.Field{Name: "bank_code", Label: c.T(words.BankOfVA), Required: true, Options: codes},
			page.Field{Name: "customer_name", Label: c.T(words.CustomerName), Hint: c.T(words.CustomerNameHint), Required: true})
	case "ewallet":
		fields = append(fields,
			page.Field{Name: "channel_code", Label: c.T(words.Wallet), Required: true, Options: codes},
			page.Field{Name: "customer_phone", Label: c.T(words.CustomerPhone), Hint: c.T(words.PhoneHint), Complete: "off"})
	case "invoice":
		fields = append(fields, page.Field{Name: "description", Label: c.T(words.Description)})
	}
	return append(fields,
		page.Field{Name: "external_id", Label: c.T(words.ExternalID), Hint: c.T(words.ExternalIDHint)},
		page.Field{Name: "expires_at", Label: c.T(words.PayUntil), Hint: c.T(words.PayUntilHint, c.ZoneName()), Kind: "datetime-local"},
		page.Field{Name: "replaces", Label: c.T(words.ReplacesField), Hint: c.T(words.ReplacesHint)},
		page.Field{Name: "callback_url", Label: c.T(words.CallbackURL), Hint: c.T(words.CallbackURLHint)})
}

func createPayment(c *page.Context) (page.Result, error) {
	body := page.Body{}.Amount(c, "amount").
		Texts(c, "bank_code", "customer_name", "channel_code", "customer_phone", "description", "external_id", "replaces")
	if until := c.PostedMoment("expires_at"); until != "" {
		body["expires_at"] = until
	}
	if metadata := (page.Body{}).Texts(c, "callback_url"); len(metadata) > 0 {
		body["metadata"] = metadata
	}
	created, err := creations[chosenChannel(c)](c, body)
	return page.Result{To: "/payments/" + url.PathEscape(created.Transaction.TransactionID), Done: "created"}, err
}

// howToPay shows what the customer needs to pay an open payment; nil if there is nothing to pay.
func howToPay(c *page.Context, p paymentrows.SingleTransaction) ([]page.Block, error) {
	pay := page.Details{Title: c.T(words.HowToPay)}
	var extra []page.Block
	switch {
	case p.VANumber != nil:
		bank := ""
		if p.BankCode != nil {
			bank = *p.BankCode
		}
		pay.Pairs = []page.Pair{{Label: c.T(words.TransferTo, bank), Value: page.ID(*p.VANumber)}}
	case p.QRString != nil:
		picture, err := page.QR(*p.QRString, c.T(words.ScanToPay))
		if err != nil {
			return nil, err
		}
		extra = []page.Block{picture, page.Text{Title: c.T(words.QRText), Text: *p.QRString}}
	case p.InvoiceURL != nil && *p.InvoiceURL != "":
		extra = linkToPay(c, words.OpenInvoice, *p.InvoiceURL)
	case p.PayURL != nil && *p.PayURL != "":
		extra = linkToPay(c, words.OpenWallet, *p.PayURL)
	case p.Deeplink != nil && *p.Deeplink != "":
		extra = linkToPay(c, words.OpenWallet, *p.Deeplink)
	default:
		return nil, nil
	}
	pay.Pairs = append(pay.Pairs, page.Pair{Label: c.T(words.Amount), Value: page.Rupiah(p.Total)},
		page.Pair{Label: c.T(words.PayBefore), Value: c.TimeOr(p.ExpiresAt)})
	return append([]page.Block{pay}, extra...), nil
}

func linkToPay(c *page.Context, text words.Text, address string) []page.Block {
	return []page.Block{
		page.Links{Main: true, Links: []page.Link{{Text: c.T(text), Path: address}}},
		page.Text{Title: c.T(words.SendLinkToPay), Text: address},
	}
}
