package admin

import (
	"context"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/admin"
	"gateway/domain/sequence"
	"gateway/http/auth"
	"gateway/http/envelope"
	"gateway/http/service"
	"gateway/projections/readmodel"

	"github.com/gin-gonic/gin"
)

// ListAdmins is GET /admin/admins.
func (a *Admin) ListAdmins(c *gin.Context) {
	all, err := a.Queries.Admins(c.Request.Context())
	answer(c, all, err)
}

// CreateAdmin takes no Idempotency-Key: with it the log would hold a plain SHA-256
// of a body with a password in it. The address makes a repetition harmless, a 409.
func (a *Admin) CreateAdmin(c *gin.Context) {
	r, err := envelope.Bind[AdminUserRequest](c)
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	view, err := a.addAdmin(c.Request.Context(), r)
	created(c, view, err)
}

func (a *Admin) addAdmin(ctx context.Context, r AdminUserRequest) (readmodel.Admin, error) {
	var none readmodel.Admin
	email, err := account.NormalizeEmail(r.Email)
	if err != nil {
		return none, err
	}
	hash, err := auth.HashPassword(ctx, r.Password)
	if err != nil {
		return none, err
	}
	id, err := a.IDs.Next(ctx, sequence.Admin)
	if err != nil {
		return none, err
	}
	_, err = service.Execute(ctx, a.Core, admin.Aggregate, admin.Stream(email), func(s admin.State) ([]domain.Event, error) {
		return admin.Create(s, admin.CreateCmd{
			AdminID: id, Email: email, PasswordHash: hash, Role: r.Role, By: by(ctx), At: a.Now(),
		})
	})
	if err != nil {
		return none, err
	}
	return a.Queries.Admin(ctx, id)
}
