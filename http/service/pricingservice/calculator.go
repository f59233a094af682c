// Package pricingservice implements the use cases of fees: what a channel or a transfer would charge, and the
// change of a rate. Package domain/pricing has the arithmetic.
package pricingservice

import (
	"context"
	"maps"
	"strings"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/bank"
	"gateway/domain/pricing"
	"gateway/eventstore"
	"gateway/http/service"
	"gateway/projections/readmodel/pricingrows"

	"github.com/shopspring/decimal"
)

// maxChannels limits the channels of one calculation. There are far fewer.
const maxChannels = 100

// Calculator calculates with the rates that a payment created now would record. All amounts are in rupiah.
type Calculator struct {
	*service.Core
	// VATRate is the VAT rate on fees, in percent.
	VATRate decimal.Decimal
}

// App is the app that a payment would be for. Without an ID it is the client's only app; if the client has
// none or several, the general rates apply.
type App struct {
	ClientID int64
	ID       *int64
}

// Channel is a payment channel, with the request's field that a refusal names.
type Channel struct {
	Field string
	Code  string
}

// ChannelQuote is what a channel charges for an amount.
type ChannelQuote struct {
	ChannelCode string
	pricing.Quote
}

// VATSplit is an amount split into base and VAT.
type VATSplit struct {
	Base, VAT, VATRate decimal.Decimal
}

// TransferQuote is what a payout to a bank costs in addition to its amount.
type TransferQuote struct {
	BankCode string
	Fee      decimal.Decimal
}

// PaymentQuote is the amount to pay so that a wanted net amount remains.
type PaymentQuote struct {
	Amount decimal.Decimal
	ChannelQuote
}

// Fee calculates what a channel charges for an amount. Refusals: invalid_field with the channel's field, and
// those of Rates.
func (c Calculator) Fee(ctx context.Context, app App, amount decimal.Decimal, channel Channel, includeVAT bool) (ChannelQuote, error) {
	rates, exempt, err := c.terms(ctx, app)
	if err != nil {
		return ChannelQuote{}, err
	}
	return c.quote(rates, amount, channel, exempt, includeVAT)
}

// Fees is Fee for 1 to 100 channels, in the given order. Refusals: invalid_field channels, and those of
// Rates.
func (c Calculator) Fees(ctx context.Context, app App, amount decimal.Decimal, codes []string, includeVAT bool) ([]ChannelQuote, error) {
	rates, exempt, err := c.terms(ctx, app)
	if err != nil {
		return nil, err
	}
	if len(codes) == 0 || len(codes) > maxChannels {
		return nil, domain.InvalidField("channels", "must name 1 to %d channels", maxChannels)
	}
	quotes := make([]ChannelQuote, len(codes))
	for i, code := range codes {
		if quotes[i], err = c.quote(rates, amount, Channel{"channels", code}, exempt, includeVAT); err != nil {
			return nil, err
		}
	}
	return quotes, nil
}

// AmountToPay calculates the smallest amount that leaves at least net after the charge. Refusals:
// invalid_field with the channel's field, and those of Rates and of pricing.AmountToPay.
func (c Calculator) AmountToPay(ctx context.Context, app App, net decimal.Decimal, channel Channel, includeVAT bool) (PaymentQuote, error) {
	rates, exempt, err := c.terms(ctx, app)
	if err != nil {
		return PaymentQuote{}, err
	}
	code, rate, err := channel.rate(rates)
	if err != nil {
		return PaymentQuote{}, err
	}
	amount, quote, err := pricing.AmountToPay(net, rate, c.VATRate, includeVAT && !exempt)
	if exempt {
		quote.VATRate = decimal.Zero
	}
	return PaymentQuote{amount, ChannelQuote{code, quote}}, err
}

// VAT splits an amount that includes the VAT, or adds the VAT to one that does not. A client without VAT gets the base alone.
func (c Calculator) VAT(ctx context.Context, clientID int64, amount decimal.Decimal, inclusive bool) (VATSplit, error) {
	exempt, err := c.IsVATExempt(ctx, clientID)
	base, vat := pricing.VAT(amount, c.VATRate, inclusive)
	if exempt {
		return VATSplit{Base: base}, err
	}
	return VATSplit{Base: base, VAT: vat, VATRate: c.VATRate}, err
}

