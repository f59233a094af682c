package merchantapi

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"gateway/domain"
	"gateway/http/api/auth"
	"gateway/http/api/envelope"
	"gateway/http/service/pricingservice"
	"gateway/projections/readmodel/pricingrows"

	"github.com/gin-gonic/gin"
)

// ListFeeRates is GET /fees/rates.
func (a *API) ListFeeRates(c *gin.Context, params ListFeeRatesParams) {
	var appID *AppID
	if params.AppID != 0 {
		appID = &params.AppID
	}
	rates, err := a.Calculator.Rates(c.Request.Context(), appOf(c, appID))
	list := make([]pricingrows.FeeRate, 0, len(rates))
	for _, code := range slices.Sorted(maps.Keys(rates)) {
		rate := rates[code]
		list = append(list, pricingrows.FeeRate{ChannelCode: code, Flat: rate.Flat, Percent: rate.Percent, VATInclusive: rate.VATInclusive})
	}
	envelope.Respond(c, list, err)
}

// CalculateFee is POST /fees/calculate.
func (a *API) CalculateFee(c *gin.Context) {
	envelope.Handle(c, parseFee, func(ctx context.Context, r FeeRequest) (FeeBreakdown, error) {
		quote, err := a.Calculator.Fee(ctx, appOf(c, r.AppID), r.Amount.Value, channelNamed(r.ChannelCode, r.PaymentMethod),
			orTrue(r.IncludeVAT))
		return feeBreakdown(quote, orTrue(r.IncludeVAT)), err
	})
}

// CalculateFees is POST /fees/calculate/bulk.
func (a *API) CalculateFees(c *gin.Context) {
	envelope.Handle(c, envelope.Parse, func(ctx context.Context, r BulkFeeRequest) ([]FeeBreakdown, error) {
		quotes, err := a.Calculator.Fees(ctx, appOf(c, r.AppID), r.Amount.Value, r.Channels, orTrue(r.IncludeVAT))
		breakdowns := make([]FeeBreakdown, len(quotes))
		for i, quote := range quotes {
			breakdowns[i] = feeBreakdown(quote, orTrue(r.IncludeVAT))
		}
		return breakdowns, err
	})
}

// CalculateAmountToPay is POST /fees/calculate/amount-to-pay.
func (a *API) CalculateAmountToPay(c *gin.Context) {
	envelope.Handle(c, parseAmountToPay, func(ctx context.Context, r AmountToPayRequest) (AmountToPay, error) {
		q, err := a.Calculator.AmountToPay(ctx, appOf(c, r.AppID), r.NetAmount.Value, channelNamed(r.ChannelCode, r.PaymentMethod),
			orTrue(r.IncludeVAT))
		return AmountToPay{
			NetAmount: r.NetAmount.Value, ChannelCode: q.ChannelCode, AmountToPay: q.Amount,
			Fee: q.Fee, VAT: q.VAT, TotalFee: q.TotalFee(),
		}, err
	})
}

// CalculateVAT is POST /fees/calculate/vat.
func (a *API) CalculateVAT(c *gin.Context) {
	envelope.Handle(c, envelope.Parse, func(_ context.Context, r VATRequest) (VATBreakdown, error) {
		split := a.Calculator.VAT(r.Amount.Value, r.IsInclusive)
		return VATBreakdown{
			Amount: r.Amount.Value, Base: split.Base, VAT: split.VAT, VATRate: split.VATRate, IsInclusive: r.IsInclusive,
		}, nil
	})
}

// CalculateWithdrawalFee is POST /fees/calculate/withdrawal.
func (a *API) CalculateWithdrawalFee(c *gin.Context) {
	envelope.Handle(c, envelope.Parse, func(ctx context.Context, r WithdrawalFeeRequest) (WithdrawalFee, error) {
		quote, err := a.Calculator.Transfer(ctx, r.Amount.Value, r.BankCode)
		return WithdrawalFee{Amount: r.Amount.Value, BankCode: quote.BankCode, Fee: quote.Fee}, err
	})
}

func parseFee(body []byte) (FeeRequest, error) {
	r, err := envelope.Parse[FeeRequest](body)
	return r, domain.Together(err, checkChannel(r.ChannelCode, r.PaymentMethod))
}

func parseAmountToPay(body []byte) (AmountToPayRequest, error) {
	r, err := envelope.Parse[AmountToPayRequest](body)
	return r, domain.Together(err, checkChannel(r.ChannelCode, r.PaymentMethod))
}

// appOf returns the app of a calculation. The request may name one.
func appOf(c *gin.Context, id *AppID) pricingservice.App {
	return pricingservice.App{ClientID: auth.ClientID(c), ID: id}
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

func feeBreakdown(q pricingservice.ChannelQuote, includeVAT bool) FeeBreakdown {
	return FeeBreakdown{
		ChannelCode: q.ChannelCode, Amount: q.Gross, Fee: q.Fee, VAT: q.VAT, VATRate: q.VATRate,
		TotalFee: q.TotalFee(), NetAmount: q.Net, IncludeVAT: includeVAT,
	}
}
