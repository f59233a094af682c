package admin

import (
	"context"

	"gateway/http/auth"
	"gateway/http/envelope"
	"gateway/http/service/credential"

	"github.com/gin-gonic/gin"
)

// LoginAdmin is POST /admin/auth/login.
func (a *Admin) LoginAdmin(c *gin.Context) {
	envelope.Handle(c, envelope.Parse, func(ctx context.Context, r LoginRequest) (AdminLogin, error) {
		login, err := a.Admins.Login(ctx, credential.Attempt{
			Email: r.Email, Password: r.Password, Code: r.Code, Address: c.ClientIP(), UserAgent: c.Request.UserAgent(),
		})
		return AdminLogin{Token: login.Token.Text, ExpiresAt: login.Token.ExpiresAt, Admin: login.Admin}, err
	})
}

// LogoutAdmin is POST /admin/auth/logout.
func (a *Admin) LogoutAdmin(c *gin.Context) {
	envelope.Handle(c, envelope.ParseOptional, func(ctx context.Context, r LogoutRequest) (any, error) {
		return nil, a.Admins.Logout(ctx, caller(c), auth.BearerToken(c), r.Everywhere)
	})
}

// GetMyAdminLogin is GET /admin/auth/me.
func (a *Admin) GetMyAdminLogin(c *gin.Context) {
	who, err := a.Queries.Admin(c.Request.Context(), caller(c).ID)
	envelope.Respond(c, who, err)
}

// ChangeAdminPassword is PUT /admin/auth/password.
func (a *Admin) ChangeAdminPassword(c *gin.Context) {
	envelope.Handle(c, envelope.Parse, func(ctx context.Context, r OwnPasswordRequest) (any, error) {
		proof := credential.Proof{Password: r.CurrentPassword, Code: r.Code}
		return nil, a.Admins.ChangePassword(ctx, caller(c), auth.BearerToken(c), proof, r.Password)
	})
}

// BeginAdminTOTP is POST /admin/auth/totp.
func (a *Admin) BeginAdminTOTP(c *gin.Context) {
	envelope.Handle(c, envelope.Parse, func(ctx context.Context, r OwnLoginProof) (Enrolment, error) {
		e, err := a.Admins.BeginSecondFactor(ctx, caller(c), credential.Proof{Password: r.CurrentPassword, Code: r.Code})
		return Enrolment{Secret: e.Secret, URI: e.URI, QR: e.QR}, err
	})
}

// ConfirmAdminTOTP is POST /admin/auth/totp/confirm.
func (a *Admin) ConfirmAdminTOTP(c *gin.Context) {
	envelope.Handle(c, envelope.Parse, func(ctx context.Context, r CodeRequest) (RecoveryCodes, error) {
		codes, err := a.Admins.ConfirmSecondFactor(ctx, caller(c), r.Code)
		return RecoveryCodes{RecoveryCodes: codes}, err
	})
}

// RemoveAdminTOTP is POST /admin/auth/totp/remove.
func (a *Admin) RemoveAdminTOTP(c *gin.Context) {
	envelope.Handle(c, envelope.Parse, func(ctx context.Context, r OwnLoginProof) (any, error) {
		return nil, a.Admins.RemoveSecondFactor(ctx, caller(c), credential.Proof{Password: r.CurrentPassword, Code: r.Code})
	})
}

// ListAdminSessions is GET /admin/auth/sessions.
func (a *Admin) ListAdminSessions(c *gin.Context) {
	ctx, who := c.Request.Context(), caller(c)
	present, err := a.Admins.Sessions.Session(ctx, auth.BearerToken(c))
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	open, err := a.Admins.Sessions.Of(ctx, who.ID, who.SessionGeneration)
	shown := make([]LoginSession, 0, len(open))
	for _, s := range open {
		shown = append(shown, LoginSession{
			ID: s.ID, Address: s.Address, UserAgent: s.UserAgent, CreatedAt: s.CreatedAt.UTC(), ExpiresAt: s.ExpiresAt.UTC(),
			Current: s.ID == present.ID,
		})
	}
	envelope.Respond(c, shown, err)
}

// EndAdminSession is DELETE /admin/auth/sessions/{id}.
func (a *Admin) EndAdminSession(c *gin.Context, id ID) {
	envelope.Respond(c, nil, a.Admins.Sessions.End(c.Request.Context(), caller(c).ID, id))
}
