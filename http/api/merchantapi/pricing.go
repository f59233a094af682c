package merchantapi

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"gateway/domain"
	"gateway/http/api"
	"gateway/http/api/envelope"
	"gateway/http/service/pricingservice"
	"gateway/projections/readmodel/pricingrows"
)

func (a *API) feeRates(ctx context.Context, client int64, params ListFeeRatesParams) ([]pricingrows.FeeRate, error) {
	app := pricingservice.App{ClientID: client}
	if params.AppID != 0 {
		app.ID = &params.AppID
	}
	rates, err := a.Calculator.Rates(ctx, app)
	list := make([]pricingrows.FeeRate, 0, len(rates))
	for _, code := range slices.Sorted(maps.Keys(rates)) {
		rate := rates[code]
		list = append(list, pricingrows.FeeRate{ChannelCode: code, Flat: rate.Flat, Percent: rate.Percent, VATInclusive: rate.VATInclusive})
	}
	return list, err
}

func (a *API) fee(ctx context.Context, client int64, r FeeRequest) (api.FeeBreakdown, error) {
	app, channel := pricingservice.App{ClientID: client, ID: r.AppID}, channelNamed(r.ChannelCode, r.PaymentMethod)
	quote, err := a.Calculator.Fee(ctx, app, r.Amount.Value, channel, orTrue(r.IncludeVAT))
	return feeBreakdown(quote, orTrue(r.IncludeVAT)), err
}

func (a *API) fees(ctx context.Context, client int64, r BulkFeeRequest) ([]api.FeeBreakdown, error) {
	app := pricingservice.App{ClientID: client, ID: r.AppID}
	quotes, err := a.Calculator.Fees(ctx, app, r.Amount.Value, r.Channels, orTrue(r.IncludeVAT))
	breakdowns := make([]api.FeeBreakdown, len(quotes))
	for i, quote := range quotes {
		breakdowns[i] = feeBreakdown(quote, orTrue(r.IncludeVAT))
	}
	return breakdowns, err
}

func (a *API) amountToPay(ctx context.Context, client int64, r AmountToPayRequest) (api.AmountToPay, error) {
	app, channel := pricingservice.App{ClientID: client, ID: r.AppID}, channelNamed(r.ChannelCode, r.PaymentMethod)
	q, err := a.Calculator.AmountToPay(ctx, app, r.NetAmount.Value, channel, orTrue(r.IncludeVAT))
	return api.AmountToPay{
		NetAmount: r.NetAmount.Value, ChannelCode: q.ChannelCode, AmountToPay: q.Amount,
		Fee: q.Fee, VAT: q.VAT, TotalFee: q.TotalFee(),
	}, err
}

func (a *API) vat(ctx context.Context, client int64, r VATRequest) (api.VATBreakdown, error) {
	split, err := a.Calculator.VAT(ctx, client, r.Amount.Value, r.IsInclusive)
	return api.VATBreakdown{
		Amount: r.Amount.Value, Base: split.Base, VAT: split.VAT, VATRate: split.VATRate, IsInclusive: r.IsInclusive,
	}, err
}

func (a *API) withdrawalFee(ctx context.Context, client int64, r WithdrawalFeeRequest) (api.WithdrawalFee, error) {
	quote, err := a.Calculator.Transfer(ctx, client, r.Amount.Value, r.BankCode)
	return api.WithdrawalFee{Amount: r.Amount.Value, BankCode: quote.BankCode, Fee: quote.Fee}, err
}

func parseFee(body []byte) (FeeRequest, error) {
	r, err := envelope.Parse[FeeRequest](body)
	return r, domain.Together(err, checkChannel(r.ChannelCode, r.PaymentMethod))
}

func parseAmountToPay(body []byte) (AmountToPayRequest, error) {
	r, err := envelope.Parse[AmountToPayRequest](body)
	return r, domain.Together(err, checkChannel(r.ChannelCode, r.PaymentMethod))
}

// channelNamed returns the channel of a request, which may name it in either field.
func channelNamed(channelCode, paymentMethod string) pricingservice.Channel {
	return pricingservice.Channel{Field: "channel_code", Code: cmp.Or(channelCode, paymentMethod)}
}

// checkChannel refuses a request that names two different channels, because one would be ignored.
func checkChannel(channelCode, paymentMethod string) error {
	if channelCode != "" && paymentMethod != "" && !strings.EqualFold(channelCode, paymentMethod) {
		return domain.InvalidField("payment_method", "names another channel than channel_code")
	}
	return channelNamed(channelCode, paymentMethod).Check()
}

// orTrue reads a flag that is true by default.
func orTrue(flag *bool) bool { return flag == nil || *flag }

func feeBreakdown(q pricingservice.ChannelQuote, includeVAT bool) api.FeeBreakdown {
	return api.FeeBreakdown{
		ChannelCode: q.ChannelCode, Amount: q.Gross, Fee: q.Fee, VAT: q.VAT, VATRate: q.VATRate,
		TotalFee: q.TotalFee(), NetAmount: q.Net, IncludeVAT: includeVAT,
	}
}
