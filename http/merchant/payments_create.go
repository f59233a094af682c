package merchant

import (
	"cmp"
	"context"
	"encoding/json"
	"net/url"
	"slices"
	"strings"
	"time"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/money"
	"gateway/domain/payment"
	"gateway/domain/pricing"
	"gateway/domain/sequence"
	"gateway/eventstore"
	"gateway/http/envelope"
	"gateway/http/service/idempotency"

	"github.com/gin-gonic/gin"
)

// common is what the four channels take alike.
type common struct {
	Amount     money.Input
	AppID      *int64
	ExternalID string
	Metadata   json.RawMessage
}

// order is a payment as asked for, its channel known.
type order struct {
	common
	channel       pricing.Channel
	customerName  string
	customerPhone string
	successURL    string
}

// CreateVAPayment is POST /payments/va.
func (a *API) CreateVAPayment(c *gin.Context) {
	a.createPayment(c, func(body []byte) (order, error) {
		r, err := envelope.Parse[VAPaymentRequest](body)
		if err != nil {
			return order{}, err
		}
		channel, err := channelOf("bank_code", r.BankCode, pricing.VA)
		return order{
			common:  common{Amount: r.Amount, AppID: r.AppID, ExternalID: r.ExternalID, Metadata: r.Metadata},
			channel: channel, customerName: r.CustomerName,
		}, err
	})
}

// CreateEWalletPayment is POST /payments/ewallet.
func (a *API) CreateEWalletPayment(c *gin.Context) {
	a.createPayment(c, func(body []byte) (order, error) {
		r, err := envelope.Parse[EWalletPaymentRequest](body)
		if err != nil {
			return order{}, err
		}
		if err := envelope.CheckURL("success_url", r.SuccessURL); err != nil {
			return order{}, err
		}
		channel, err := channelOf("channel_code", r.ChannelCode, pricing.EWallet)
		return order{
			common:  common{Amount: r.Amount, AppID: r.AppID, ExternalID: r.ExternalID, Metadata: r.Metadata},
			channel: channel, customerPhone: r.CustomerPhone, successURL: r.SuccessURL,
		}, err
	})
}

// CreateQRISPayment is POST /payments/qris.
func (a *API) CreateQRISPayment(c *gin.Context) { createPlain[QRISPaymentRequest](a, c, "QRIS") }

// CreateInvoicePayment is POST /payments/invoice.
func (a *API) CreateInvoicePayment(c *gin.Context) {
	createPlain[InvoicePaymentRequest](a, c, "INVOICE")
}

func createPlain[R QRISPaymentRequest | InvoicePaymentRequest](a *API, c *gin.Context, code string) {
	a.createPayment(c, func(body []byte) (order, error) {
		r, err := envelope.Parse[R](body)
		channel, _ := pricing.Lookup(code)
		return order{common: common(r), channel: channel}, err
	})
}

// channelOf finds the channel that a request names.
func channelOf(field, code string, kind pricing.Kind) (pricing.Channel, error) {
	channel, ok := pricing.Lookup(code)
	if !ok || channel.Kind != kind {
		return channel, domain.InvalidField(field, "is not a channel of this kind")
	}
	return channel, nil
}

// createPayment takes one payment from the request to the provider's answer.
func (a *API) createPayment(c *gin.Context, read func(body []byte) (order, error)) {
	a.create(c, idempotency.Creator{Kind: sequence.Transaction, Prefix: "INV", Make: func(ctx context.Context, r idempotency.Creation) (any, error) {
		o, err := read(r.Body)
		if err != nil {
			return nil, err
		}
		opening, err := a.paymentOpening(ctx, r, o)
		if err != nil {
			return nil, err
		}
		return a.openPayment(ctx, opening)
	}})
}

// opening is a payment to be requested, and what the provider alone is told of it.
type opening struct {
	payment.RequestCmd
	// description is for the payer, who knows the merchant and his own order.
	description string
}

