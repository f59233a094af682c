package admin

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"gateway/domain/admin"
	"gateway/http/service/servicetest"
	"gateway/http/service/state"

	"github.com/gin-gonic/gin"
)

// leastRole is the rule behind what the description demands: who reads is an
// auditor, who works on tickets, proposals or callbacks is support, and all else is
// for an admin.
func leastRole(r gin.RouteInfo) string {
	path := strings.TrimPrefix(r.Path, "/admin")
	switch {
	case path == "/auth/login":
		return ""
	case r.Method == http.MethodGet:
		return admin.RoleAuditor
	case strings.HasPrefix(path, "/callbacks/"), strings.HasPrefix(path, "/tickets/"), strings.HasPrefix(path, "/proposals/"):
		return admin.RoleSupport
	}
	return admin.RoleAdmin
}

func routes(d desk) gin.RoutesInfo {
	engine := gin.New()
	d.Routes(engine)
	return engine.Routes()
}

func TestEachRoleMayDoWhatTheRuleSaysAndNoMore(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	staff := d.staff()
	merchant, err := d.State.Login(t.Context(), state.ClientSession, 1, "", d.Now(), d.Now().Add(time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	params := strings.NewReplacer(":id", "987654", ":channel_code", "NONE", ":code", "NONE", ":name", "none")
	for _, r := range routes(d) {
		least := leastRole(r)
		if least == "" {
			continue
		}
		path := strings.TrimPrefix(params.Replace(r.Path), "/admin")
		for _, stranger := range []string{"", "Bearer x", "Bearer " + merchant, "Basic " + staff[admin.RoleAdmin]} {
			if got := d.as(stranger, r.Method, path, ""); got.Status != 401 || got.ErrorCode != "invalid_token" {
				t.Errorf("%s %s without a token of an administrator: %d %s", r.Method, path, got.Status, got.ErrorCode)
			}
		}
		for role, bearer := range staff {
			got := d.as(bearer, r.Method, path, "")
			refused := got.Status == 403 && got.ErrorCode == "role_forbidden"
			if may := powers[role] >= powers[least]; refused == may || got.Status >= 500 {
				t.Errorf("%s %s as %s: %d %s", r.Method, path, role, got.Status, got.ErrorCode)
			}
		}
	}
}

func TestTheFirstAdminFollowsTheConfiguration(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	before := d.bearer(rootEmail, rootPassword)
	for range 2 { // the second time changes nothing
		if err := d.EnsureFirstAdmin(t.Context(), "Root@Example.com", "another password"); err != nil {
			t.Fatal(err)
		}
	}
	d.want(d.login(rootEmail, rootPassword), 401, "wrong_credentials")
	d.want(d.as(before, "GET", "/admins", ""), 401, "invalid_token") // opened with the former password
	root := d.bearer(rootEmail, "another password")
	if all := servicetest.Into[[]struct{ Email, Role string }](t, d.as(root, "GET", "/admins", "")); len(all) != 1 || all[0].Role != admin.RoleAdmin {
		t.Errorf("the administrators are %+v", all)
	}
	if err := d.EnsureFirstAdmin(t.Context(), "no address", "long enough"); err == nil {
		t.Error("no address is an administrator's")
	}
}
