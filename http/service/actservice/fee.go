package actservice

import (
	"context"
	"fmt"

	"gateway/domain/account"
	"gateway/domain/pricing"
	"gateway/http/service/approvalservice"
	"gateway/projections/readmodel/clientrows"
	"gateway/projections/readmodel/pricingrows"
)

type changeFee struct {
	ChannelCode string `json:"channel_code"`
	pricing.Rate
	Reason string `json:"reason,omitempty"`
}

type setAppFee struct {
	AppID       int64  `json:"app_id"`
	ChannelCode string `json:"channel_code"`
	pricing.Rate
	Reason string `json:"reason,omitempty"`
}

func (a *Acts) registerFees(approvals *approvalservice.Approvals) {
	a.changeFee = approvalservice.Register(approvals, approvalservice.Act[changeFee, pricingrows.FeeRate]{
		Name: "fee.change", Ends: []string{pricing.FeeChanged{}.EventType()},
		Describe: func(c changeFee) approvalservice.Description {
			return approvalservice.Description{
				What: "change the fee of " + c.ChannelCode + " to " + rateText(c.Rate), Subject: "fees/" + c.ChannelCode, Reason: c.Reason,
			}
		},
		Explain: a.explainFee,
		Run: func(ctx context.Context, rehearse bool, c changeFee) (pricingrows.FeeRate, error) {
			return a.on(rehearse).Rates.Change(ctx, c.ChannelCode, c.Rate, c.Reason)
		},
	})
	a.setAppFee = approvalservice.Register(approvals, approvalservice.Act[setAppFee, []clientrows.AppFee]{
		Name: "app_fee.set", Ends: []string{account.AppFeeSet{}.EventType()},
		Describe: func(c setAppFee) approvalservice.Description {
			return approvalservice.Description{
				What:    fmt.Sprintf("set the fee of %s for app %d to %s", c.ChannelCode, c.AppID, rateText(c.Rate)),
				Subject: fmt.Sprintf("apps/%d", c.AppID), Reason: c.Reason,
			}
		},
		Explain: a.explainAppFee,
		Run: func(ctx context.Context, rehearse bool, c setAppFee) ([]clientrows.AppFee, error) {
			return a.on(rehearse).Accounts.SetAppFee(ctx, c.AppID, c.ChannelCode, c.Rate, c.Reason)
		},
	})
}

func rateText(r pricing.Rate) string {
	vat := "without VAT"
	if r.VATInclusive {
		vat = "VAT included"
	}
	return fmt.Sprintf("%s rupiah and %s %%, %s", r.Flat, r.Percent, vat)
}

// ChangeFee changes the rate of a channel, given by its upper-case code. The reason may be empty.
func (a *Acts) ChangeFee(ctx context.Context, channelCode string, rate pricing.Rate, reason string) (any, error) {
	return a.changeFee.Do(ctx, changeFee{channelCode, rate, reason})
}

// SetAppFee sets an app's own rate for a channel. The reason may be empty.
func (a *Acts) SetAppFee(ctx context.Context, appID int64, channelCode string, rate pricing.Rate, reason string) (any, error) {
	return a.setAppFee.Do(ctx, setAppFee{appID, channelCode, rate, reason})
}
