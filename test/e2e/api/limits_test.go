package api

import (
	"fmt"
	"strconv"
	"testing"

	"gateway/test/e2e/harness"
)

// isLimited checks that the answer is a 429 whose Retry-After is at most so many seconds.
func isLimited(t *testing.T, a answer, atMost int) {
	t.Helper()
	a.Refuses(t, 429, "too_many_requests")
	if wait, err := strconv.Atoi(a.Header.Get("Retry-After")); err != nil || wait < 1 || wait > atMost {
		t.Errorf("%s: Retry-After %q", a.Request, a.Header.Get("Retry-After"))
	}
}

func TestRequestsPerKeyAreLimitedWhereThatIsConfigured(t *testing.T) {
	t.Parallel()
	g := harness.Start(t, harness.Settings{"REQUEST_LIMIT_PER_MINUTE": "5"})
	m, other := g.NewMerchant(t), g.NewMerchant(t)
	for range 5 {
		m.Get(t, "/account").Wants(t, 200)
	}
	isLimited(t, m.Get(t, "/account"), 60)
	isLimited(t, m.Post(t, "/payments/invoice", object{"amount": 50000}), 60)
	other.Get(t, "/account").Wants(t, 200)
	m.LogIn(t).Get(t, "/auth/me").Wants(t, 200) // the limit only applies to requests with an API key
}

// Failed logins are limited by account and IP address, and by IP address alone; registrations are limited by IP
// address. Successful logins do not count.
func TestFailedLoginsAndRegistrationsAreLimited(t *testing.T) {
	t.Parallel()
	g := harness.Start(t, harness.Settings{"LOGIN_LIMIT_PER_ACCOUNT": "2", "LOGIN_LIMIT_PER_ADDRESS": "6", "REGISTRATION_LIMIT_PER_MINUTE": "3"})
	one, two, three := g.Register(t), g.Register(t), g.Register(t)
	login := func(path, email, password string) answer {
		return g.Anonymous().Post(t, path, object{"email": email, "password": password})
	}
	for range 3 {
		login("/auth/login", one.Email, harness.Password).Wants(t, 200)
	}
	login("/auth/login", one.Email, "wrong").Wants(t, 401)
	login("/client/auth/login", " "+one.Email, "wrong").Wants(t, 401) // the same account by another path
	isLimited(t, login("/auth/login", one.Email, harness.Password), 15*60)
	login("/auth/login", two.Email, harness.Password).Wants(t, 200)
	for i := range 6 { // failures for an account that has logged in from here before do not count
		login("/auth/login", fmt.Sprintf("nobody-%d@example.com", i), "wrong").Wants(t, 401)
	}
	isLimited(t, login("/auth/login", three.Email, harness.Password), 15*60)
	login("/auth/login", two.Email, harness.Password).Wants(t, 200) // has logged in from here before

	// Administrators have limits of their own.
	login("/admin/auth/login", harness.AdminEmail, "wrong").Wants(t, 401)
	login("/admin/auth/login", harness.AdminEmail, "wrong").Wants(t, 401)
	isLimited(t, login("/admin/auth/login", harness.AdminEmail, harness.AdminPassword), 15*60)

	register := func() answer { return g.Anonymous().Post(t, "/auth/register", object{"nama": "x"}) }
	isLimited(t, register(), 60)
}

// As the reference says, a registration reveals that an address is taken. It reveals this only 20 times a day,
// so that lists of addresses can't be checked against it.
func TestALearnerOfAddressesIsToldOfTwentyInADay(t *testing.T) {
	t.Parallel()
	g := harness.Start(t, harness.Settings{"REGISTRATION_LIMIT_PER_MINUTE": "1000", "TRUSTED_PROXIES": "127.0.0.1"})
	m := g.NewMerchant(t)
	host := 0 // each from another address of the network
	register := func(network int, email string) answer {
		host++
		c := g.Anonymous().With("X-Forwarded-For", fmt.Sprintf("2001:db8:0:%d::%d", network, host))
		return c.Post(t, "/auth/register", object{"nama": "Toko", "email": email, "password": harness.Password})
	}
	const known, stranger = 1, 2 // networks
	for i := range 20 {
		register(known, m.Email).Refuses(t, 409, "email_taken")
		if i%10 == 0 { // a free address does not count
			register(known, g.NextEmail()).Wants(t, 201)
		}
	}
	isLimited(t, register(known, m.Email), 24*60*60)
	isLimited(t, register(known, g.NextEmail()), 24*60*60) // it no longer reveals which addresses are free
	register(stranger, m.Email).Refuses(t, 409, "email_taken")

	// A client learns no more by changing its own address.
	other := g.NewMerchant(t)
	for range 20 {
		other.Put(t, "/account", object{"email": m.Email}).RefusesField(t, "email")
	}
	isLimited(t, other.Put(t, "/account", object{"email": m.Email}), 24*60*60)
	m.Put(t, "/account", object{"email": other.Email}).RefusesField(t, "email")
}

// Ten wrong passwords once locked out any merchant, and the only administrator.
func TestWrongPasswordsFromElsewhereLockNoAccountOut(t *testing.T) {
	t.Parallel()
	g := harness.Start(t, harness.Settings{"LOGIN_LIMIT_PER_ACCOUNT": "10", "LOGIN_LIMIT_PER_ADDRESS": "50", "TRUSTED_PROXIES": "127.0.0.1"})
	merchant := g.Register(t)
	for _, c := range []struct{ path, email, password string }{
		{"/auth/login", merchant.Email, harness.Password},
		{"/admin/auth/login", harness.AdminEmail, harness.AdminPassword},
	} {
		from := func(address, password string) answer {
			return g.Anonymous().With("X-Forwarded-For", address).Post(t, c.path, object{"email": c.email, "password": password})
		}
		from("198.51.100.1", c.password).Wants(t, 200)
		for range 10 {
			from("203.0.113.1", "wrong").Wants(t, 401)
		}
		isLimited(t, from("203.0.113.1", c.password), 15*60)
		from("198.51.100.1", c.password).Wants(t, 200)
	}
}
