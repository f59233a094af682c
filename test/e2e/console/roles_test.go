package console

import (
	"net/http"
	"net/url"
	"regexp"
	"testing"

	"gateway/http/api/auth"
	"gateway/http/page"
	"gateway/http/page/site"
	"gateway/test/e2e/harness"
)

// parameter matches a parameter of a page's path. Each gets an id that no thing has; a person who may open the
// page is told so.
var parameter = regexp.MustCompile(`:[a-z_]+`)

func pathOf(site *page.Site, pattern string) string {
	return site.Prefix + parameter.ReplaceAllString(pattern, "987654321")
}

// The roles of a page are those of the operations that it calls. If a page's group admits a role that the API
// refuses, the page shows the API's 403, and the test fails.
func TestEveryPageAsEveryRole(t *testing.T) {
	t.Parallel()
	m := harness.NewFundedMerchant(t, 100_000)
	for _, site := range []struct {
		*page.Site
		enter func(role string) *visitor
		roles []string
	}{
		{site.NewPortal(page.Config{}), func(role string) *visitor { return person(t, m, role) }, []string{"owner", "finance", "developer", "viewer"}},
		{site.NewStaff(page.Config{}), func(role string) *visitor { return staff(t, role) }, []string{"admin", "support", "auditor"}},
	} {
		for _, role := range site.roles {
			v := site.enter(role)
			for _, p := range site.Pages {
				if p.Open {
					continue
				}
				may := p.Group == "" || site.Roles.May(role, p.Group)
				got := v.get(t, pathOf(site.Site, p.Path))
				switch {
				case may == (got.Status == http.StatusForbidden):
					t.Errorf("%s%s as %s: %d, and the table of roles says %v", site.Prefix, p.Path, role, got.Status, may)
				case got.Status >= http.StatusInternalServerError:
					t.Errorf("%s%s as %s: %d\n%s", site.Prefix, p.Path, role, got.Status, got.text())
				}
			}
			for _, a := range site.Actions {
				if a.Open || a.Group == "" || site.Roles.May(role, a.Group) {
					continue
				}
				if got := v.post(t, pathOf(site.Site, a.Path), url.Values{}); got.Status != http.StatusForbidden {
					t.Errorf("POST %s%s as %s: %d, want 403", site.Prefix, a.Path, role, got.Status)
				}
			}
		}
	}
}

func TestWithoutALoginEveryPageLeadsToTheLogin(t *testing.T) {
	t.Parallel()
	for _, site := range []*page.Site{site.NewPortal(page.Config{}), site.NewStaff(page.Config{})} {
		v := newVisitor(t, harness.Shared(t))
		for _, p := range site.Pages {
			if !p.Open {
				v.get(t, pathOf(site, p.Path)).leadsTo(t, site.Prefix+"/login")
			}
		}
		for _, a := range site.Actions {
			if !a.Open {
				v.post(t, pathOf(site, a.Path), url.Values{}).leadsTo(t, site.Prefix+"/login")
			}
		}
	}
}

func TestASessionOfOneSiteIsNoneOfTheOther(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	owner(t, m).get(t, "/console").leadsTo(t, "/console/login")
	staff(t, "admin").get(t, "/portal").leadsTo(t, "/portal/login")
}

func TestEachGroupOfAPageIsKnown(t *testing.T) {
	t.Parallel()
	for _, site := range []*page.Site{site.NewPortal(page.Config{}), site.NewStaff(page.Config{})} {
		for _, p := range site.Pages {
			checkGroup(t, site.Roles, site.Prefix+p.Path, p.Group)
		}
		for _, a := range site.Actions {
			checkGroup(t, site.Roles, "POST "+site.Prefix+a.Path, a.Group)
		}
	}
}

func checkGroup(t *testing.T, roles auth.Roles, what, group string) {
	t.Helper()
	if group != "" && !roles.Known(group) {
		t.Errorf("%s: there is no group %q", what, group)
	}
}
