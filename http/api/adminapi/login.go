package adminapi

import (
	"context"

	"gateway/http/api"
	"gateway/http/api/envelope"
	"gateway/http/api/ownloginapi"

	"github.com/gin-gonic/gin"
)

func (a *Admin) loginAdmin(c *gin.Context) {
	envelope.Handle(c, envelope.Parse, func(ctx context.Context, r LoginRequest) (api.AdminLogin, error) {
		token, who, err := a.Admins.Open(ctx, ownloginapi.Attempt(c, r.Email, r.Password, r.Code))
		return api.AdminLogin{Token: token.Text, ExpiresAt: token.ExpiresAt, Admin: who}, err
	})
}

func (a *Admin) logoutAdmin(c *gin.Context) {
	envelope.Handle(c, envelope.ParseOptional, func(ctx context.Context, r LogoutRequest) (any, error) {
		return nil, a.Admins.Logout(ctx, a.own.Caller(c), r.Everywhere)
	})
}

func (a *Admin) getMyAdminLogin(c *gin.Context) {
	who, err := a.Queries.Admin(c.Request.Context(), a.caller(c).ID)
	envelope.Respond(c, who, err)
}
