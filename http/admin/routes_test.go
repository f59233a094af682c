package admin

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"gateway/domain/admin"
	"gateway/eventstore/state"
	"gateway/http/backend/backendtest"

	"github.com/gin-gonic/gin"
)

// leastRole is the rule behind the table: who reads is an auditor, who works on
// tickets, proposals or callbacks is support, and all else is for an admin.
func leastRole(r route) string {
	switch {
	case r.method == http.MethodGet:
		return admin.RoleAuditor
	case strings.HasPrefix(r.path, "/callbacks/"), strings.HasPrefix(r.path, "/tickets/"), strings.HasPrefix(r.path, "/proposals/"):
		return admin.RoleSupport
	}
	return admin.RoleAdmin
}

func TestEveryRouteButTheLoginIsInTheTableWithItsRole(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	table := map[string]bool{"POST /auth/login": true}
	for _, r := range d.table() {
		table[r.method+" "+r.path] = true
		if r.least != leastRole(r) {
			t.Errorf("%s %s needs %q, want %q", r.method, r.path, r.least, leastRole(r))
		}
	}
	engine := gin.New()
	d.Routes(engine)
	for _, r := range engine.Routes() {
		if !table[r.Method+" "+r.Path] {
			t.Errorf("%s %s is open to everybody", r.Method, r.Path)
		}
	}
	if len(engine.Routes()) != len(table) {
		t.Errorf("%d routes, %d rows", len(engine.Routes()), len(table))
	}
}

func TestEachRoleMayDoWhatTheTableSaysAndNoMore(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	staff := d.staff()
	merchant, err := d.State.Login(t.Context(), state.ClientSession, 1, d.Now(), d.Now().Add(time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	params := strings.NewReplacer(":id", "987654", ":channel_code", "NONE", ":code", "NONE", ":name", "none")
	for _, r := range d.table() {
		path := params.Replace(r.path)
		for _, stranger := range []string{"", "Bearer x", "Bearer " + merchant, "Basic " + staff[admin.RoleAdmin]} {
			if got := d.as(stranger, r.method, path, ""); got.Status != 401 || got.ErrorCode != "invalid_token" {
				t.Errorf("%s %s without a token of an administrator: %d %s", r.method, path, got.Status, got.ErrorCode)
			}
		}
		for role, bearer := range staff {
			got := d.as(bearer, r.method, path, "")
			refused := got.Status == 403 && got.ErrorCode == "role_forbidden"
			if may := powers[role] >= powers[r.least]; refused == may || got.Status >= 500 {
				t.Errorf("%s %s as %s: %d %s", r.method, path, role, got.Status, got.ErrorCode)
			}
		}
	}
}

func TestTheFirstAdminFollowsTheConfiguration(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	for range 2 { // the second time changes nothing
		if err := d.EnsureFirstAdmin(t.Context(), "Root@Example.com", "another password"); err != nil {
			t.Fatal(err)
		}
	}
	d.want(d.login(rootEmail, rootPassword), 401, "wrong_credentials")
	root := d.bearer(rootEmail, "another password")
	if all := backendtest.Into[[]struct{ Email, Role string }](t, d.as(root, "GET", "/admins", "")); len(all) != 1 || all[0].Role != admin.RoleAdmin {
		t.Errorf("the administrators are %+v", all)
	}
	if err := d.EnsureFirstAdmin(t.Context(), "no address", "long enough"); err == nil {
		t.Error("no address is an administrator's")
	}
}
