package readmodel

import (
	"testing"

	"gateway/domain"
	"gateway/domain/admin"
)

func TestAnAdminHasHisLastPassword(t *testing.T) {
	t.Parallel()
	given(t, []domain.Event{
		admin.Created{AdminID: 1, Email: "root@m.test", Role: admin.RoleAdmin, PasswordHash: "h1", At: noon},
		admin.Created{AdminID: 2, Email: "help@m.test", Role: admin.RoleSupport, PasswordHash: "h2", At: noon},
		admin.PasswordChanged{AdminID: 1, PasswordHash: "h3"},
		admin.PasswordChanged{AdminID: 1, PasswordHash: "h4"},
	}, func(t *testing.T, q *Queries) {
		list, err := q.Admins(t.Context())
		must(t, err)
		wantJSON(t, list, `[{"id":1,"email":"root@m.test","role":"admin","created_at":"2026-03-01T05:00:00Z"},
			{"id":2,"email":"help@m.test","role":"support","created_at":"2026-03-01T05:00:00Z"}]`)
		root, err := q.AdminByEmail(t.Context(), "Root@m.test")
		must(t, err)
		equal(t, "password hash", root.PasswordHash, "h4")
		help, err := q.Admin(t.Context(), 2)
		must(t, err)
		equal(t, "password hash", help.PasswordHash, "h2")
		_, err = q.Admin(t.Context(), 3)
		wantNotFound(t, err)
	})
}
