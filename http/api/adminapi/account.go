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
	"gateway/projections/readmodel/readtable"

	"github.com/gin-gonic/gin"
	"github.com/shopspring/decimal"
)

// ListClients is GET /admin/clients.
func (a *Admin) ListClients(c *gin.Context, params ListClientsParams) {
	page := envelope.Page{Number: params.Page, PerPage: params.PerPage}
	shown := readtable.Page{Number: page.Number, PerPage: page.PerPage}
	if params.Trouble != "" {
		rows, total, err := a.Queries.ClientsIn(c.Request.Context(), params.Trouble, params.Status, shown)
		envelope.RespondList(c, rows, page, total, err)
		return
	}
	rows, total, err := a.Queries.Clients(c.Request.Context(), params.Status, shown)
	envelope.RespondList(c, rows, page, total, err)
}

// GetClient is GET /admin/clients/{id}.
func (a *Admin) GetClient(c *gin.Context, id ID) {
	client, err := a.Queries.Client(c.Request.Context(), id)
	envelope.Respond(c, clientDetails{client, client.DailyPayoutCap, client.CreatedAt}, err)
}

// clientDetails is a client as administrators see it.
type clientDetails struct {
	clientrows.Client
	DailyPayoutCap *decimal.Decimal `json:"daily_payout_cap"`
	CreatedAt      time.Time        `json:"created_at"`
}

// ListClientApps is GET /admin/clients/{id}/apps.
func (a *Admin) ListClientApps(c *gin.Context, id ID) {
	_, err := a.Queries.Client(c.Request.Context(), id)
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	apps, err := a.Queries.AppsWithFees(c.Request.Context(), id)
	envelope.Respond(c, apps, err)
}

// ApproveClient is POST /admin/clients/{id}/approve.
func (a *Admin) ApproveClient(c *gin.Context, id ID) {
	envelope.Handle(c, envelope.ParseOptional, func(ctx context.Context, r ReviewRequest) (clientrows.Client, error) {
		return a.Accounts.Approve(ctx, id, r.Reason)
	})
}

// RejectClient is POST /admin/clients/{id}/reject.
func (a *Admin) RejectClient(c *gin.Context, id ID) {
	envelope.Handle(c, envelope.ParseOptional, func(ctx context.Context, r ReasonRequest) (clientrows.Client, error) {
		return a.Accounts.Reject(ctx, id, r.Reason)
	})
}

// SuspendClient is POST /admin/clients/{id}/suspend.
func (a *Admin) SuspendClient(c *gin.Context, id ID) {
	envelope.Handle(c, envelope.ParseOptional, func(ctx context.Context, r ReasonRequest) (clientrows.Client, error) {
		return a.Accounts.Suspend(ctx, id, r.Reason)
	})
}

// ReactivateClient is POST /admin/clients/{id}/reactivate.
func (a *Admin) ReactivateClient(c *gin.Context, id ID) {
	envelope.Handle(c, envelope.ParseOptional, func(ctx context.Context, r ReviewRequest) (clientrows.Client, error) {
		return a.Accounts.Reactivate(ctx, id, r.Reason)
	})
}

// ChangeClientSettings is PUT /admin/clients/{id}.
func (a *Admin) ChangeClientSettings(c *gin.Context, id ID) {
	envelope.Handle(c, parseSettings, func(ctx context.Context, r accountservice.Settings) (any, error) {
		return a.Acts.ChangeClient(ctx, id, r)
	})
}

// parseSettings reads the settings. A daily_payout_cap of null removes the cap; an absent one leaves it as it is.
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
	return settings, nil
}

// EndClientAccess is POST /admin/clients/{id}/end-access.
func (a *Admin) EndClientAccess(c *gin.Context, id ID) {
	envelope.Handle(c, envelope.ParseOptional, func(ctx context.Context, r EndClientAccessRequest) (clientrows.Client, error) {
		since, err := a.Accounts.Calendar.Moment("since", r.Since, false)
		if err != nil {
			return clientrows.Client{}, err
		}
		return a.Accounts.EndAccess(ctx, id, r.Reason, since)
	})
}

// IssueAPIKey is POST /admin/clients/{id}/api-keys.
func (a *Admin) IssueAPIKey(c *gin.Context, id ID) {
	envelope.HandleNew(c, envelope.ParseOptional, func(ctx context.Context, r APIKeyRequest) (any, error) {
		return a.Acts.IssueKey(ctx, id, accountservice.KeyRequest{Name: r.Name, Allow: r.Allow})
	})
}

// MakeResetLink is POST /admin/clients/{id}/reset-link.
func (a *Admin) MakeResetLink(c *gin.Context, id ID) {
	envelope.HandleNew(c, envelope.ParseOptional, func(ctx context.Context, r ReasonRequest) (any, error) {
		return a.Acts.MakeResetLink(ctx, id, r.Reason)
	})
}

// AddApp is POST /admin/clients/{id}/apps.
func (a *Admin) AddApp(c *gin.Context, id ID) {
	envelope.HandleCreation(c, id, parseApp, a.Accounts.AddApp)
}

func parseApp(body []byte) (accountservice.AppRequest, error) {
	r, err := envelope.ParseOptional[AppRequest](body)
	err = domain.Together(err, envelope.CheckURL("url", r.URL))
	return accountservice.AppRequest{Name: r.Name, Code: r.Code, Category: r.Category, Type: r.Type, URL: r.URL}, err
}

func parseAppFee(body []byte) (AppFeeRequest, error) {
	r, err := envelope.ParseOptional[AppFeeRequest](body)
	_, unknown := pricing.Named("channel_code", r.ChannelCode, "")
	return r, domain.Together(err, unknown, checkRate(r.Flat, r.Percent))
}

// SetAppFee is PUT /admin/apps/{id}/fees.
func (a *Admin) SetAppFee(c *gin.Context, id ID) {
	envelope.Handle(c, parseAppFee, func(ctx context.Context, r AppFeeRequest) (any, error) {
		return a.Acts.SetAppFee(ctx, id, r.ChannelCode, rateOf(r.Flat, r.Percent, r.VATInclusive), r.Reason)
	})
}
