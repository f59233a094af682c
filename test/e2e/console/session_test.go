package console

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"gateway/test/e2e/harness"
)

func TestALoginLeadsBackToThePageThatWasAskedForAndNowhereElse(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	for _, c := range []struct{ next, want string }{
		{"/portal/payments?status=PAID", "/portal/payments?status=PAID"},
		{"", "/portal"},
		{"https://evil.example/portal/", "/portal"},
		{"//evil.example/portal/x", "/portal"},
		{`/\evil.example`, "/portal"},
		{`/portal/\evil.example`, "/portal"},
		{"/portalx", "/portal"},
		{"javascript:alert(1)", "/portal"},
	} {
		v := newVisitor(t, m.Gateway)
		form := url.Values{"email": {m.Email}, "password": {harness.Password}}
		got := v.post(t, "/portal/login?next="+url.QueryEscape(c.next), form)
		if location := got.Header.Get("Location"); got.Status != http.StatusSeeOther || location != c.want {
			t.Errorf("next=%s led to %d %q, want %s", c.next, got.Status, location, c.want)
		}
	}
}

func TestAWrongPasswordShowsTheFormAgainWithTheAddressAndNotThePassword(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	v := newVisitor(t, m.Gateway)
	got := v.post(t, "/portal/login", url.Values{"email": {m.Email}, "password": {"wrong-password"}}).is(t, 401)
	if !strings.Contains(got.Body, m.Email) || strings.Contains(got.Body, "wrong-password") {
		t.Errorf("the form has:\n%s", got.Body)
	}
}

func TestALogoutEndsTheSessionItselfNotOnlyTheCookie(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	v := owner(t, m)
	stolen := v.client.Jar.Cookies(mustParse(t, v.url))
	v.post(t, "/portal/logout", nil).leadsTo(t, "/portal/login")
	thief := newVisitor(t, m.Gateway)
	thief.client.Jar.SetCookies(mustParse(t, v.url), stolen)
	thief.get(t, "/portal").leadsTo(t, "/portal/login")
}

func TestTheCookieIsOutOfReachOfScriptsAndOtherSites(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	got := newVisitor(t, m.Gateway).post(t, "/portal/login", url.Values{"email": {m.Email}, "password": {harness.Password}})
	cookie := got.Header.Get("Set-Cookie")
	for _, want := range []string{"portal_session=", "Path=/", "HttpOnly", "SameSite=Lax"} {
		if !strings.Contains(cookie, want) {
			t.Errorf("the cookie is %q, without %s", cookie, want)
		}
	}
}

func TestAFormThatAnotherSiteSendsIsRefused(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	v := owner(t, m)
	for _, header := range []http.Header{{"Sec-Fetch-Site": {"cross-site"}}, {"Sec-Fetch-Site": {"same-site"}}, {"Origin": {"https://evil.example"}}} {
		header.Set("Content-Type", "application/x-www-form-urlencoded")
		v.send(t, http.MethodPost, "/portal/logout", strings.NewReader(""), header).is(t, http.StatusForbidden)
	}
	v.get(t, "/portal").is(t, http.StatusOK)
}

func TestAPageLoadsNothingFromElsewhereAndRunsNoScriptOfItsOwnText(t *testing.T) {
	t.Parallel()
	v := staff(t, "admin")
	got := v.get(t, "/console").is(t, http.StatusOK)
	rules := got.Header.Get("Content-Security-Policy")
	for _, want := range []string{"default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'"} {
		if !strings.Contains(rules, want) {
			t.Errorf("the rules are %q, without %s", rules, want)
		}
	}
	if strings.Contains(rules, "unsafe") || strings.Contains(got.Body, "style=") || strings.Contains(got.Body, "http://") && strings.Contains(got.Body, "src=\"http") {
		t.Errorf("the page is not closed: %s", rules)
	}
}

func TestAnUnknownPageSaysSoOnAPage(t *testing.T) {
	t.Parallel()
	v := staff(t, "support")
	v.get(t, "/console/nothing/here").is(t, http.StatusNotFound).says(t, "There is no such page")
	v.get(t, "/console/transactions/").leadsTo(t, "/console/transactions")
	newVisitor(t, harness.Shared(t)).get(t, "/portal/nothing").leadsTo(t, "/portal/login")
}

func TestEachPersonChoosesALanguage(t *testing.T) {
	t.Parallel()
	v := newVisitor(t, harness.Shared(t))
	v.get(t, "/portal/login").shows(t, "E-mail address")
	v.get(t, "/portal/language/id?back=/portal/login").leadsTo(t, "/portal/login")
	v.get(t, "/portal/login").shows(t, "Kata sandi")
	v.get(t, "/portal/language/xx?back=https://evil.example").leadsTo(t, "/portal")
	v.get(t, "/portal/login").shows(t, "Kata sandi")
}

func mustParse(t *testing.T, address string) *url.URL {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	return u
}
