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

// leastRole is the rule that the description must follow: reading needs an auditor,
// work on tickets, proposals or callbacks needs support, and everything else an admin.
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

func routes(f fixture) gin.RoutesInfo {
	engine := gin.New()
	f.Routes(engine)
	return engine.Routes()
}

func TestEachRoleMayDoWhatTheRuleSaysAndNoMore(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	staff := f.staff()
	merchant, err := f.core.State.OpenSession(t.Context(), state.ClientSession, 1, "", f.core.Now(), f.core.Now().Add(time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	params := strings.NewReplacer(":id", "987654", ":channel_code", "NONE", ":code", "NONE", ":name", "none")
	for _, r := range routes(f) {
		least := leastRole(r)
		if least == "" {
			continue
		}
		path := strings.TrimPrefix(params.Replace(r.Path), "/admin")
		for _, stranger := range []string{"", "Bearer x", "Bearer " + merchant, "Basic " + staff[admin.RoleAdmin]} {
			if got := f.as(stranger, r.Method, path, ""); got.Status != 401 || got.ErrorCode != "invalid_token" {
				t.Errorf("%s %s without a token of an administrator: %d %s", r.Method, path, got.Status, got.ErrorCode)
			}
		}
		for role, bearer := range staff {
			got := f.as(bearer, r.Method, path, "")
			refused := got.Status == 403 && got.ErrorCode == "role_forbidden"
			if may := ranks[role] >= ranks[least]; refused == may || got.Status >= 500 {
				t.Errorf("%s %s as %s: %d %s", r.Method, path, role, got.Status, got.ErrorCode)
			}
		}
	}
}

func TestTheFirstAdminFollowsTheConfiguration(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	before := f.bearer(rootEmail, rootPassword)
	for range 2 { // the second time changes nothing
		if err := f.Admins.EnsureFirst(t.Context(), "Root@Example.com", "another password"); err != nil {
			t.Fatal(err)
		}
	}
	f.want(f.login(rootEmail, rootPassword), 401, "wrong_credentials")
	f.want(f.as(before, "GET", "/admins", ""), 401, "invalid_token") // opened with the former password
	root := f.bearer(rootEmail, "another password")
	if all := servicetest.Into[[]struct{ Email, Role string }](t, f.as(root, "GET", "/admins", "")); len(all) != 1 || all[0].Role != admin.RoleAdmin {
		t.Errorf("the administrators are %+v", all)
	}
	if err := f.Admins.EnsureFirst(t.Context(), "no address", "long enough"); err == nil {
		t.Error("no address is an administrator's")
	}
}