// terms returns the rates of an app, and whether its client is charged without VAT.
func (c Calculator) terms(ctx context.Context, app App) (rates map[string]pricing.Rate, exempt bool, err error) {
	if rates, err = c.Rates(ctx, app); err != nil {
		return nil, false, err
	}
	exempt, err = c.IsVATExempt(ctx, app.ClientID)
	return rates, exempt, err
}

// Transfer calculates the fee of a payout to a bank, by its code or name. Refusal:
// invalid_field bank_code.
func (c Calculator) Transfer(ctx context.Context, clientID int64, amount decimal.Decimal, codeOrName string) (TransferQuote, error) {
	table, _, err := eventstore.Load(ctx, c.Log, pricing.Aggregate, pricing.Stream())
	if err != nil {
		return TransferQuote{}, err
	}
	to, ok := bank.Find(codeOrName)
	if !ok {
		return TransferQuote{}, domain.InvalidField("bank_code", "must be one of %s", strings.Join(bank.State{}.Codes(), ", "))
	}
	exempt, err := c.IsVATExempt(ctx, clientID)
	if err != nil {
		return TransferQuote{}, err
	}
	rate, _ := table.Rate(pricing.TransferCode)
	return TransferQuote{BankCode: to.Code, Fee: pricing.TransferFor(exempt, amount, rate, c.VATRate).Total}, nil
}

// Rates returns the rates of all channels and of transfers for an app, by code. The app's own rates win. It
// refuses an app that the client does not have with invalid_field app_id.
func (c Calculator) Rates(ctx context.Context, app App) (map[string]pricing.Rate, error) {
	table, _, err := eventstore.Load(ctx, c.Log, pricing.Aggregate, pricing.Stream())
	if err != nil {
		return nil, err
	}
	owner, _, err := eventstore.Load(ctx, c.Log, account.Aggregate, account.Stream(app.ClientID))
	if err != nil {
		return nil, err
	}
	rates := table.Rates()
	if app.ID == nil && len(owner.Apps) != 1 {
		return rates, nil
	}
	own, err := owner.App(app.ID)
	if err != nil {
		return nil, err
	}
	maps.Copy(rates, own.Fees)
	return rates, nil
}

func (c Calculator) quote(
	rates map[string]pricing.Rate, amount decimal.Decimal, channel Channel, exempt, includeVAT bool,
) (ChannelQuote, error) {
	code, rate, err := channel.rate(rates)
	if err != nil {
		return ChannelQuote{}, err
	}
	if exempt {
		return ChannelQuote{code, pricing.ComputeExempt(amount, rate, c.VATRate)}, nil
	}
	return ChannelQuote{code, pricing.Compute(amount, rate, c.VATRate, includeVAT)}, nil
}

// Check refuses an unknown channel with invalid_field.
func (c Channel) Check() error {
	_, err := pricing.Named(c.Field, c.Code, "")
	return err
}

// rate returns the channel's code and rate. A transfer is not a channel.
func (c Channel) rate(rates map[string]pricing.Rate) (string, pricing.Rate, error) {
	channel, err := pricing.Named(c.Field, c.Code, "")
	if err != nil {
		return "", pricing.Rate{}, err
	}
	return channel.Code, rates[channel.Code], nil
}

// Rates implements the use cases for the rates of all channels and of transfers.
type Rates struct{ *service.Core }

// Change changes the rate of a channel, given by its upper-case code, for payments and payouts from now on.
// The reason may be empty. Its refusals are those of pricing.ChangeFee.
func (r Rates) Change(ctx context.Context, channelCode string, rate pricing.Rate, reason string) (pricingrows.FeeRate, error) {
	change := pricing.ChangeFeeCmd{ChannelCode: channelCode, Rate: rate, Reason: reason, By: service.Actor(ctx), At: r.Now()}
	_, err := service.Execute(ctx, r.Core, pricing.Aggregate, pricing.Stream(),
		func(s pricing.State) ([]domain.Event, error) { return pricing.ChangeFee(s, change) })
	if err != nil {
		return pricingrows.FeeRate{}, err
	}
	return r.Queries.FeeRate(ctx, channelCode)
}
