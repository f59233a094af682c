package adminapi

import (
	"context"

	"gateway/domain"
	"gateway/http/api/envelope"
	"gateway/http/service/adminservice"
	"gateway/projections/readmodel/adminrows"

	"github.com/gin-gonic/gin"
)

// ListAdmins is GET /admin/admins.
func (a *Admin) ListAdmins(c *gin.Context) {
	all, err := a.Queries.Admins(c.Request.Context())
	envelope.Respond(c, all, err)
}

// CreateAdmin is POST /admin/admins.
func (a *Admin) CreateAdmin(c *gin.Context) {
	envelope.HandleNew(c, parseAdmin, func(ctx context.Context, r AdminUserRequest) (any, error) {
		return a.Acts.CreateAdmin(ctx, adminservice.Request(r))
	})
}

func parseAdmin(body []byte) (AdminUserRequest, error) {
	r, err := envelope.Parse[AdminUserRequest](body)
	return r, domain.Together(err, adminservice.Request(r).Check())
}

// ChangeAdminRole is PUT /admin/admins/{id}.
func (a *Admin) ChangeAdminRole(c *gin.Context, id ID) {
	envelope.Handle(c, envelope.Parse, func(ctx context.Context, r AdminRoleRequest) (any, error) {
		return a.Acts.ChangeRole(ctx, id, r.Role, r.Reason)
	})
}

// DisableAdmin is POST /admin/admins/{id}/disable.
func (a *Admin) DisableAdmin(c *gin.Context, id ID) {
	envelope.Handle(c, envelope.ParseOptional, func(ctx context.Context, r ReviewRequest) (adminrows.Admin, error) {
		return a.Admins.Disable(ctx, id, r.Reason)
	})
}

// EnableAdmin is POST /admin/admins/{id}/enable.
func (a *Admin) EnableAdmin(c *gin.Context, id ID) {
	envelope.Handle(c, envelope.ParseOptional, func(ctx context.Context, r ReviewRequest) (any, error) {
		return a.Acts.EnableAdmin(ctx, id, r.Reason)
	})
}

// ResetAdminPassword is POST /admin/admins/{id}/reset-password.
func (a *Admin) ResetAdminPassword(c *gin.Context, id ID) {
	envelope.Handle(c, envelope.ParseOptional, func(ctx context.Context, r AdminResetRequest) (any, error) {
		return a.Acts.ResetLogin(ctx, id, r.SecondFactor, r.Reason)
	})
}
