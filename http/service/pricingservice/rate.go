package pricingservice

import (
	"context"

	"gateway/domain"
	"gateway/domain/pricing"
	"gateway/http/service"
	"gateway/projections/readmodel/pricingrows"
)

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
