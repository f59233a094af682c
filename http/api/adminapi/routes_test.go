package adminapi

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"gateway/domain/admin"
	"gateway/http/api/auth"
	"gateway/http/service/servicetest"
	"gateway/http/service/state"

	"github.com/gin-gonic/gin"
)

// groupOf returns the group that the description must name for a route. It is written by hand, path by path.
func groupOf(r gin.RouteInfo) string {
	path, reads := strings.TrimPrefix(r.Path, "/admin"), r.Method == http.MethodGet
	switch begins := func(part string) bool { return strings.HasPrefix(path, part) }; {
	case path == "/auth/login":
		return ""
	case begins("/auth/"):
		return "own_login"
	case begins("/documents"):
		return "manage"
	case reads && (begins("/tickets") || begins("/proposals")):
		return "read_support"
	case reads && (begins("/admins") || begins("/audit-log")):
		return "read_staff"
	case reads && (begins("/tax/") || begins("/withholding-slips") || strings.HasSuffix(path, "/tax-data")):
		return "read_tax"
	case reads && (begins("/bank-statements") || begins("/bank-lines") || begins("/bank-bookings") ||
		strings.HasSuffix(path, "/package")):
		return "read_bank"
	case reads, strings.HasSuffix(path, "/what-if"), strings.HasSuffix(path, "/explain") && !begins("/bank-lines/"):
		return "read"
	case begins("/audit/runs"):
		return "audit"
	case begins("/callbacks/"), begins("/callback-endpoints/"), begins("/tickets/"), begins("/proposals/"), begins("/projections/"),
		begins("/disputes/") && !strings.HasSuffix(r.Path, "/deductions") && !strings.HasSuffix(r.Path, "/decide"), r.Path == "/admin/disputes":
		return "support"
	}
	return "manage"
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
	merchant, err := f.core.State.OpenSession(t.Context(), state.PersonSession, state.Session{Subject: 1, CreatedAt: f.core.Now(), ExpiresAt: f.core.Now().Add(time.Hour)})
	if err != nil {
		t.Fatal(err)
	}
	params := strings.NewReplacer(":id", "987654", ":channel_code", "NONE", ":code", "NONE", ":name", "none",
		"general-ledger", "general-ledger?from=none") // without a mistake it answers with a file
	for _, r := range routes(f) {
		group := groupOf(r)
		if group == "" || strings.HasSuffix(r.Path, "/logout") {
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
			if may := auth.AdminRoles.May(role, group); refused == may || got.Status >= 500 {
				t.Errorf("%s %s as %s: %d %s", r.Method, path, role, got.Status, got.ErrorCode)
			}
		}
	}
}

func TestTheConfigurationOnlyEverCreatesTheFirstAdmin(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	root := f.bearer(rootEmail, rootPassword)
	if drawn, err := f.Admins.EnsureFirst(t.Context(), "Root@Example.com", "another password"); err != nil || drawn != "" {
		t.Fatal(drawn, err)
	}
	f.want(f.login(rootEmail, "another password"), 401, "wrong_credentials")
	f.want(f.login(rootEmail, rootPassword), 200, "")
	drawn, err := f.Admins.EnsureFirst(t.Context(), "second@example.com", "")
	if err != nil || len(drawn) < 20 {
		t.Fatal(drawn, err)
	}
	f.want(f.login("second@example.com", drawn), 200, "")
	if again, err := f.Admins.EnsureFirst(t.Context(), "second@example.com", ""); err != nil || again != "" {
		t.Errorf("a second start gives the password %q, %v", again, err)
	}
	all := servicetest.Into[[]struct{ Email, Role string }](t, f.as(root, "GET", "/admins", ""))
	if len(all) != 2 || all[0].Role != admin.RoleAdmin || all[1].Role != admin.RoleAdmin {
		t.Errorf("the administrators are %+v", all)
	}
	if _, err := f.Admins.EnsureFirst(t.Context(), "no address", "long enough"); err == nil {
		t.Error("no address is an administrator's")
	}
}
