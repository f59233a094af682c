package e2e

import (
	"fmt"
	"strconv"
	"testing"
)

// isLimited demands a 429 that says when to come back.
func (a answer) isLimited(t *testing.T, atMost int) {
	t.Helper()
	a.refuses(t, 429, "too_many_requests")
	if wait, err := strconv.Atoi(a.header.Get("Retry-After")); err != nil || wait < 1 || wait > atMost {
		t.Errorf("%s: Retry-After %q", a.request, a.header.Get("Retry-After"))
	}
}

func TestRequestsPerKeyAreLimitedWhereThatIsConfigured(t *testing.T) {
	t.Parallel()
	g := startGateway(t, settings{"REQUEST_LIMIT_PER_MINUTE": "5"})
	m, other := g.newMerchant(t), g.newMerchant(t)
	for range 5 {
		m.get(t, "/account").wants(t, 200)
	}
	m.get(t, "/account").isLimited(t, 60)
	m.post(t, "/payments/invoice", object{"amount": 50000}).isLimited(t, 60)
	other.get(t, "/account").wants(t, 200)
	m.portal(t).get(t, "/auth/me").wants(t, 200) // no API key, no such limit
}

// Failed logins by account and by address, and registrations by address: each
// limit on its own, and a login that succeeds counts for nothing.
func TestGuessingIsLimited(t *testing.T) {
	t.Parallel()
	g := startGateway(t, settings{"LOGIN_LIMIT_PER_ACCOUNT": "2", "LOGIN_LIMIT_PER_ADDRESS": "6", "REGISTRATION_LIMIT_PER_MINUTE": "3"})
	one, two := g.register(t), g.register(t)
	login := func(path, email, password string) answer {
		return g.anybody().post(t, path, object{"email": email, "password": password})
	}
	for range 3 {
		login("/auth/login", one.email, password).wants(t, 200)
	}
	login("/auth/login", one.email, "wrong").wants(t, 401)
	login("/client/auth/login", " "+one.email, "wrong").wants(t, 401) // the same account by another path
	login("/auth/login", one.email, password).isLimited(t, 15*60)
	login("/auth/login", two.email, password).wants(t, 200)
	for i := range 6 { // with those before more than six from this address
		login("/auth/login", fmt.Sprintf("nobody-%d@example.com", i), "wrong")
	}
	login("/auth/login", two.email, password).isLimited(t, 15*60)

	// Administrators have limits of their own.
	login("/admin/auth/login", adminEmail, "wrong").wants(t, 401)
	login("/admin/auth/login", adminEmail, "wrong").wants(t, 401)
	login("/admin/auth/login", adminEmail, adminPassword).isLimited(t, 15*60)

	register := func() answer { return g.anybody().post(t, "/auth/register", object{"nama": "x"}) }
	register().wants(t, 400)
	register().isLimited(t, 60)
}
