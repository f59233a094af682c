package hostile

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"gateway/test/e2e/harness"
)

// oldSession is a merchant whose session is older than a proof lasts.
type oldSession struct {
	aged
	m        merchant
	owner    caller
	browser  *browser
	endpoint string
	viewer   int64
}

func newOldSession(t *testing.T) oldSession {
	t.Helper()
	s := oldSession{aged: newAged(t)}
	s.m = s.NewMerchant(t)
	s.m.SetBankAccount(t)
	s.owner, s.browser = s.m.LogIn(t), newBrowser(t, s.Gateway)
	s.browser.logIn(t, "/portal", s.m.Email, harness.Password)
	endpoint := s.owner.Post(t, "/callback-endpoints", object{"url": "http://127.0.0.1:9/ours", "events": "*"}).Wants(t, 201)
	s.endpoint = fmt.Sprint(endpoint.ID(t, "endpoint.id"))
	s.viewer, _, _ = join(t, s.owner, "viewer")
	s.age(t)
	return s
}

func TestAnOldSessionFindsNoWayAroundTheProof(t *testing.T) {
	t.Parallel()
	s := newOldSession(t)
	t.Run("by requests", s.requests)
	t.Run("by forms", s.forms)
	t.Run("by a field that is sent twice", s.twice)
}

// For these requests, beside the operations that the description marks as a whole, the content or the way of
// sending decides.
func (s oldSession) requests(t *testing.T) {
	endpoint, viewer := "/callback-endpoints/"+s.endpoint, fmt.Sprint("/me/users/", s.viewer)
	for _, c := range []struct {
		what, method, path string
		body               any
		refused            bool
	}{
		{"callbacks go elsewhere", "PUT", endpoint, object{"url": "http://127.0.0.1:9/thief", "events": "*", "active": true}, true},
		{"callbacks go to another path", "PUT", endpoint, object{"url": "http://127.0.0.1:9/Ours", "events": "*", "active": true}, true},
		{"callbacks stay", "PUT", endpoint, object{"url": "http://127.0.0.1:9/ours", "events": "*", "active": true}, false},
		{"callbacks are turned off", "PUT", endpoint, object{"url": "http://127.0.0.1:9/ours", "events": "*", "active": false}, false},
		{"a viewer becomes owner", "PUT", viewer, object{"role": "owner"}, true},
		{"a viewer becomes developer, who issues keys", "PUT", viewer, object{"role": "developer"}, true},
		{"a key that only reads", "POST", "/api-keys", object{"name": "x", "restricted": true, "scopes": []string{"read"}}, true},
		{"the secret of callbacks is read", "GET", "/webhook-secret", nil, true},
		{"the secret of callbacks is read with a parameter more", "GET", "/webhook-secret?confirm_password=" + harness.Password, nil, true},
	} {
		got := s.owner.Call(t, c.method, c.path, c.body)
		if (got.ErrorCode() == "confirmation_needed") != c.refused || !c.refused && got.Status != 200 {
			t.Errorf("%s: %d %s", c.what, got.Status, got.Body)
		}
	}
	for _, header := range []string{"X-HTTP-Method-Override", "X-Method-Override", "X-HTTP-Method"} {
		s.owner.With(header, "POST").Get(t, "/webhook-secret").Refuses(t, 403, "confirmation_needed")
	}
	s.owner.Get(t, "/callback-endpoints").Wants(t, 200).Is(t, object{"0.url": "http://127.0.0.1:9/ours"})
}