// paymentOpening gathers the facts of other aggregates that the payment rests on:
// the account's status and app, and the rates in force.
func (a *API) paymentOpening(ctx context.Context, r idempotency.Creation, o order) (opening, error) {
	var none opening
	if err := o.channel.CheckAmount(o.Amount.Value); err != nil {
		return none, err
	}
	callback, err := callbackURL(o.Metadata)
	if err != nil {
		return none, err
	}
	owner, _, err := eventstore.Load(ctx, a.Log, account.Aggregate, account.Stream(r.Client))
	if err != nil {
		return none, err
	}
	if err := owner.MayUseKey(); err != nil {
		return none, err
	}
	app, err := owner.App(o.AppID)
	if err != nil {
		return none, err
	}
	table, _, err := eventstore.Load(ctx, a.Log, pricing.Aggregate, pricing.Stream())
	if err != nil {
		return none, err
	}
	rates := ratesFor(o.channel, table.Rates(), app.Fees)
	quote := pricing.Compute(o.Amount.Value, rates[o.channel.Code], a.config.VATRate, true)
	now := a.Now()
	cmd := payment.RequestCmd{
		Identity: payment.Identity{
			ID: r.ID, TransactionID: r.Reference, ExternalID: o.ExternalID, ClientID: r.Client, AppID: app.ID,
			Channel: string(o.channel.Kind), ChannelCode: o.channel.Code, Amount: o.Amount.Value,
			Metadata: o.Metadata, CallbackURL: callback,
		},
		CustomerName: o.customerName, CustomerPhone: o.customerPhone, SuccessURL: o.successURL,
		Rates: rates, HoldUntilSettled: a.held(rates), VATRate: a.config.VATRate,
		Fee: quote.Fee, VAT: quote.VAT, Net: quote.Net,
		ExpiresAt: now.Add(a.expiry(o.channel)), At: now,
	}
	return opening{cmd, owner.Profile.Name + ": " + cmp.Or(o.ExternalID, r.Reference)}, nil
}

// ratesFor picks the rates that the payment is to record: the channel's, or for an
// invoice those of everything it can be paid with. An app's own rate wins.
func ratesFor(channel pricing.Channel, table, app map[string]pricing.Rate) map[string]pricing.Rate {
	rates := make(map[string]pricing.Rate)
	for _, c := range pricing.Channels() {
		if channel.Kind != pricing.Invoice && c.Code != channel.Code {
			continue
		}
		rates[c.Code] = table[c.Code]
		if own, ok := app[c.Code]; ok {
			rates[c.Code] = own
		}
	}
	return rates
}

func (a *API) held(rates map[string]pricing.Rate) []string {
	var codes []string
	for _, code := range a.config.HoldUntilSettled {
		if _, ok := rates[code]; ok {
			codes = append(codes, code)
		}
	}
	slices.Sort(codes)
	return codes
}

// expiry is how long a payment of the channel stays open.
func (a *API) expiry(channel pricing.Channel) time.Duration {
	if configured, ok := a.config.Expiry[channel.Code]; ok {
		return configured
	}
	return channel.Expiry
}

// callbackURL reads what the gateway itself understands of metadata, and joins
// type_transaksi to the URL as the query `via` (specification 4.1).
func callbackURL(metadata json.RawMessage) (string, error) {
	if metadata == nil {
		return "", nil
	}
	m, err := envelope.Parse[struct {
		CallbackURL   string `json:"callback_url,omitempty" bind:"max=2048"`
		TypeTransaksi string `json:"type_transaksi,omitempty"`
	}](metadata)
	if err != nil {
		return "", within("metadata", err)
	}
	if err := envelope.CheckURL("metadata.callback_url", m.CallbackURL); err != nil {
		return "", err
	}
	if m.CallbackURL == "" || m.TypeTransaksi == "" {
		return m.CallbackURL, nil
	}
	u, err := url.Parse(m.CallbackURL)
	if err != nil {
		return "", domain.InvalidField("metadata.callback_url", "must be an http or https URL")
	}
	// The query stays as the client wrote it: only ours is added.
	via := "via=" + url.QueryEscape(m.TypeTransaksi)
	u.RawQuery = strings.TrimPrefix(u.RawQuery+"&"+via, "&")
	return u.String(), nil
}

func within(object string, err error) error {
	refusal, ok := err.(*domain.Refusal)
	if !ok || refusal.Field == "" {
		return err
	}
	nested := *refusal
	nested.Field = object + "." + refusal.Field
	return &nested
}
