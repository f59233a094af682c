package adminapi

import (
	"context"

	"gateway/domain"
	"gateway/http/api/envelope"
	"gateway/http/service/adminservice"
)

func parseAdmin(body []byte) (adminservice.Request, error) {
	r, err := envelope.Parse[AdminUserRequest](body)
	request := adminservice.Request(r)
	return request, domain.Together(err, request.Check())
}

func (a *Admin) changeAdminRole(ctx context.Context, id ID, r AdminRoleRequest) (any, error) {
	return a.Acts.ChangeRole(ctx, id, r.Role, r.Reason)
}

func (a *Admin) resetAdmin(ctx context.Context, id ID, r AdminResetRequest) (any, error) {
	return a.Acts.ResetLogin(ctx, id, r.SecondFactor, r.Reason)
}
