package portal

import (
	"cmp"
	"net/url"

	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
	"gateway/http/service/paymentservice"
	"gateway/projections/readmodel/paymentrows"
)

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
		{Name: "amount", Label: c.T(words.AmountField), Hint: c.T(words.AmountHint), Required: true, Numeric: true},
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
		page.Field{Name: "replaces", Label: c.T(words.ReplacesField), Hint: c.T(words.ReplacesHint)},
		page.Field{Name: "callback_url", Label: c.T(words.CallbackURL), Hint: c.T(words.CallbackURLHint)})
}

func createPayment(c *page.Context) (page.Result, error) {
	body := page.Body{}.Amount(c, "amount").
		Texts(c, "bank_code", "customer_name", "channel_code", "customer_phone", "description", "external_id", "replaces")
	if metadata := (page.Body{}).Texts(c, "callback_url"); len(metadata) > 0 {
		body["metadata"] = metadata
	}
	created, err := creations[chosenChannel(c)](c, body)
	return page.Result{To: "/payments/" + url.PathEscape(created.Transaction.TransactionID), Done: "created"}, err
}
