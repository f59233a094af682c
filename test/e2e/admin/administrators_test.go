package admin

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"gateway/test/e2e/harness"
	"gateway/test/poll"

	"github.com/pquerna/otp/totp"
)

func TestAnAdministratorIsAddedWithARole(t *testing.T) {
	t.Parallel()
	admin := harness.Shared(t).Admin(t)
	adminShape := shape{"id": "integer", "email": "string", "role": "string", "disabled": "boolean", "second_factor": "boolean", "created_at": "time"}
	add := object{"email": " Auditor@Example.com", "password": harness.Password, "role": "auditor"}
	admin.Post(t, "/admin/admins", add).Wants(t, 201).Has(t, "", adminShape).Is(t, object{"email": "auditor@example.com", "role": "auditor"})
	admin.Post(t, "/admin/admins", add.With("email", "auditor@example.com")).Refuses(t, 409, "email_taken")
	admin.Post(t, "/admin/admins", object{"email": "k@example.com", "password": harness.Password, "role": "king"}).RefusesField(t, "role")
	admin.Post(t, "/admin/admins", object{"email": "k@example.com", "password": "short", "role": "admin"}).RefusesField(t, "password")
	admin.Post(t, "/admin/admins", object{"email": "k", "password": harness.Password, "role": "admin"}).RefusesField(t, "email")
	admin.Post(t, "/admin/admins", object{"email": "support@example.com", "password": harness.Password, "role": "support"}).Wants(t, 201)
	admin.Get(t, "/admin/admins").Wants(t, 200).ListOf(t, adminShape)
}

func TestWrongCredentialsOfAnAdministratorAreRefused(t *testing.T) {
	t.Parallel()
	c := harness.Shared(t).Anonymous()
	c.Post(t, "/admin/auth/login", object{"email": strings.ToUpper(harness.AdminEmail), "password": harness.AdminPassword}).Wants(t, 200).Text(t, "token")
	c.Post(t, "/admin/auth/login", object{"email": harness.AdminEmail, "password": "x"}).Refuses(t, 401, "wrong_credentials")
	c.Post(t, "/admin/auth/login", object{"email": "x@example.com", "password": "x"}).Refuses(t, 401, "wrong_credentials")
	c.Post(t, "/admin/auth/login", object{"email": harness.AdminEmail}).RefusesField(t, "password")
	// A client is not an administrator, nor the other way round.
	m := harness.Shared(t).Register(t)
	c.Post(t, "/admin/auth/login", object{"email": m.Email, "password": harness.Password}).Refuses(t, 401, "wrong_credentials")
	c.Post(t, "/auth/login", object{"email": harness.AdminEmail, "password": harness.AdminPassword}).Refuses(t, 401, "wrong_credentials")
}

func TestAnAdministratorChangesTheOwnLogin(t *testing.T) {
	t.Parallel()
	me := newAdmin(t, "auditor")
	me.Get(t, "/admin/auth/me").Wants(t, 200).Is(t, object{"role": "auditor", "disabled": false, "second_factor": false})
	me.Put(t, "/admin/auth/password", object{"current_password": "wrong", "password": "rahasia-456"}).RefusesField(t, "current_password")
	me.Put(t, "/admin/auth/password", object{"current_password": harness.Password, "password": "short"}).RefusesField(t, "password")
	me.Put(t, "/admin/auth/password", object{"current_password": harness.Password, "password": "rahasia-456"}).Wants(t, 200)
	me.password = "rahasia-456"
	me.logIn(t, "").Wants(t, 200)
	for range 9 {
		me.Put(t, "/admin/auth/password", object{"current_password": "wrong", "password": "rahasia-789"}).RefusesField(t, "current_password")
	}
	me.Put(t, "/admin/auth/password", object{"current_password": "rahasia-456", "password": "rahasia-789"}).Refuses(t, 429, "too_many_requests")
}

