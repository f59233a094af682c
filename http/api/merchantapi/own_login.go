package merchantapi

import (
	"context"

	"gateway/http/api/envelope"
	"gateway/http/server/origin"

	"github.com/gin-gonic/gin"
)

// ConfirmLogin is POST /auth/confirm.
func (a *API) ConfirmLogin(c *gin.Context) { a.own.Confirm(c) }

// ChangePassword is PUT /me/password.
func (a *API) ChangePassword(c *gin.Context) { a.own.ChangePassword(c) }

// BeginTOTP is POST /me/totp.
func (a *API) BeginTOTP(c *gin.Context) { a.own.BeginTOTP(c) }

// ConfirmTOTP is POST /me/totp/confirm.
func (a *API) ConfirmTOTP(c *gin.Context) { a.own.ConfirmTOTP(c) }

// RemoveTOTP is POST /me/totp/remove.
func (a *API) RemoveTOTP(c *gin.Context) { a.own.RemoveTOTP(c) }

// ListSessions is GET /me/sessions.
func (a *API) ListSessions(c *gin.Context) { a.own.ListSessions(c) }

// EndSession is DELETE /me/sessions/{id}.
func (a *API) EndSession(c *gin.Context, id ID) { a.own.EndSession(c, id) }

// ForgotPassword is POST /auth/forgot-password. It answers before it looks anything up.
func (a *API) ForgotPassword(c *gin.Context) {
	if _, err := a.limits.Registrations.Take(origin.Network(c.ClientIP())); err != nil {
		envelope.Fail(c, err)
		return
	}
	envelope.Handle(c, envelope.Parse, func(ctx context.Context, r ForgotPasswordRequest) (any, error) {
		a.Forgotten.Ask(ctx, r.Email)
		return nil, nil
	})
}

// ResetPassword is POST /auth/reset-password.
func (a *API) ResetPassword(c *gin.Context) {
	if _, err := a.limits.Registrations.Take(origin.Network(c.ClientIP())); err != nil {
		envelope.Fail(c, err)
		return
	}
	envelope.Handle(c, envelope.Parse, func(ctx context.Context, r ResetPasswordRequest) (any, error) {
		return nil, a.Accounts.SetPassword(ctx, r.Token, r.Password)
	})
}
