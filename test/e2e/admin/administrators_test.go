package admin

import (
	"strings"
	"testing"

	"gateway/test/e2e/harness"
)

// An auditor may only read, support may also resend callbacks, an admin may do all.
func TestRolesDecideWhatAnAdministratorMayDo(t *testing.T) {
	t.Parallel()
	admin := harness.Shared(t).Admin(t)
	adminShape := shape{"id": "integer", "email": "string", "role": "string", "created_at": "time"}
	add := object{"email": " Auditor@Example.com", "password": harness.Password, "role": "auditor"}
	admin.Post(t, "/admin/admins", add).Wants(t, 201).Has(t, "", adminShape).Is(t, object{"email": "auditor@example.com", "role": "auditor"})
	admin.Post(t, "/admin/admins", add.With("email", "auditor@example.com")).Refuses(t, 409, "email_taken")
	admin.Post(t, "/admin/admins", object{"email": "k@example.com", "password": harness.Password, "role": "king"}).RefusesField(t, "role")
	admin.Post(t, "/admin/admins", object{"email": "k@example.com", "password": "short", "role": "admin"}).RefusesField(t, "password")
	admin.Post(t, "/admin/admins", object{"email": "k", "password": harness.Password, "role": "admin"}).RefusesField(t, "email")
	admin.Post(t, "/admin/admins", object{"email": "support@example.com", "password": harness.Password, "role": "support"}).Wants(t, 201)
	admin.Get(t, "/admin/admins").Wants(t, 200).ListOf(t, adminShape)

	auditor := harness.Shared(t).AdminLogin("auditor@example.com", harness.Password)(t)
	support := harness.Shared(t).AdminLogin("support@example.com", harness.Password)(t)
	for _, row := range harness.WithCredential(harness.IsAdmin) {
		method, path := harness.Sample(row)
		if method == "GET" {
			continue
		}
		auditor.Call(t, method, path, object{}).Refuses(t, 403, "role_forbidden")
		switch {
		case row == "POST /admin/callbacks/{id}/resend":
			support.Call(t, method, path, nil).Wants(t, 404)
		case strings.HasPrefix(path, "/admin/tickets/"), strings.HasPrefix(path, "/admin/proposals/"):
			// TestTheRoleDecidesWhoAnswersTicketsAndProposals: there may be one with the sample's id.
		default:
			support.Call(t, method, path, object{}).Refuses(t, 403, "role_forbidden")
		}
	}
	for _, path := range []string{"/admin/clients", "/admin/suspense", "/admin/withdrawals", "/admin/settlements", "/admin/callbacks", "/admin/admins", "/admin/projections"} {
		auditor.Get(t, "%s", path).Wants(t, 200)
	}
}

func TestWrongCredentialsOfAnAdministratorAreRefused(t *testing.T) {
	t.Parallel()
	c := harness.Shared(t).Anonymous()
	c.Post(t, "/admin/auth/login", object{"email": strings.ToUpper(harness.AdminEmail), "password": harness.AdminPassword}).Wants(t, 200).Text(t, "token")
	c.Post(t, "/admin/auth/login", object{"email": harness.AdminEmail, "password": "x"}).Refuses(t, 401, "wrong_credentials")
	c.Post(t, "/admin/auth/login", object{"email": "x@example.com", "password": "x"}).Refuses(t, 401, "wrong_credentials")
	c.Post(t, "/admin/auth/login", object{"email": harness.AdminEmail}).RefusesField(t, "password")
	// A client is no administrator, nor the other way round.
	m := harness.Shared(t).Register(t)
	c.Post(t, "/admin/auth/login", object{"email": m.Email, "password": harness.Password}).Refuses(t, 401, "wrong_credentials")
	c.Post(t, "/auth/login", object{"email": harness.AdminEmail, "password": harness.AdminPassword}).Refuses(t, 401, "wrong_credentials")
}