// The forms of the pages send to the same operations, and a person can send more fields than a page shows.
func (s oldSession) forms(t *testing.T) {
	const owner = "owner%40evil.example"
	for _, c := range []struct{ what, path, form string }{
		{"a new key", "/portal/keys", "name=x&agreed=true"},
		{"the password in the address", "/portal/keys?confirm_password=" + harness.Password, "name=x&agreed=true"},
		{"the password second, after a wrong one", "/portal/keys", "name=x&agreed=true&confirm_password=wrong+password&confirm_password=" + harness.Password},
		{"a restricted key", "/portal/keys/restricted", "name=x&scope_payouts=true"},
		{"the secret is shown", "/portal/webhook-secret/show", ""},
		{"the secret is replaced", "/portal/webhook-secret/rotate", "agreed=true"},
		{"an endpoint", "/portal/endpoints", "url=http%3A%2F%2F127.0.0.1%3A9%2Fz&events=*"},
		{"an owner", "/portal/people", "email=" + owner + "&role=owner"},
		{"the bank account", "/portal/profile", "norek=9999999999"},
		{"the bank alone", "/portal/profile", "bank=BNI"},
		{"the bank account taken away", "/portal/profile", "norek=&bank="},
		{"the address", "/portal/profile", "email=" + owner},
		{"the bank account among others", "/portal/profile", "pic=x&norek=9999999999&norek=1234567890"},
	} {
		got := s.browser.post(t, c.path, c.form)
		if got.Status != 403 && got.Status != 400 || strings.Contains(got.Body, "sk_live_") || strings.Contains(got.Body, "whsec_") {
			t.Errorf("%s: %d %s", c.what, got.Status, got.text())
		}
		inAddress := strings.Contains(c.path, harness.Password) // then the form is sent there again
		if !inAddress && (strings.Contains(got.Body, harness.Password) || strings.Contains(got.Body, "wrong password")) {
			t.Errorf("%s: the page shows a password", c.what)
		}
	}
	s.m.Get(t, "/account").Wants(t, 200).Is(t, object{"norek": "1234567890", "bank": "BCA", "email": s.m.Email})
	if people := s.owner.Get(t, "/me/users").Wants(t, 200); strings.Contains(string(people.Body), "evil.example") {
		t.Errorf("an owner was invited: %s", people.Body)
	}
	s.browser.post(t, "/portal/profile", "pic=Budi").is(t, 303) // does not redirect money
}

// For a field that is sent twice the first value counts, both in the check and in the act.
func (s oldSession) twice(t *testing.T) {
	for _, c := range []struct{ path, form string }{
		{"/portal/people", "email=a%40evil.example&role=viewer&role=owner"},
		{"/portal/people", "email=b%40evil.example&role=owner&role=viewer"},
		{"/portal/people?role=owner", "email=c%40evil.example&role=viewer"},
		{"/portal/people?role=viewer", "email=d%40evil.example&role=owner"},
	} {
		s.browser.post(t, c.path, c.form)
	}
	for _, role := range s.owner.Get(t, "/me/users").Wants(t, 200).Column(t, "role")[1:] {
		if role != `"viewer"` {
			t.Errorf("a person was invited as %s without a proof", role)
		}
	}
}

// The page that asks an administrator for the own password contains what was typed, including the password of
// the new administrator.
func TestNoBrowserKeepsThePageThatHoldsATypedPassword(t *testing.T) {
	t.Parallel()
	g := newAged(t)
	boss := newBrowser(t, g.Gateway)
	boss.logIn(t, "/console", harness.AdminEmail, harness.AdminPassword)
	g.age(t)
	form := url.Values{"email": {"leak@example.com"}, "password": {"typed-by-the-boss"}, "role": {"admin"}, "reason": {"r"}}.Encode()
	asked := boss.post(t, "/console/admins", form).is(t, 403)
	if kept := asked.Header.Get("Cache-Control"); !strings.Contains(kept, "no-store") {
		t.Errorf("the page may be kept: %q", kept)
	}
}

// The password is guessed with a stolen session, at each place that accepts one. Ten failures are the limit here.
func TestGuessesOfAPasswordWithASessionAreLimited(t *testing.T) {
	t.Parallel()
	g := harness.Start(t, harness.Settings{"LOGIN_LIMIT_PER_ACCOUNT": "10"})
	for name, guess := range map[string]func(m merchant, session caller, b *browser) int{
		"a confirmation": func(_ merchant, session caller, _ *browser) int {
			return session.Post(t, "/auth/confirm", object{"password": "wrong password"}).Status
		},
		"a change of the password": func(_ merchant, session caller, _ *browser) int {
			return session.Put(t, "/me/password", object{"current_password": "wrong password", "password": "another password"}).Status
		},
		"a removal of the second factor": func(_ merchant, session caller, _ *browser) int {
			return session.Post(t, "/me/totp/remove", object{"current_password": "wrong password", "code": "000000"}).Status
		},
		"a form of the portal": func(_ merchant, _ caller, b *browser) int {
			return b.post(t, "/portal/keys", "name=x&confirm_password=wrong+password").Status
		},
	} {
		t.Run(name, func(t *testing.T) {
			m := g.NewMerchant(t)
			session, b := m.LogIn(t), newBrowser(t, g)
			b.logIn(t, "/portal", m.Email, harness.Password)
			for i := range 20 {
				if status := guess(m, session, b); status == 429 {
					if i < 5 {
						t.Errorf("refused after %d guesses", i)
					}
					return
				}
			}
			t.Error("twenty guesses were answered")
		})
	}
}
