package merchant

import (
	"context"

	"gateway/http/auth"
	"gateway/http/envelope"
	"gateway/http/origin"
	"gateway/http/service/credential"

	"github.com/gin-gonic/gin"
)

// ChangePassword is PUT /me/password.
func (a *API) ChangePassword(c *gin.Context) {
	envelope.Handle(c, envelope.Parse, func(ctx context.Context, r OwnPasswordRequest) (any, error) {
		proof := credential.Proof{Password: r.CurrentPassword, Code: r.Code}
		return nil, a.Accounts.ChangePassword(ctx, caller(c), auth.BearerToken(c), proof, r.Password)
	})
}

// BeginTOTP is POST /me/totp.
func (a *API) BeginTOTP(c *gin.Context) {
	envelope.Handle(c, envelope.Parse, func(ctx context.Context, r OwnLoginProof) (Enrolment, error) {
		e, err := a.Accounts.BeginSecondFactor(ctx, caller(c), credential.Proof{Password: r.CurrentPassword, Code: r.Code})
		return Enrolment{Secret: e.Secret, URI: e.URI, QR: e.QR}, err
	})
}

// ConfirmTOTP is POST /me/totp/confirm.
func (a *API) ConfirmTOTP(c *gin.Context) {
	envelope.Handle(c, envelope.Parse, func(ctx context.Context, r CodeRequest) (RecoveryCodes, error) {
		codes, err := a.Accounts.ConfirmSecondFactor(ctx, caller(c), r.Code)
		return RecoveryCodes{RecoveryCodes: codes}, err
	})
}

// RemoveTOTP is POST /me/totp/remove.
func (a *API) RemoveTOTP(c *gin.Context) {
	envelope.Handle(c, envelope.Parse, func(ctx context.Context, r OwnLoginProof) (any, error) {
		return nil, a.Accounts.RemoveSecondFactor(ctx, caller(c), credential.Proof{Password: r.CurrentPassword, Code: r.Code})
	})
}

// ListSessions is GET /me/sessions.
func (a *API) ListSessions(c *gin.Context) {
	who := caller(c)
	open, err := a.Accounts.OpenSessions(c.Request.Context(), who)
	shown := make([]LoginSession, 0, len(open))
	for _, s := range open {
		shown = append(shown, LoginSession{
			ID: s.ID, Address: s.Address, UserAgent: s.UserAgent, CreatedAt: s.CreatedAt.UTC(), ExpiresAt: s.ExpiresAt.UTC(),
			Current: s.ID == who.Session.ID,
		})
	}
	envelope.Respond(c, shown, err)
}

// EndSession is DELETE /me/sessions/{id}.
func (a *API) EndSession(c *gin.Context, id ID) {
	envelope.Respond(c, nil, a.Accounts.Sessions.End(c.Request.Context(), caller(c).ID, id))
}

// ForgotPassword is POST /auth/forgot-password. It answers before anything is looked up.
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
