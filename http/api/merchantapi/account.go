package merchantapi

import (
	"context"

	"gateway/http/api/auth"
	"gateway/http/api/envelope"
	"gateway/http/api/ownloginapi"
	"gateway/http/server/origin"
	"gateway/http/service/accountservice"
	"gateway/projections/readmodel/clientrows"

	"github.com/gin-gonic/gin"
)

// Register is POST /auth/register.
func (a *API) Register(c *gin.Context) {
	if _, err := a.limits.Registrations.Take(origin.Network(c.ClientIP())); err != nil {
		envelope.Fail(c, err)
		return
	}
	envelope.HandleNew(c, envelope.Parse, func(ctx context.Context, r RegisterRequest) (clientrows.Client, error) {
		return a.Accounts.Register(ctx, accountservice.RegisterRequest(r))
	})
}

// Login is POST /auth/login.
func (a *API) Login(c *gin.Context) {
	envelope.Handle(c, envelope.Parse, func(ctx context.Context, r LoginRequest) (ClientLogin, error) {
		who, token, err := a.own.Logins.Open(ctx, ownloginapi.Attempt(c, r.Email, r.Password, r.Code))
		if err != nil {
			return ClientLogin{}, err
		}
		client, err := a.Queries.Client(ctx, who.ClientID)
		return ClientLogin{Token: token.Text, ExpiresAt: token.ExpiresAt, Client: client}, err
	})
}

// LoginClient is POST /client/auth/login.
func (a *API) LoginClient(c *gin.Context) { a.Login(c) }

// Logout is POST /auth/logout.
func (a *API) Logout(c *gin.Context) {
	err := a.Accounts.Sessions.Logout(c.Request.Context(), auth.BearerToken(c))
	envelope.Respond(c, nil, err)
}

// GetAccount is GET /account.
func (a *API) GetAccount(c *gin.Context) {
	client, err := a.Queries.Client(c.Request.Context(), auth.ClientID(c))
	envelope.Respond(c, client, err)
}

// GetMe is GET /auth/me.
func (a *API) GetMe(c *gin.Context) { a.GetAccount(c) }

// UpdateAccount is PUT /account.
func (a *API) UpdateAccount(c *gin.Context) {
	envelope.Handle(c, envelope.Parse, func(ctx context.Context, r AccountUpdate) (clientrows.Client, error) {
		if err := a.confirmUpdate(c, r); err != nil {
			return clientrows.Client{}, err
		}
		return a.Accounts.UpdateProfile(ctx, auth.ClientID(c), accountservice.ProfileUpdate{
			Name: r.Name, Email: r.Email, Address: r.Address,
			ContactName: r.ContactName, ContactPhone: r.ContactPhone, ContactEmail: r.ContactEmail,
			AccountNumber: r.AccountNumber, Bank: r.Bank,
		})
	})
}

// confirmUpdate refuses a person without a fresh proof who changes where money or mail goes. An API key needs
// no proof: its change is delayed by the cool-off.
func (a *API) confirmUpdate(c *gin.Context, r AccountUpdate) error {
	if !a.own.HasCaller(c) {
		return nil
	}
	now := a.caller(c).Account
	changes := func(field *string, present string) bool { return field != nil && *field != present }
	if changes(r.Email, now.Email) || changes(r.AccountNumber, now.AccountNumber) || changes(r.Bank, now.Bank) {
		return a.own.Fresh(c)
	}
	return nil
}

// ListApps is GET /apps.
func (a *API) ListApps(c *gin.Context) {
	apps, err := a.Queries.Apps(c.Request.Context(), auth.ClientID(c))
	envelope.Respond(c, apps, err)
}

// GetWebhookSecret is GET /webhook-secret.
func (a *API) GetWebhookSecret(c *gin.Context) {
	secret, err := a.Accounts.CallbackSecret(c.Request.Context(), auth.ClientID(c))
	envelope.Respond(c, secret, err)
}

// RotateWebhookSecret is POST /webhook-secret.
func (a *API) RotateWebhookSecret(c *gin.Context) {
	secret, err := a.Accounts.RotateCallbackSecret(c.Request.Context(), auth.ClientID(c))
	envelope.Respond(c, secret, err)
}
