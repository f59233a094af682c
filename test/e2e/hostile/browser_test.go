package hostile

import (
	"html"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"gateway/test/e2e/harness"
)

// browser is a browser without scripts: it keeps cookies, and follows no redirect.
type browser struct {
	url    string
	client *http.Client
}

type shown struct {
	Status int
	Header http.Header
	Body   string
}

func newBrowser(t *testing.T, g *harness.Gateway) *browser {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &browser{url: g.URL, client: &http.Client{
		Jar: jar, Timeout: time.Minute,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

func (b *browser) logIn(t *testing.T, site, email, password string) {
	t.Helper()
	got := b.post(t, site+"/login", url.Values{"email": {email}, "password": {password}}.Encode())
	if got.is(t, 303).Header.Get("Location") != site {
		t.Fatalf("the login leads to %s", got.Header.Get("Location"))
	}
}

func (b *browser) get(t *testing.T, path string) shown {
	t.Helper()
	return b.send(t, http.MethodGet, path, "", nil)
}

// post sends a form from a page of the site.
func (b *browser) post(t *testing.T, path, form string) shown {
	t.Helper()
	return b.send(t, http.MethodPost, path, form, http.Header{"Sec-Fetch-Site": {"same-origin"}})
}

func (b *browser) send(t *testing.T, method, path, form string, header http.Header) shown {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, b.url+path, strings.NewReader(form))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Accept-Language", "en")
	if method == http.MethodPost {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	for name, values := range header {
		r.Header[name] = values
	}
	got, err := b.client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer got.Body.Close()
	text, err := io.ReadAll(got.Body)
	if err != nil {
		t.Fatal(err)
	}
	return shown{got.StatusCode, got.Header, string(text)}
}

func (p shown) is(t *testing.T, status int) shown {
	t.Helper()
	if p.Status != status {
		t.Fatalf("status %d, want %d:\n%s", p.Status, status, p.text())
	}
	return p
}

var (
	tag   = regexp.MustCompile(`<[^>]*>`)
	space = regexp.MustCompile(`\s+`)
)

// text is what a reader sees, on one line.
func (p shown) text() string {
	return strings.TrimSpace(space.ReplaceAllString(html.UnescapeString(tag.ReplaceAllString(p.Body, " ")), " "))
}