func TestASecondFactorGuardsTheLoginOfAnAdministrator(t *testing.T) {
	t.Parallel()
	me := newAdmin(t, "support")
	proof := object{"current_password": harness.Password}
	me.Post(t, "/admin/auth/confirm", object{"password": "wrong"}).RefusesField(t, "password")
	me.Post(t, "/admin/auth/confirm", object{"password": proof["current_password"]}).Wants(t, 200)
	me.Post(t, "/admin/auth/totp", object{"current_password": "wrong"}).RefusesField(t, "current_password")
	me.Post(t, "/admin/auth/totp/confirm", object{"code": "000000"}).Refuses(t, 400, "second_factor_not_begun")
	begun := me.Post(t, "/admin/auth/totp", proof).Wants(t, 200)
	begun.Has(t, "", shape{"secret": "string", "uri": "string", "qr": "string"})
	code, err := totp.GenerateCode(begun.Text(t, "secret"), time.Now())
	if err != nil {
		t.Fatal(err)
	}
	me.logIn(t, "").Wants(t, 200) // the second factor does not count yet
	recovery := me.Post(t, "/admin/auth/totp/confirm", object{"code": code}).Wants(t, 200).Field(t, "recovery_codes").([]any)
	me.logIn(t, "").Refuses(t, 401, "code_required")
	me.logIn(t, code).Refuses(t, 401, "wrong_code")
	me.logIn(t, recovery[0].(string)).Wants(t, 200)
	me.Post(t, "/admin/auth/totp/remove", proof).RefusesField(t, "code")
	me.Post(t, "/admin/auth/totp/remove", proof.With("code", recovery[1])).Wants(t, 200)
	me.logIn(t, "").Wants(t, 200)
}

func TestSessionsOfAnAdministratorEnd(t *testing.T) {
	t.Parallel()
	me := newAdmin(t, "auditor")
	other := harness.Shared(t).Anonymous().With("Authorization", "Bearer "+me.logIn(t, "").Text(t, "token"))
	sessions := me.Get(t, "/admin/auth/sessions").Wants(t, 200)
	sessions.ListOf(t, shape{"id": "integer", "address": "string", "user_agent": "string", "created_at": "time", "expires_at": "time", "current": "boolean"})
	id := sessions.Column(t, "id")[0] // newest first
	me.Call(t, "DELETE", "/admin/auth/sessions/"+id, nil).Wants(t, 200)
	me.Call(t, "DELETE", "/admin/auth/sessions/"+id, nil).Refuses(t, 404, "not_found")
	other.Get(t, "/admin/clients").Refuses(t, 401, "invalid_token")
	me.Post(t, "/admin/auth/logout", object{"everywhere": "yes"}).RefusesField(t, "everywhere")
	me.Post(t, "/admin/auth/logout", object{"everywhere": true}).Wants(t, 200)
	me.Get(t, "/admin/clients").Refuses(t, 401, "invalid_token")
}

func TestAnAdminAdministersOthers(t *testing.T) {
	t.Parallel()
	root := harness.Shared(t).Admin(t)
	me := newAdmin(t, "support")
	path := "/admin/admins/" + me.id
	root.Put(t, path, object{"role": "king"}).RefusesField(t, "role")
	root.Put(t, path, object{"role": "auditor", "reason": "moves"}).Wants(t, 200).Is(t, object{"role": "auditor", "disabled": false})
	me.Get(t, "/admin/clients").Refuses(t, 401, "invalid_token")
	password := root.Post(t, path+"/reset-password", object{"second_factor": true}).Wants(t, 200).Text(t, "password")
	me.logIn(t, "").Refuses(t, 401, "wrong_credentials")
	me.password = password
	me.logIn(t, "").Wants(t, 200)
	root.Post(t, path+"/disable", object{"reason": "left"}).Wants(t, 200).Is(t, object{"disabled": true})
	me.logIn(t, "").Refuses(t, 401, "wrong_credentials")
	root.Post(t, path+"/enable", nil).Wants(t, 200).Is(t, object{"disabled": false})
	me.logIn(t, "").Wants(t, 200)
	for _, act := range []string{"disable", "enable", "reset-password"} {
		root.Post(t, "/admin/admins/987654/"+act, nil).Refuses(t, 404, "admin_not_found")
	}
	root.Put(t, "/admin/admins/987654", object{"role": "auditor"}).Refuses(t, 404, "admin_not_found")
}

