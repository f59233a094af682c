package merchant

import (
	"context"

	"gateway/http/auth"
	"gateway/http/envelope"
	"gateway/http/service/state"
	"gateway/projections/readmodel"

	"github.com/gin-gonic/gin"
)

func (a *API) sessions() auth.Sessions {
	return auth.Sessions{
		State: a.State, Kind: state.ClientSession, TTL: a.config.TokenTTL, Now: a.Now,
		ByAccount: a.loginsByAccount, ByAddress: a.loginsByAddress,
	}
}

// LoginClient is POST /client/auth/login.
func (a *API) LoginClient(c *gin.Context) { a.Login(c) }

// Login is POST /auth/login.
func (a *API) Login(c *gin.Context) {
	r, err := envelope.Bind[LoginRequest](c)
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	attempt := auth.NewAttempt(c, r.Email, r.Password)
	var client readmodel.Client
	attempt.Find = func(ctx context.Context) (p auth.Person, err error) {
		client, err = a.Queries.ClientByEmail(ctx, attempt.Name)
		return auth.Person{ID: client.ID, PasswordHash: client.PasswordHash}, err
	}
	token, err := a.sessions().Login(c.Request.Context(), attempt)
	answer(c, ClientLogin{Token: token.Text, ExpiresAt: token.ExpiresAt, Client: client}, err)
}

// Logout is POST /auth/logout.
func (a *API) Logout(c *gin.Context) {
	err := a.sessions().Logout(c)
	answer[any](c, nil, err)
}
