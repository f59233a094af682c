package admin

import (
	"strings"

	"gateway/domain"
	"gateway/domain/fees"
	"gateway/domain/money"
	"gateway/domain/settings"
	"gateway/http/backend"
	"gateway/http/envelope"
	"gateway/projections/readmodel"

	"github.com/gin-gonic/gin"
)

// rateOf reads a rate whole: what is not said is 0, but not both parts.
func rateOf(flat, percent money.NumberInput, vatInclusive bool) (fees.Rate, error) {
	if !flat.Set && !percent.Set {
		return fees.Rate{}, domain.InvalidField("flat", "is required, or percent")
	}
	return fees.Rate{Flat: flat.Value, Percent: percent.Value, VATInclusive: vatInclusive}, nil
}

type feeRequest struct {
	Flat         money.NumberInput `json:"flat,omitempty"`
	Percent      money.NumberInput `json:"percent,omitempty"`
	VATInclusive bool              `json:"vat_inclusive,omitempty"`
}

func (a *Admin) changeFee(c *gin.Context) {
	code, r, err := coded[feeRequest](c, "channel_code")
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
	_, err = backend.Do(ctx, a.Backend, settings.Fees, settings.Fees.Stream(settings.FeesID),
		func(s settings.FeesState) ([]domain.Event, error) {
			return settings.ChangeFee(s, settings.FeeChange{ChannelCode: code, Rate: rate, By: by(ctx), At: a.Now()})
		})
	var changed readmodel.FeeRate
	if err == nil {
		changed, err = a.Queries.FeeRate(ctx, code)
	}
	answer(c, changed, err)
}

type bankChannelRequest struct {
	Active bool `json:"active"`
}

func (a *Admin) changeBankChannel(c *gin.Context) {
	code, r, err := coded[bankChannelRequest](c, "code")
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	ctx := c.Request.Context()
	_, err = backend.Do(ctx, a.Backend, settings.Banks, settings.Banks.Stream(settings.BanksID),
		func(s settings.BanksState) ([]domain.Event, error) {
			return settings.ChangeBank(s, settings.BankChange{Code: code, Active: r.Active, By: by(ctx), At: a.Now()})
		})
	var changed readmodel.BankChannel
	if err == nil {
		changed, err = a.Queries.BankChannel(ctx, code)
	}
	answer(c, changed, err)
}

// coded reads the code in the path, in upper case as it is kept, and the body.
func coded[R any](c *gin.Context, param string) (code string, r R, err error) {
	code, err = envelope.Text(param, c.Param(param))
	if err == nil {
		r, err = envelope.Bind[R](c)
	}
	return strings.ToUpper(code), r, err
}
