package api

import (
	"context"
	"time"

	"gateway/eventstore/state"
	"gateway/http/envelope"
	"gateway/http/session"
	"gateway/projections/readmodel"

	"github.com/gin-gonic/gin"
)

func (a *API) sessions() session.Sessions {
	return session.Sessions{
		State: a.State, Kind: state.ClientSession, TTL: a.config.TokenTTL, Now: a.Now,
		ByAccount: a.loginsByAccount, ByAddress: a.loginsByAddress,
	}
}

// loggedIn is the answer to a login (decisions, Response data).
type loggedIn struct {
	Token     string           `json:"token"`
	ExpiresAt time.Time        `json:"expires_at"`
	Client    readmodel.Client `json:"client"`
}

func (a *API) login(c *gin.Context) {
	attempt, err := session.Bind(c)
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	var client readmodel.Client
	attempt.Find = func(ctx context.Context) (p session.Person, err error) {
		client, err = a.Queries.ClientByEmail(ctx, attempt.Name)
		return session.Person{ID: client.ID, PasswordHash: client.PasswordHash}, err
	}
	token, err := a.sessions().Login(c.Request.Context(), attempt)
	answer(c, loggedIn{Token: token.Text, ExpiresAt: token.ExpiresAt, Client: client}, err)
}

func (a *API) logout(c *gin.Context) {
	err := a.sessions().Logout(c)
	answer[any](c, nil, err)
}
