package fuzz

import (
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"testing"
	"time"

	"gateway/domain/account"
	"gateway/http/page"
	"gateway/http/page/site"
	"gateway/test/e2e/harness"
)

// role is a kind of caller.
type role struct {
	name string
	// scheme is the scheme of the credential in the description; empty for a stranger.
	scheme string
	// word is the role of a person or administrator, or the scope of a key.
	word string
	// alive is a path that the caller may read as long as the credential works.
	alive string
}

var roles = func() []role {
	all := []role{{name: "stranger"}, {"key", "ApiKey", "", "/account"}}
	for _, scope := range account.Scopes {
		all = append(all, role{"key:" + scope, "ApiKey", scope, "/account"})
	}
	for _, word := range []string{"owner", "finance", "developer", "viewer"} {
		all = append(all, role{word, "ClientToken", word, "/auth/me"})
	}
	for _, word := range []string{"admin", "support", "auditor"} {
		all = append(all, role{word, "AdminToken", word, "/admin/auth/me"})
	}
	return all
}()

// fuzzer makes calls as one role.
type fuzzer struct {
	judge
	maker
	world *world
	role  role
	call  caller
	// lenient counts what the gateway accepted beyond the description.
	lenient map[string]int
	own     pool
	sites   []*page.Site
	pages   *http.Client
	email   string
	owner   merchant
}

func (r role) isStaff() bool { return r.scheme == "AdminToken" }

// enter makes a caller of the role, with things of its own.
func (f *fuzzer) enter(tb testing.TB) {
	tb.Helper()
	w, g := f.world, f.world.gateway
	f.own, f.hidden = pool{}, map[string]string{}
	f.sites = []*page.Site{site.NewPortal(page.Config{})}
	for secret, what := range w.secrets {
		f.hidden[secret] = what
	}
	if !f.role.isStaff() {
		for text, what := range w.markers {
			f.hidden[text] = what
		}
	}
	if f.role.word == "auditor" {
		f.hidden[marker("ticket")] = "a ticket, which auditors may not read"
	}
	switch f.role.scheme {
	case "":
		f.call = g.Anonymous()
		f.sites = append(f.sites, site.NewStaff(page.Config{}))
	case "ApiKey":
		f.sites, f.owner = nil, w.keyed
		f.call = w.keys[f.role.word]
		f.own.learn(tb, w, f.owner.Caller, "ApiKey")
	case "ClientToken":
		f.owner, _ = w.furnished(tb, "FUZZ")
		f.email = f.owner.Email
		if f.role.word != "owner" {
			f.email = g.NextEmail()
			f.owner.LogIn(tb).Post(tb, "/me/users", object{"email": f.email, "role": f.role.word}).Wants(tb, 201)
			link := harness.Mails(tb).Await(tb, f.email, 1)
			g.Anonymous().Post(tb, "/auth/reset-password", object{"token": link.Token(), "password": harness.Password}).Wants(tb, 200)
		}
		f.own.learn(tb, w, f.owner.Caller, "ApiKey")
	default:
		f.sites = []*page.Site{site.NewStaff(page.Config{})}
		f.email = strings.ToLower(g.NextEmail())
		g.Admin(tb).Post(tb, "/admin/admins", object{"email": f.email, "password": harness.Password, "role": f.role.word}).Wants(tb, 201)
		f.owner, _ = w.furnished(tb, "FUZZ")
		f.own.add("/admin/clients/", harness.JSON(f.owner.ID))
		f.own.add("client_id", harness.JSON(f.owner.ID))
		spare := g.Admin(tb).Post(tb, "/admin/admins", object{
			"email":    g.NextEmail(),
			"password": harness.Password, "role": "support",
		}).Wants(tb, 201)
		f.own.add("/admin/admins/", harness.JSON(spare.Field(tb, "id")))
	}
	if f.owner.Key != "" {
		f.hidden[f.owner.Key] = "the merchant's own API key, which is shown once"
	}
	f.again(tb)
	f.own.learn(tb, w, f.call, f.role.scheme)
}

// again logs in again. If that is refused, the role starts afresh.
func (f *fuzzer) again(tb testing.TB) {
	tb.Helper()
	jar, _ := cookiejar.New(nil) // without options it returns no error
	f.pages = &http.Client{
		Jar: jar, Timeout: time.Minute, Transport: f.world.connections,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	if f.email == "" {
		return
	}
	path := map[bool]string{true: "/admin/auth/login", false: "/auth/login"}[f.role.isStaff()]
	got, err := f.world.gateway.Anonymous().Send(http.MethodPost, path, object{"email": f.email, "password": harness.Password})
	if err != nil || got.Status != http.StatusOK {
		f.email = ""
		f.enter(tb)
		return
	}
	f.call = f.world.gateway.Anonymous().With("Authorization", "Bearer "+got.Text(tb, "token"))
	f.enterSite(tb)
}

// enterSite logs in at the site of the role.
func (f *fuzzer) enterSite(tb testing.TB) {
	tb.Helper()
	form := url.Values{"email": {f.email}, "password": {harness.Password}}
	if _, err := f.page(http.MethodPost, f.sites[0].Prefix+"/login", strings.NewReader(form.Encode()), nil); err != nil {
		tb.Fatal(err)
	}
}

// stayIn checks whether the caller was logged out, after an answer that says so.
func (f *fuzzer) stayIn(tb testing.TB, a answer) {
	tb.Helper()
	if f.role.scheme == "" || a.Status != http.StatusUnauthorized && a.ErrorCode() != "confirmation_needed" {
		return
	}
	alive, err := f.call.Send(http.MethodGet, f.role.alive, nil)
	switch {
	case err != nil || alive.Status == http.StatusOK && a.Status == http.StatusUnauthorized:
	case f.role.scheme == "ApiKey" && alive.Status == http.StatusUnauthorized:
		f.enter(tb)
	default:
		f.again(tb)
	}
}
