package ownloginapi

import (
	"context"
	"errors"

	"gateway/http/api/auth"
	"gateway/http/api/envelope"
	"gateway/http/service/credential"
	"gateway/http/service/loginservice"

	"github.com/gin-gonic/gin"
)

// Handlers serve the own login of people of kind P.
type Handlers[P loginservice.Holder] struct {
	Logins loginservice.Logins[P]
	// LoginPath is the path that opens a session. Refusals tell it to a caller without one.
	LoginPath string
}

// callerKey is the key under which Authenticate keeps the caller.
const callerKey = "login_caller"

// Authenticate finds the person of the request's bearer token and keeps it for Caller. Refusal: that of auth.NoToken.
func (h Handlers[P]) Authenticate(c *gin.Context) (P, error) {
	caller, err := h.Logins.Authenticate(c.Request.Context(), auth.BearerToken(c))
	if errors.Is(err, credential.ErrNoSession) {
		err = auth.NoToken(c, h.LoginPath)
	}
	c.Set(callerKey, caller)
	return caller.Person, err
}

// Caller returns the person that Authenticate found. It panics if Authenticate did not run.
func (h Handlers[P]) Caller(c *gin.Context) loginservice.Caller[P] {
	return c.MustGet(callerKey).(loginservice.Caller[P])
}

// HasCaller reports whether the request came with a session rather than an API key.
func (h Handlers[P]) HasCaller(c *gin.Context) bool {
	_, found := c.Get(callerKey)
	return found
}

// Fresh refuses, with login.ErrConfirmationNeeded, a caller whose session has no fresh proof. An API key needs none.
func (h Handlers[P]) Fresh(c *gin.Context) error {
	if !h.HasCaller(c) {
		return nil
	}
	return h.Logins.NeedFresh(h.Caller(c))
}

// RequireFresh is Fresh as middleware.
func (h Handlers[P]) RequireFresh(c *gin.Context) {
	if err := h.Fresh(c); err != nil {
		envelope.Fail(c, err)
	}
}

// Attempt makes the attempt of a request to log in or to confirm.
func Attempt(c *gin.Context, email, password, code string) credential.Attempt {
	return credential.Attempt{Email: email, Password: password, Code: code, Address: c.ClientIP(), UserAgent: c.Request.UserAgent()}
}

// Confirm records a fresh proof for the session, which counts for ten minutes.
func (h Handlers[P]) Confirm(c *gin.Context) {
	envelope.Handle(c, envelope.Parse, func(ctx context.Context, r Confirmation) (any, error) {
		return nil, h.Logins.Confirm(ctx, h.Caller(c), Attempt(c, "", r.Password, r.Code))
	})
}

// ChangePassword changes the caller's password.
func (h Handlers[P]) ChangePassword(c *gin.Context) {
	envelope.Handle(c, envelope.Parse, func(ctx context.Context, r NewPassword) (any, error) {
		proof := credential.Proof{Password: r.CurrentPassword, Code: r.Code}
		return nil, h.Logins.ChangePassword(ctx, h.Caller(c), proof, r.Password)
	})
}

// BeginTOTP returns the secret of a new second factor.
func (h Handlers[P]) BeginTOTP(c *gin.Context) {
	envelope.Handle(c, envelope.Parse, func(ctx context.Context, r Proof) (Enrolment, error) {
		e, err := h.Logins.BeginSecondFactor(ctx, h.Caller(c), credential.Proof{Password: r.CurrentPassword, Code: r.Code})
		return Enrolment{Secret: e.Secret, URI: e.URI, QR: e.QR}, err
	})
}

// ConfirmTOTP puts that second factor into use.
func (h Handlers[P]) ConfirmTOTP(c *gin.Context) {
	envelope.Handle(c, envelope.Parse, func(ctx context.Context, r Code) (RecoveryCodes, error) {
		codes, err := h.Logins.ConfirmSecondFactor(ctx, h.Caller(c), r.Code)
		return RecoveryCodes{RecoveryCodes: codes}, err
	})
}

// RemoveTOTP removes the caller's second factor.
func (h Handlers[P]) RemoveTOTP(c *gin.Context) {
	envelope.Handle(c, envelope.Parse, func(ctx context.Context, r Proof) (any, error) {
		return nil, h.Logins.RemoveSecondFactor(ctx, h.Caller(c), credential.Proof{Password: r.CurrentPassword, Code: r.Code})
	})
}

// ListSessions answers with the caller's sessions, newest first.
func (h Handlers[P]) ListSessions(c *gin.Context) {
	caller := h.Caller(c)
	open, err := h.Logins.OpenSessions(c.Request.Context(), caller)
	shown := make([]Session, 0, len(open))
	for _, s := range open {
		shown = append(shown, Session{
			ID: s.ID, Address: s.Address, UserAgent: s.UserAgent, CreatedAt: s.CreatedAt.UTC(), ExpiresAt: s.ExpiresAt.UTC(),
			Current: s.ID == caller.Session.ID,
		})
	}
	envelope.Respond(c, shown, err)
}

// EndSession ends one of the caller's sessions.
func (h Handlers[P]) EndSession(c *gin.Context, id int64) {
	envelope.Respond(c, nil, h.Logins.EndSession(c.Request.Context(), h.Caller(c), id))
}
