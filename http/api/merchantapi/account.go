package merchantapi

import (
	"context"

	"gateway/http/api"
	"gateway/http/api/auth"
	"gateway/http/api/envelope"
	"gateway/http/api/ownloginapi"
	"gateway/http/server/origin"
	"gateway/http/service/accountservice"
	"gateway/projections/readmodel/clientrows"

	"github.com/gin-gonic/gin"
)

// limited bounds how often a network may call the operation.
func (a *API) limited(operation gin.HandlerFunc) gin.HandlerFunc {
	return func(c *gin.Context) {
		if _, err := a.limits.Registrations.Take(origin.Network(c.ClientIP())); err != nil {
			envelope.Fail(c, err)
			return
		}
		operation(c)
	}
}

func (a *API) register(ctx context.Context, r RegisterRequest) (clientrows.Client, error) {
	return a.Accounts.Register(ctx, accountservice.RegisterRequest(r))
}

func (a *API) login(c *gin.Context) {
	envelope.Handle(c, envelope.Parse, func(ctx context.Context, r LoginRequest) (api.ClientLogin, error) {
		who, token, err := a.own.Logins.Open(ctx, ownloginapi.Attempt(c, r.Email, r.Password, r.Code))
		if err != nil {
			return api.ClientLogin{}, err
		}
		client, err := a.Queries.Client(ctx, who.ClientID)
		return api.ClientLogin{Token: token.Text, ExpiresAt: token.ExpiresAt, Client: client}, err
	})
}

func (a *API) logout(c *gin.Context) {
	err := a.Accounts.Sessions.Logout(c.Request.Context(), auth.BearerToken(c))
	envelope.Respond(c, nil, err)
}

func (a *API) updateAccount(c *gin.Context) {
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
