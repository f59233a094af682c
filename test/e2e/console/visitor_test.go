package console

import (
	"html"
	"io"
	"maps"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"gateway/test/e2e/harness"
)

// visitor is a browser without scripts: it keeps cookies, and follows no redirect.
type visitor struct {
	url    string
	client *http.Client
}

// answered is a page that a visitor got.
type answered struct {
	Status int
	Header http.Header
	Body   string
}

func newVisitor(t *testing.T, g *harness.Gateway) *visitor {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &visitor{url: g.URL, client: &http.Client{
		Jar: jar, Timeout: time.Minute,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// staff logs in at the staff's site as a new administrator with the role.
func staff(t *testing.T, role string) *visitor {
	t.Helper()
	v := newVisitor(t, harness.Shared(t))
	v.logIn(t, "/console", addStaff(t, role), harness.Password)
	return v
}

// owner logs in at the merchants' site as the owner of the merchant.
func owner(t *testing.T, m harness.Merchant) *visitor {
	t.Helper()
	v := newVisitor(t, m.Gateway)
	v.logIn(t, "/portal", m.Email, harness.Password)
	return v
}

// person joins a merchant with the role, and logs in at the merchants' site.
func person(t *testing.T, m harness.Merchant, role string) *visitor {
	t.Helper()
	if role == "owner" {
		return owner(t, m)
	}
	email := m.Gateway.NextEmail()
	m.LogIn(t).Post(t, "/me/users", object{"email": email, "role": role}).Wants(t, 201)
	link := harness.Mails(t).Await(t, email, 1)
	m.Gateway.Anonymous().Post(t, "/auth/reset-password", object{"token": link.Token(), "password": harness.Password}).Wants(t, 200)
	v := newVisitor(t, m.Gateway)
	v.logIn(t, "/portal", email, harness.Password)
	return v
}

func (v *visitor) logIn(t *testing.T, site, email, password string) {
	t.Helper()
	v.post(t, site+"/login", url.Values{"email": {email}, "password": {password}}).leadsTo(t, site)
}

func (v *visitor) get(t *testing.T, path string) answered {
	t.Helper()
	return v.send(t, http.MethodGet, path, nil, nil)
}

// post sends a form as a browser does, and agrees if the page asks whether it is meant.
func (v *visitor) post(t *testing.T, path string, form url.Values) answered {
	t.Helper()
	first := v.postOnce(t, path, form)
	if first.Status != http.StatusOK || !strings.Contains(first.Body, `name="agreed" value="true"`) {
		return first
	}
	agreed := maps.Clone(form)
	if agreed == nil {
		agreed = url.Values{}
	}
	agreed.Set("agreed", "true")
	return v.postOnce(t, path, agreed)
}

// postOnce sends a form as a browser does.
func (v *visitor) postOnce(t *testing.T, path string, form url.Values) answered {
	t.Helper()
	return v.send(t, http.MethodPost, path, strings.NewReader(form.Encode()), http.Header{
		"Content-Type": {"application/x-www-form-urlencoded"}, "Sec-Fetch-Site": {"same-origin"},
	})
}

func (v *visitor) send(t *testing.T, method, path string, body io.Reader, header http.Header) answered {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, v.url+path, body)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Accept-Language", "en")
	for name, values := range header {
		r.Header[name] = values
	}
	response, err := v.client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answered{response.StatusCode, response.Header, string(text)}
}

// shows checks for a page with these texts.
func (a answered) shows(t *testing.T, texts ...string) answered {
	t.Helper()
	if a.Status != http.StatusOK {
		t.Fatalf("status %d, want 200:\n%s", a.Status, a.text())
	}
	return a.says(t, texts...)
}

// says checks for these texts, on a page of any status.
func (a answered) says(t *testing.T, texts ...string) answered {
	t.Helper()
	for _, text := range texts {
		if !strings.Contains(a.text(), text) {
			t.Errorf("the page does not say %q:\n%s", text, a.text())
		}
	}
	return a
}

// hides checks for a page without these texts.
func (a answered) hides(t *testing.T, texts ...string) answered {
	t.Helper()
	for _, text := range texts {
		if strings.Contains(a.text(), text) {
			t.Errorf("the page says %q:\n%s", text, a.text())
		}
	}
	return a
}

// leadsTo checks for a redirect to this path, and returns the whole target.
func (a answered) leadsTo(t *testing.T, path string) string {
	t.Helper()
	target := a.Header.Get("Location")
	if u, err := url.Parse(target); a.Status != http.StatusSeeOther || err != nil || u.Path != path {
		t.Fatalf("status %d, location %q, want 303 to %s:\n%s", a.Status, target, path, a.text())
	}
	return target
}

// is checks the status.
func (a answered) is(t *testing.T, status int) answered {
	t.Helper()
	if a.Status != status {
		t.Fatalf("status %d, want %d:\n%s", a.Status, status, a.text())
	}
	return a
}

var (
	tag   = regexp.MustCompile(`<[^>]*>`)
	space = regexp.MustCompile(`\s+`)
)

// text is what a reader sees, on one line.
func (a answered) text() string {
	return strings.TrimSpace(space.ReplaceAllString(html.UnescapeString(tag.ReplaceAllString(a.Body, " ")), " "))
}
