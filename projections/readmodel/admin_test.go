package readmodel_test

import (
	"testing"

	"gateway/domain"
	"gateway/domain/admin"
	"gateway/domain/secondfactor"
	"gateway/projections/readmodel"
)

func TestAnAdminHasHisLastRoleAndState(t *testing.T) {
	t.Parallel()
	given(t, []domain.Event{
		admin.Created{AdminID: 1, Email: "root@m.test", Role: admin.RoleAdmin, PasswordHash: "h1", At: noon},
		admin.Created{AdminID: 2, Email: "help@m.test", Role: admin.RoleSupport, PasswordHash: "h2", At: noon},
		admin.PasswordChanged{AdminID: 1, PasswordHash: "h3"},
		admin.RoleChanged{AdminID: 2, Role: admin.RoleAdmin},
		admin.RoleChanged{AdminID: 2, Role: admin.RoleAuditor},
		admin.Disabled{AdminID: 1},
		admin.Enabled{AdminID: 1},
		admin.Disabled{AdminID: 2},
		secondfactor.SetUp{Owner: "admin:1", Generation: 1},
		secondfactor.SetUp{Owner: "admin:2", Generation: 1},
		secondfactor.Removed{Owner: "admin:2"},
		secondfactor.Removed{Owner: "client:1"},
	}, func(t *testing.T, q *readmodel.Queries) {
		list, err := q.Admins(t.Context())
		must(t, err)
		wantJSON(t, list, `[{"id":1,"email":"root@m.test","role":"admin","disabled":false,"second_factor":true,"created_at":"2026-03-01T05:00:00Z"},
			{"id":2,"email":"help@m.test","role":"auditor","disabled":true,"second_factor":false,"created_at":"2026-03-01T05:00:00Z"}]`)
		help, err := q.Admin(t.Context(), 2)
		must(t, err)
		equal(t, "role", help.Role, admin.RoleAuditor)
		_, err = q.Admin(t.Context(), 3)
		wantNotFound(t, err)
	})
}
