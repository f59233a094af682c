package e2e

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"gateway/test/receiver"
)

func TestRegistrationMakesAPendingAccountThatCanLogInAndLookAtItself(t *testing.T) {
	t.Parallel()
	body := object{"nama": "Toko Baru", "email": " Toko.Baru@Example.com ", "password": password}
	a := shared.anybody().post(t, "/auth/register", body).wants(t, 201).has(t, "", profileShape).is(t, object{
		"nama": "Toko Baru", "email": "toko.baru@example.com", "status": "pending", "has_developer": false, "saldo": 0,
	})
	login := shared.anybody().post(t, "/auth/login", object{"email": "TOKO.BARU@example.com", "password": password}).wants(t, 200).has(t, "", loginShape)
	login.has(t, "client", profileShape).is(t, object{"client.id": a.id(t, "id"), "client.status": "pending"})
	expires, _ := time.Parse(time.RFC3339, login.text(t, "expires_at"))
	if left := time.Until(expires); left < 23*time.Hour || left > 24*time.Hour {
		t.Errorf("the token lives for %s", left)
	}
	c := shared.anybody().with("Authorization", "Bearer "+login.text(t, "token"))
	c.get(t, "/auth/me").wants(t, 200).has(t, "", profileShape).is(t, object{"id": a.id(t, "id")})

	// Every route but /auth/* is closed until an administrator approves.
	for _, route := range []struct {
		method, path string
		body         any
	}{
		{"GET", "/api-keys", nil},
		{"POST", "/api-keys", object{"name": "server"}},
		{"DELETE", "/api-keys/1", nil},
		{"GET", "/webhook-secret", nil},
		{"POST", "/webhook-secret", nil},
	} {
		c.do(t, route.method, route.path, route.body).refuses(t, 403, "account_not_approved")
	}
	shared.admin(t).post(t, "/admin/clients/"+itoa(a.id(t, "id"))+"/approve", nil).wants(t, 200)
	c.get(t, "/auth/me").wants(t, 200).is(t, object{"status": "approved", "has_developer": true})
	c.post(t, "/api-keys", object{"name": "server"}).wants(t, 201)
}

func TestRegistrationIsRefusedBy(t *testing.T) {
	t.Parallel()
	taken := shared.register(t)
	sound := object{"nama": "Toko", "email": "lain@example.com", "password": password}
	c := shared.anybody()
	for _, email := range []string{taken.email, strings.ToUpper(taken.email), "  " + taken.email + "\t"} {
		a := c.post(t, "/auth/register", sound.with("email", strings.TrimSuffix(email, "\t")))
		a.refuses(t, 409, "email_taken")
	}
	for _, field := range []string{"nama", "email", "password"} {
		c.post(t, "/auth/register", sound.without(field)).refusesField(t, field)
		c.post(t, "/auth/register", sound.with(field, nil)).refusesField(t, field)
		c.post(t, "/auth/register", sound.with(field, 7)).refusesField(t, field)
		c.post(t, "/auth/register", sound.with(field, "")).refusesField(t, field)
		c.post(t, "/auth/register", sound.with(field, strings.Repeat("x", 256))).refusesField(t, field)
	}
	c.post(t, "/auth/register", sound.with("password", "kurang")).refusesField(t, "password")
	for _, email := range []string{"toko", "@example.com", "toko@", "a b@example.com", "toko@example.com\r\nBcc: x"} {
		c.post(t, "/auth/register", sound.with("email", email)).refusesField(t, "email")
	}
	c.post(t, "/auth/login", object{"email": "lain@example.com", "password": password}).refuses(t, 401, "wrong_credentials")
}

func TestTwoRegistrationsOfOneAddressAtOnceMakeOneAccount(t *testing.T) {
	t.Parallel()
	body := object{"nama": "Toko", "email": "kembar@example.com", "password": password}
	won := 0
	atOnce(t, 6, func(int) (answer, error) { return shared.anybody().send("POST", "/auth/register", body) }, func(a answer) {
		if a.status == 201 {
			won++
		} else {
			a.refuses(t, 409, "email_taken")
		}
	})
	if won != 1 {
		t.Errorf("%d of 6 registrations were accepted", won)
	}
}

