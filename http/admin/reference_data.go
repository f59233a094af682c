package admin

import (
	"strings"

	"gateway/domain"
	"gateway/domain/bank"
	"gateway/domain/money"
	"gateway/domain/pricing"
	"gateway/http/envelope"
	"gateway/http/service"
	"gateway/projections/readmodel"

	"github.com/gin-gonic/gin"
)

// rateOf reads a rate whole: what is not said is 0, but not both parts.
func rateOf(flat, percent money.NumberInput, vatInclusive bool) (pricing.Rate, error) {
	if !flat.Set && !percent.Set {
		return pricing.Rate{}, domain.InvalidField("flat", "is required, or percent")
	}
	return pricing.Rate{Flat: flat.Value, Percent: percent.Value, VATInclusive: vatInclusive}, nil
}

// ChangeFee is PUT /admin/fees/{channel_code}.
func (a *Admin) ChangeFee(c *gin.Context, code ChannelCode) {
	code = strings.ToUpper(code) // as it is kept
	r, err := envelope.Bind[FeeRateRequest](c)
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	rate, err := rateOf(r.Flat, r.Percent, r.VATInclusive)
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	ctx := c.Request.Context()
	_, err = service.Execute(ctx, a.Core, pricing.Aggregate, pricing.Stream(),
		func(s pricing.State) ([]domain.Event, error) {
			return pricing.ChangeFee(s, pricing.ChangeFeeCmd{ChannelCode: code, Rate: rate, By: by(ctx), At: a.Now()})
		})
	var changed readmodel.FeeRate
	if err == nil {
		changed, err = a.Queries.FeeRate(ctx, code)
	}
	answer(c, changed, err)
}

// ChangeBankChannel is PUT /admin/bank-channels/{code}.
func (a *Admin) ChangeBankChannel(c *gin.Context, code BankCode) {
	code = strings.ToUpper(code) // as it is kept
	r, err := envelope.Bind[BankChannelRequest](c)
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	ctx := c.Request.Context()
	_, err = service.Execute(ctx, a.Core, bank.Aggregate, bank.Stream(),
		func(s bank.State) ([]domain.Event, error) {
			return bank.ChangeChannel(s, bank.ChangeChannelCmd{Code: code, Active: r.Active, By: by(ctx), At: a.Now()})
		})
	var changed readmodel.BankChannel
	if err == nil {
		changed, err = a.Queries.BankChannel(ctx, code)
	}
	answer(c, changed, err)
}
