package adminapi

import (
	"context"

	"gateway/http/api/envelope"
	"gateway/http/api/ownloginapi"

	"github.com/gin-gonic/gin"
)

// LoginAdmin is POST /admin/auth/login.
func (a *Admin) LoginAdmin(c *gin.Context) {
	envelope.Handle(c, envelope.Parse, func(ctx context.Context, r LoginRequest) (AdminLogin, error) {
		token, who, err := a.Admins.Open(ctx, ownloginapi.Attempt(c, r.Email, r.Password, r.Code))
		return AdminLogin{Token: token.Text, ExpiresAt: token.ExpiresAt, Admin: who}, err
	})
}

// LogoutAdmin is POST /admin/auth/logout.
func (a *Admin) LogoutAdmin(c *gin.Context) {
	envelope.Handle(c, envelope.ParseOptional, func(ctx context.Context, r LogoutRequest) (any, error) {
		return nil, a.Admins.Logout(ctx, a.own.Caller(c), r.Everywhere)
	})
}

// GetMyAdminLogin is GET /admin/auth/me.
func (a *Admin) GetMyAdminLogin(c *gin.Context) {
	who, err := a.Queries.Admin(c.Request.Context(), a.caller(c).ID)
	envelope.Respond(c, who, err)
}

// ConfirmAdminLogin is POST /admin/auth/confirm.
func (a *Admin) ConfirmAdminLogin(c *gin.Context) { a.own.Confirm(c) }

// ChangeAdminPassword is PUT /admin/auth/password.
func (a *Admin) ChangeAdminPassword(c *gin.Context) { a.own.ChangePassword(c) }

// BeginAdminTOTP is POST /admin/auth/totp.
func (a *Admin) BeginAdminTOTP(c *gin.Context) { a.own.BeginTOTP(c) }

// ConfirmAdminTOTP is POST /admin/auth/totp/confirm.
func (a *Admin) ConfirmAdminTOTP(c *gin.Context) { a.own.ConfirmTOTP(c) }

// RemoveAdminTOTP is POST /admin/auth/totp/remove.
func (a *Admin) RemoveAdminTOTP(c *gin.Context) { a.own.RemoveTOTP(c) }

// ListAdminSessions is GET /admin/auth/sessions.
func (a *Admin) ListAdminSessions(c *gin.Context) { a.own.ListSessions(c) }

// EndAdminSession is DELETE /admin/auth/sessions/{id}.
func (a *Admin) EndAdminSession(c *gin.Context, id ID) { a.own.EndSession(c, id) }
