package adminapi

import (
	"context"
	"strings"

	"gateway/domain"
	"gateway/domain/money"
	"gateway/domain/pricing"
	"gateway/http/api/envelope"
)

func (a *Admin) changeFee(ctx context.Context, code ChannelCodeInPath, r FeeRateRequest) (any, error) {
	return a.Acts.ChangeFee(ctx, strings.ToUpper(code), rateOf(r.Flat, r.Percent, r.VATInclusive), r.Reason)
}

func parseFee(body []byte) (FeeRateRequest, error) {
	r, err := envelope.Parse[FeeRateRequest](body)
	return r, domain.Together(err, checkRate(r.Flat, r.Percent))
}

// rateOf makes a rate of its parts; an absent part is 0.
func rateOf(flat, percent money.NumberInput, vatInclusive bool) pricing.Rate {
	return pricing.Rate{Flat: flat.Value, Percent: percent.Value, VATInclusive: vatInclusive}
}

// checkRate refuses a rate that has neither part, and parts that are not valid.
func checkRate(flat, percent money.NumberInput) error {
	if !flat.Set && !percent.Set {
		return domain.InvalidField("flat", "is required, or percent")
	}
	return rateOf(flat, percent, false).Check()
}
