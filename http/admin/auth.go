package admin

import (
	"context"
	"errors"
	"strconv"

	"gateway/eventstore"
	"gateway/http/auth"
	"gateway/http/envelope"
	"gateway/http/service/state"
	"gateway/projections/readmodel"

	"github.com/gin-gonic/gin"
)

// LoginAdmin is POST /admin/auth/login.
func (a *Admin) LoginAdmin(c *gin.Context) {
	r, err := envelope.Bind[LoginRequest](c)
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	attempt := auth.NewAttempt(c, r.Email, r.Password)
	var who readmodel.Admin
	attempt.Find = func(ctx context.Context) (p auth.Person, err error) {
		who, err = a.Queries.AdminByEmail(ctx, attempt.Name)
		return auth.Person{ID: who.ID, PasswordHash: who.PasswordHash}, err
	}
	token, err := a.sessions.Login(c.Request.Context(), attempt)
	answer(c, AdminLogin{Token: token.Text, ExpiresAt: token.ExpiresAt, Admin: who}, err)
}

// whoIs gives the administrator whose token the request bears. Role and password are
// read each time: they count as they are now, not as they were at the login.
func (a *Admin) whoIs(c *gin.Context) (readmodel.Admin, error) {
	open, err := a.sessions.Session(c)
	if err != nil {
		return readmodel.Admin{}, err
	}
	who, err := a.Queries.Admin(c.Request.Context(), open.Subject)
	if errors.Is(err, readmodel.ErrNotFound) || err == nil && !open.OpenedWith(who.PasswordHash) {
		err = state.ErrNoSession
	}
	return who, err
}

// actAs makes the administrator known to the events of the request.
func actAs(c *gin.Context, who readmodel.Admin) {
	m := eventstore.MetadataFrom(c.Request.Context())
	m.Actor = "admin:" + strconv.FormatInt(who.ID, 10)
	c.Request = c.Request.WithContext(eventstore.WithMetadata(c.Request.Context(), m))
}
