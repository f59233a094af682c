package admin

import (
	"strings"

	"gateway/domain"
	"gateway/domain/money"
	"gateway/domain/pricing"
	"gateway/domain/settings"
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
	_, err = service.Execute(ctx, a.Core, settings.Fees, settings.Fees.Stream(settings.FeesID),
		func(s settings.FeesState) ([]domain.Event, error) {
			return settings.ChangeFee(s, settings.FeeChange{ChannelCode: code, Rate: rate, By: by(ctx), At: a.Now()})
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
	_, err = service.Execute(ctx, a.Core, settings.Banks, settings.Banks.Stream(settings.BanksID),
		func(s settings.BanksState) ([]domain.Event, error) {
			return settings.ChangeBank(s, settings.BankChange{Code: code, Active: r.Active, By: by(ctx), At: a.Now()})
		})
	var changed readmodel.BankChannel
	if err == nil {
		changed, err = a.Queries.BankChannel(ctx, code)
	}
	answer(c, changed, err)
}