func TestALoginIsRefusedWithoutSayingWhatWasWrong(t *testing.T) {
	t.Parallel()
	m, c := shared.register(t), shared.anybody()
	for _, path := range []string{"/auth/login", "/client/auth/login"} {
		wrong := c.post(t, path, object{"email": m.email, "password": password + "x"}).refuses(t, 401, "wrong_credentials")
		unknown := c.post(t, path, object{"email": "niemand@example.com", "password": password}).refuses(t, 401, "wrong_credentials")
		if string(wrong.body) != string(unknown.body) {
			t.Errorf("%s tells a wrong password from an unknown address: %s", wrong.body, unknown.body)
		}
		c.post(t, path, object{"email": m.email, "password": password}).wants(t, 200).has(t, "", loginShape)
	}
	c.post(t, "/auth/login", object{"email": m.email}).refusesField(t, "password")
	c.post(t, "/auth/login", object{"password": password}).refusesField(t, "email")
	c.post(t, "/auth/login", object{"email": 1, "password": password}).refusesField(t, "email")
}

func TestALogoutEndsThatSessionAndNoOther(t *testing.T) {
	t.Parallel()
	m := shared.register(t)
	first, second := m.portal(t), m.portal(t)
	first.post(t, "/auth/logout", nil).wants(t, 200)
	first.get(t, "/auth/me").refuses(t, 401, first.get(t, "/auth/me").errorCode())
	first.post(t, "/auth/logout", nil).wants(t, 401)
	second.get(t, "/auth/me").wants(t, 200)
}

// The full key is shown once; afterwards it is masked. Another takes its place at
// once: the same second, the same instance.
func TestAClientHasOneKeyThatIsShownOnce(t *testing.T) {
	t.Parallel()
	m := shared.register(t)
	shared.admin(t).post(t, m.admin("/approve"), nil).wants(t, 200)
	c := m.portal(t)
	if a := c.get(t, "/api-keys").wants(t, 200); a.envelope["data"] != nil {
		t.Errorf("a key before one was made: %s", a.body)
	}
	c.post(t, "/api-keys", object{}).refusesField(t, "name")
	c.post(t, "/api-keys", object{"name": 7}).refusesField(t, "name")
	first := c.post(t, "/api-keys", object{"name": "server"}).wants(t, 201).has(t, "", newKeyShape).is(t, object{"name": "server"})
	key := first.text(t, "key")
	if !regexp.MustCompile(`^sk_live_[0-9a-f]{48}$`).MatchString(key) {
		t.Errorf("key %s", key)
	}
	shown := c.get(t, "/api-keys").wants(t, 200).has(t, "", apiKeyShape).is(t, object{"id": first.id(t, "id"), "name": "server"})
	if masked := shown.text(t, "masked_key"); strings.Contains(string(shown.body), key[:20]) || !strings.HasPrefix(masked, "sk_live_") {
		t.Errorf("masked as %s", masked)
	}
	use := func(key string) answer { return shared.anybody().with("X-API-Key", key).get(t, "/account") }
	use(key).wants(t, 200)
	second := c.post(t, "/api-keys", object{"name": "baru"}).wants(t, 201)
	use(key).refuses(t, 401, "invalid_api_key")
	use(second.text(t, "key")).wants(t, 200)

	c.do(t, "DELETE", "/api-keys/"+itoa(first.id(t, "id")), nil).wants(t, 404)
	c.do(t, "DELETE", "/api-keys/"+itoa(second.id(t, "id")), nil).wants(t, 200)
	use(second.text(t, "key")).refuses(t, 401, "invalid_api_key")
	c.do(t, "DELETE", "/api-keys/"+itoa(second.id(t, "id")), nil).wants(t, 404)
}

func TestTheWebhookSecretRotates(t *testing.T) {
	t.Parallel()
	m := newMerchant(t)
	c := m.portal(t)
	first := c.get(t, "/webhook-secret").wants(t, 200).has(t, "", shape{"secret": "string"}).text(t, "secret")
	second := c.post(t, "/webhook-secret", nil).text(t, "secret")
	if first == second || !strings.HasPrefix(first, "whsec_") || c.get(t, "/webhook-secret").text(t, "secret") != second {
		t.Errorf("%s, then %s", first, second)
	}
	r := receiver.New(t)
	m.sandbox(t, m.invoice(t, 20000, object{"metadata": object{"callback_url": r.URL}}), "pay", nil)
	r.Next(t).MustVerify(t, second)
}

// An issued key stays valid whatever the flag says: an administrator may issue one
// for any client.
func TestAnAdministratorIssuesAKeyForAnyClient(t *testing.T) {
	t.Parallel()
	m := shared.register(t)
	m.issueKey(t)
	m.get(t, "/account").wants(t, 200).is(t, object{"status": "pending", "has_developer": false})
	if apps := m.get(t, "/apps").wants(t, 200).list(t); len(apps) != 1 {
		t.Errorf("%d apps", len(apps))
	}
	m.invoice(t, 20000, nil)
}
