package adminapi

import (
	"context"
	"encoding/json"
	"time"

	"gateway/domain"
	"gateway/domain/pricing"
	"gateway/http/api/envelope"
	"gateway/http/service/accountservice"
	"gateway/projections/readmodel/clientrows"

	"github.com/shopspring/decimal"
)

func (a *Admin) clients(ctx context.Context, p ListClientsParams) ([]clientrows.Client, int64, error) {
	if p.Trouble != "" {
		return a.Queries.ClientsIn(ctx, p.Trouble, p.Status, p.Shown())
	}
	return a.Queries.Clients(ctx, p.Status, p.Shown())
}

func (a *Admin) client(ctx context.Context, id ID) (clientDetails, error) {
	client, err := a.Queries.Client(ctx, id)
	return clientDetails{client, client.DailyPayoutCap, client.DailyRefundCap, client.CreatedAt}, err
}

// clientDetails is a client as administrators see it.
type clientDetails struct {
	clientrows.Client
	DailyPayoutCap *decimal.Decimal `json:"daily_payout_cap"`
	DailyRefundCap decimal.Decimal  `json:"daily_refund_cap"`
	CreatedAt      time.Time        `json:"created_at"`
}

func (a *Admin) apps(ctx context.Context, id ID) ([]clientrows.AppWithFees, error) {
	if _, err := a.Queries.Client(ctx, id); err != nil {
		return nil, err
	}
	return a.Queries.AppsWithFees(ctx, id)
}

// parseSettings reads the settings. A daily_payout_cap of null removes the cap, a daily_refund_cap of null gives the usual one; an
// absent one leaves it as it is.
func parseSettings(body []byte) (accountservice.Settings, error) {
	r, err := envelope.ParseOptional[ClientSettings](body)
	settings := accountservice.Settings{AutoApproveWithdrawal: r.IsAutoApproveWithdrawal, Reason: r.Reason}
	var members map[string]json.RawMessage
	if err != nil || json.Unmarshal(body, &members) != nil {
		return settings, err
	}
	_, settings.SetCap = members["daily_payout_cap"]
	if r.DailyPayoutCap.Set {
		settings.DailyPayoutCap = &r.DailyPayoutCap.Value
	}
	_, settings.SetRefundCap = members["daily_refund_cap"]
	if r.DailyRefundCap.Set {
		settings.DailyRefundCap = &r.DailyRefundCap.Value
	}
	return settings, nil
}

func (a *Admin) endAccess(ctx context.Context, id ID, r EndClientAccessRequest) (clientrows.Client, error) {
	since, err := a.Accounts.Calendar.Moment("since", r.Since, false)
	if err != nil {
		return clientrows.Client{}, err
	}
	return a.Accounts.EndAccess(ctx, id, r.Reason, since)
}

func parseKey(body []byte) (accountservice.KeyRequest, error) {
	r, err := envelope.ParseOptional[APIKeyRequest](body)
	return accountservice.KeyRequest{Name: r.Name, Allow: r.Allow}, err
}

func parseApp(body []byte) (accountservice.AppRequest, error) {
	r, err := envelope.ParseOptional[AppRequest](body)
	err = domain.Together(err, envelope.CheckURL("url", r.URL))
	return accountservice.AppRequest(r), err
}

func parseAppFee(body []byte) (AppFeeRequest, error) {
	r, err := envelope.ParseOptional[AppFeeRequest](body)
	_, unknown := pricing.Named("channel_code", r.ChannelCode, "")
	return r, domain.Together(err, unknown, checkRate(r.Flat, r.Percent))
}

func (a *Admin) setAppFee(ctx context.Context, id ID, r AppFeeRequest) (any, error) {
	return a.Acts.SetAppFee(ctx, id, r.ChannelCode, rateOf(r.Flat, r.Percent, r.VATInclusive), r.Reason)
}