func TestTheAuditLogShowsWhoDidWhatAndWhy(t *testing.T) {
	t.Parallel()
	root, reader := harness.Shared(t).Admin(t), newAdmin(t, "auditor")
	subject := newAdmin(t, "support")
	root.Post(t, "/admin/admins/"+subject.id+"/disable", object{"reason": "left the company"}).Wants(t, 200)
	m := harness.Shared(t).Register(t)
	root.Post(t, fmt.Sprintf("/admin/clients/%d/approve", m.ID), object{"reason": "documents checked"}).Wants(t, 200)

	acts := reader.Get(t, "/admin/audit-log?subject=admins/%s", subject.id).Wants(t, 200)
	acts.ListOf(t, shape{
		"position": "integer", "at": "time", "actor": "string", "approved_by": "string", "kind": "string", "subject": "string", "client_id": "integer", "client_name": "string",
		"reason": "string", "detail": "object", "request_id": "string",
	})
	if kinds := acts.Column(t, "kind"); !slices.Equal(kinds, []string{`"admin.disabled"`, `"admin.logged_in"`, `"admin.created"`}) {
		t.Errorf("the acts are %v", kinds)
	}
	if reasons := acts.Column(t, "reason"); reasons[0] != `"left the company"` {
		t.Errorf("the reasons are %v", reasons)
	}
	by := strings.Trim(acts.Column(t, "actor")[0], `"`)
	of := reader.Get(t, "/admin/audit-log?actor=%s&subject=clients/%d", by, m.ID).Wants(t, 200)
	if kinds := of.Column(t, "kind"); !slices.Contains(kinds, `"account.approved"`) {
		t.Errorf("the acts on the client are %v", kinds)
	}
	reader.Get(t, "/admin/audit-log?from=x").RefusesField(t, "from")
	reader.Get(t, "/admin/audit-log?to=2020-01-01").Wants(t, 200).HasMeta(t, 0, 15, 1, 1)
	if body := string(reader.Get(t, "/admin/audit-log?per_page=100").Wants(t, 200).Body); strings.Contains(body, "argon2") || strings.Contains(body, "hash") {
		t.Error("the audit log shows hashes of passwords")
	}
}

func TestALoginOfAnAdministratorIsInTheAuditLogAndOneThatFailsIsCounted(t *testing.T) {
	t.Parallel()
	g := harness.Start(t, nil)
	root := g.Admin(t)
	login := object{"email": harness.AdminEmail, "password": harness.AdminPassword}
	for range 2 {
		g.Anonymous().Post(t, "/admin/auth/login", login.With("password", "wrong")).Refuses(t, 401, "wrong_credentials")
	}
	g.Anonymous().Post(t, "/admin/auth/login", login).Wants(t, 200)
	poll.Until(t, "both logins are in the audit log, and the failed ones are not", func() bool {
		list := root.Get(t, "/admin/audit-log?actor=admin:1").Wants(t, 200)
		logins := list.Column(t, "kind")
		return slices.Equal(logins, []string{`"admin.logged_in"`, `"admin.logged_in"`}) &&
			list.Text(t, "0.subject") == "admins/1" && list.Field(t, "0.detail.second_factor") == false
	})
	if _, metrics := g.Page(t, "/metrics"); !strings.Contains(metrics, `gateway_admin_logins_failed_total{code="wrong_credentials"} 2`) {
		t.Error("the metrics do not count two failed logins")
	}
}

// loggedIn is an administrator who is logged in.
type loggedIn struct {
	caller
	id, email, password string
}

// newAdmin adds an administrator of the role and logs in.
func newAdmin(t *testing.T, role string) *loggedIn {
	t.Helper()
	g := harness.Shared(t)
	m := &loggedIn{email: g.NextEmail(), password: harness.Password}
	added := g.Admin(t).Post(t, "/admin/admins", object{"email": m.email, "password": m.password, "role": role}).Wants(t, 201)
	m.id = strconv.FormatInt(added.ID(t, "id"), 10)
	m.caller = g.Anonymous().With("Authorization", "Bearer "+m.logIn(t, "").Text(t, "token"))
	return m
}

func (m *loggedIn) logIn(t *testing.T, code string) answer {
	t.Helper()
	return harness.Shared(t).Anonymous().Post(t, "/admin/auth/login", object{"email": m.email, "password": m.password, "code": code})
}

func TestTheLastAdminStays(t *testing.T) {
	t.Parallel()
	g := harness.Start(t, nil)
	root := g.Admin(t)
	path := "/admin/admins/" + root.Get(t, "/admin/admins").Column(t, "id")[0]
	root.Post(t, path+"/disable", object{"reason": "leaves"}).Refuses(t, 400, "last_admin")
	root.Put(t, path, object{"role": "auditor"}).Refuses(t, 400, "last_admin")
}
