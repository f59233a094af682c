package admin

import (
	"context"
	"strings"

	"gateway/domain"
	"gateway/domain/money"
	"gateway/domain/pricing"
	"gateway/http/envelope"

	"github.com/gin-gonic/gin"
)

// ChangeFee is PUT /admin/fees/{channel_code}.
func (a *Admin) ChangeFee(c *gin.Context, code ChannelCode) {
	envelope.Handle(c, envelope.Parse, func(ctx context.Context, r FeeRateRequest) (any, error) {
		rate, err := rateOf(r.Flat, r.Percent, r.VATInclusive)
		if err != nil {
			return nil, err
		}
		return a.Acts.ChangeFee(ctx, strings.ToUpper(code), rate)
	})
}

// rateOf reads a whole rate: an absent part is 0, but one part must be there.
func rateOf(flat, percent money.NumberInput, vatInclusive bool) (pricing.Rate, error) {
	if !flat.Set && !percent.Set {
		return pricing.Rate{}, domain.InvalidField("flat", "is required, or percent")
	}
	return pricing.Rate{Flat: flat.Value, Percent: percent.Value, VATInclusive: vatInclusive}, nil
}
