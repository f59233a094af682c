package merchant

import (
	"context"

	"gateway/http/auth"
	"gateway/http/envelope"
	"gateway/http/origin"
	"gateway/http/service/account"
	"gateway/http/service/credential"
	"gateway/projections/readmodel"

	"github.com/gin-gonic/gin"
)

// Register is POST /auth/register.
func (a *API) Register(c *gin.Context) {
	if _, err := a.limits.Registrations.Take(origin.Network(c.ClientIP())); err != nil {
		envelope.Fail(c, err)
		return
	}
	envelope.HandleNew(c, envelope.Parse, func(ctx context.Context, r RegisterRequest) (readmodel.Client, error) {
		return a.Accounts.Register(ctx, account.RegisterRequest(r))
	})
}

// Login is POST /auth/login.
func (a *API) Login(c *gin.Context) {
	envelope.Handle(c, envelope.Parse, func(ctx context.Context, r LoginRequest) (ClientLogin, error) {
		login, err := a.Accounts.Login(ctx, credential.Attempt{
			Email: r.Email, Password: r.Password, Code: r.Code, Address: c.ClientIP(), UserAgent: c.Request.UserAgent(),
		})
		return ClientLogin{Token: login.Token.Text, ExpiresAt: login.Token.ExpiresAt, Client: login.Client}, err
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
	envelope.Handle(c, envelope.Parse, func(ctx context.Context, r AccountUpdate) (readmodel.Client, error) {
		return a.Accounts.UpdateProfile(ctx, auth.ClientID(c), account.ProfileUpdate{
			Name: r.Name, Email: r.Email, Address: r.Address,
			ContactName: r.ContactName, ContactPhone: r.ContactPhone, ContactEmail: r.ContactEmail,
			AccountNumber: r.AccountNumber, Bank: r.Bank,
		})
	})
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
