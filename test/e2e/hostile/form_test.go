package hostile

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"gateway/http/page"
	"gateway/http/page/site"
	"gateway/test/e2e/harness"
)

// The browser says whether a form comes from our own page. A browser that does not is old, or a program.
func TestAFormCountsByTheSiteThatItCameFrom(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	b := newBrowser(t, m.Gateway)
	b.logIn(t, "/portal", m.Email, harness.Password)
	own := m.Gateway.URL
	host := strings.TrimPrefix(own, "http://")
	for _, c := range []struct {
		origin, site string
		taken        bool
	}{
		{own, "", true},
		{"", "same-origin", true},
		{"", "none", true}, // typed, or from a bookmark
		{"", "", true},
		{"https://evil.example", "", false},
		{"null", "", false},
		{own + ".evil.example", "", false},
		{"http://evil.example/" + host, "", false},
		{"http://evil" + host, "", false},
		{"http://127.0.0.1:1", "", false}, // another port
		{"", "cross-site", false},
		{"", "same-site", false},
		{own, "cross-site", false},
	} {
		header := http.Header{}
		if c.origin != "" {
			header.Set("Origin", c.origin)
		}
		if c.site != "" {
			header.Set("Sec-Fetch-Site", c.site)
		}
		got := b.send(t, http.MethodPost, "/portal/profile", "pic=Budi", header)
		if c.taken != (got.Status == http.StatusSeeOther) || !c.taken && got.Status != http.StatusForbidden {
			t.Errorf("origin %q, site %q: %d %s", c.origin, c.site, got.Status, got.text())
		}
	}
}

// The address of the next page may come from a link that an attacker made.
func TestNoPageLeadsOnToAnotherSite(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	login := url.Values{"email": {m.Email}, "password": {harness.Password}}.Encode()
	for _, next := range []string{
		"//evil.example", "https://evil.example", `/\evil.example`, "/portal/../..//evil.example", "/%09/evil.example", "/\t/evil.example",
		`\\evil.example`, "/portal//evil.example", "javascript:alert(1)", "/portal/../console", "/portal\r\nX-Evil: y", "/portal%0d%0aX-Evil:y",
		"/portal@evil.example", "/portal/%2e%2e//evil.example", "/portal;//evil", "http:evil.example", "///evil.example",
		"/portal/language/en?back=//evil.example",
	} {
		for name, ask := range map[string]func(b *browser, next string) shown{
			"a login":              func(b *browser, next string) shown { return b.post(t, "/portal/login?next="+next, login) },
			"a language":           func(b *browser, next string) shown { return b.get(t, "/portal/language/en?back="+next) },
			"a language for staff": func(b *browser, next string) shown { return b.get(t, "/console/language/en?back="+next) },
		} {
			got := ask(newBrowser(t, m.Gateway), url.QueryEscape(next))
			location := got.Header.Get("Location")
			target, err := url.Parse(location)
			if err != nil || got.Status != 303 || target.Host != "" || target.Scheme != "" || strings.ContainsAny(location, "\\\t\r\n") ||
				!ownPath.MatchString(location) || got.Header.Get("X-Evil") != "" {
				t.Errorf("%s with %q leads to %d %q", name, next, got.Status, location)
			}
		}
	}
}

var ownPath = regexp.MustCompile(`^/(portal|console)([/?]|$)`)

// secrets are all names of a form's secret fields, each with a value of its own.
var secrets = url.Values{
	"password": {"SECRET-1"}, "current_password": {"SECRET-2"}, "confirm_password": {"SECRET-3"}, "confirm_code": {"SECRET-4"},
	"code": {"SECRET-5"}, "token": {"SECRET-6"}, "secret": {"SECRET-7"}, "api_key": {"SECRET-8"}, "new_password": {"SECRET-9"},
	"email": {"budi@example.com"}, "name": {"x"}, "role": {"viewer"}, "reason": {"r"}, "url": {"http://127.0.0.1:9/z"}, "events": {"*"},
}

// Every form of both sites is sent with secrets in it, without a session and with one that has ended. Neither
// the page nor the address to which it leads contains a secret.
func TestASecretThatIsTypedIntoAFormComesBackNowhere(t *testing.T) {
	t.Parallel()
	g := harness.Shared(t)
	sent := 0
	for _, site := range []*page.Site{site.NewPortal(page.Config{}), site.NewStaff(page.Config{})} {
		ended := newBrowser(t, g)
		at, err := url.Parse(g.URL)
		if err != nil {
			t.Fatal(err)
		}
		ended.client.Jar.SetCookies(at, []*http.Cookie{{Name: site.Cookie, Value: strings.Repeat("f", 64), Path: "/"}})
		for _, action := range append(site.Actions, page.Action{Path: "/login"}, page.Action{Path: "/nothing"}) {
			path := site.Prefix + regexp.MustCompile(`:\w+`).ReplaceAllString(action.Path, "987654321")
			for name, b := range map[string]*browser{"without a session": newBrowser(t, g), "with an ended session": ended} {
				sent++
				got := b.post(t, path, secrets.Encode())
				if location := got.Header.Get("Location"); strings.Contains(location+got.Body, "SECRET-") || got.Status >= 500 {
					t.Errorf("%s %s: %d to %q shows a secret", path, name, got.Status, location)
				}
			}
		}
	}
	if sent < 100 {
		t.Errorf("only %d forms were sent", sent)
	}
}
