package portal

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"gateway/test/e2e/harness"
)

func TestRegistrationMakesAPendingAccountThatCanLogInAndLookAtItself(t *testing.T) {
	t.Parallel()
	body := object{"nama": "Toko Baru", "email": " Toko.Baru@Example.com ", "password": harness.Password}
	a := harness.Shared(t).Anonymous().Post(t, "/auth/register", body).Wants(t, 201).Has(t, "", harness.ProfileShape).Is(t, object{
		"nama": "Toko Baru", "email": "toko.baru@example.com", "status": "pending", "has_developer": false, "saldo": 0,
	})
	login := harness.Shared(t).Anonymous().Post(t, "/auth/login", object{"email": "TOKO.BARU@example.com", "password": harness.Password}).Wants(t, 200).Has(t, "", harness.LoginShape)
	login.Has(t, "client", harness.ProfileShape).Is(t, object{"client.id": a.ID(t, "id"), "client.status": "pending"})
	expires, _ := time.Parse(time.RFC3339, login.Text(t, "expires_at"))
	if left := time.Until(expires); left < 23*time.Hour || left > 24*time.Hour {
		t.Errorf("the token lives for %s", left)
	}
	c := harness.Shared(t).Anonymous().With("Authorization", "Bearer "+login.Text(t, "token"))
	c.Get(t, "/auth/me").Wants(t, 200).Has(t, "", harness.ProfileShape).Is(t, object{"id": a.ID(t, "id")})

	// Every route but /auth/* is closed until an administrator approves the client.
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
		c.Call(t, route.method, route.path, route.body).Refuses(t, 403, "account_not_approved")
	}
	harness.Shared(t).Admin(t).Post(t, "/admin/clients/"+fmt.Sprint(a.ID(t, "id"))+"/approve", nil).Wants(t, 200)
	c.Get(t, "/auth/me").Wants(t, 200).Is(t, object{"status": "approved", "has_developer": true})
	c.Post(t, "/api-keys", object{"name": "server"}).Wants(t, 201)
}

func TestAnInvalidRegistrationIsRefused(t *testing.T) {
	t.Parallel()
	taken := harness.Shared(t).Register(t)
	sound := object{"nama": "Toko", "email": "lain@example.com", "password": harness.Password}
	c := harness.Shared(t).Anonymous()
	for _, email := range []string{taken.Email, strings.ToUpper(taken.Email), "  " + taken.Email + "\t"} {
		a := c.Post(t, "/auth/register", sound.With("email", strings.TrimSuffix(email, "\t")))
		a.Refuses(t, 409, "email_taken")
	}
	for _, field := range []string{"nama", "email", "password"} {
		c.Post(t, "/auth/register", sound.Without(field)).RefusesField(t, field)
		c.Post(t, "/auth/register", sound.With(field, nil)).RefusesField(t, field)
		c.Post(t, "/auth/register", sound.With(field, 7)).RefusesField(t, field)
		c.Post(t, "/auth/register", sound.With(field, "")).RefusesField(t, field)
		c.Post(t, "/auth/register", sound.With(field, strings.Repeat("x", 256))).RefusesField(t, field)
	}
	c.Post(t, "/auth/register", sound.With("password", "kurang")).RefusesField(t, "password")
	for _, email := range []string{"toko", "@example.com", "toko@", "a b@example.com", "toko@example.com\r\nBcc: x"} {
		c.Post(t, "/auth/register", sound.With("email", email)).RefusesField(t, "email")
	}
	c.Post(t, "/auth/login", object{"email": "lain@example.com", "password": harness.Password}).Refuses(t, 401, "wrong_credentials")
}

func TestTwoRegistrationsOfOneAddressAtOnceMakeOneAccount(t *testing.T) {
	t.Parallel()
	body := object{"nama": "Toko", "email": "kembar@example.com", "password": harness.Password}
	won := 0
	harness.AtOnce(t, 6, func(int) (answer, error) { return harness.Shared(t).Anonymous().Send("POST", "/auth/register", body) }, func(a answer) {
		if a.Status == 201 {
			won++
		} else {
			a.Refuses(t, 409, "email_taken")
		}
	})
	if won != 1 {
		t.Errorf("%d of 6 registrations were accepted", won)
	}
}

func TestALoginIsRefusedWithoutSayingWhatWasWrong(t *testing.T) {
	t.Parallel()
	m, c := harness.Shared(t).Register(t), harness.Shared(t).Anonymous()
	for _, path := range []string{"/auth/login", "/client/auth/login"} {
		wrong := c.Post(t, path, object{"email": m.Email, "password": harness.Password + "x"}).Refuses(t, 401, "wrong_credentials")
		unknown := c.Post(t, path, object{"email": "niemand@example.com", "password": harness.Password}).Refuses(t, 401, "wrong_credentials")
		if string(wrong.Body) != string(unknown.Body) {
			t.Errorf("%s tells a wrong password from an unknown address: %s", wrong.Body, unknown.Body)
		}
		c.Post(t, path, object{"email": m.Email, "password": harness.Password}).Wants(t, 200).Has(t, "", harness.LoginShape)
	}
	c.Post(t, "/auth/login", object{"email": m.Email}).RefusesField(t, "password")
	c.Post(t, "/auth/login", object{"password": harness.Password}).RefusesField(t, "email")
	c.Post(t, "/auth/login", object{"email": 1, "password": harness.Password}).RefusesField(t, "email")
}

func TestALogoutEndsThatSessionAndNoOther(t *testing.T) {
	t.Parallel()
	m := harness.Shared(t).Register(t)
	first, second := m.LogIn(t), m.LogIn(t)
	first.Post(t, "/auth/logout", nil).Wants(t, 200)
	first.Get(t, "/auth/me").Refuses(t, 401, first.Get(t, "/auth/me").ErrorCode())
	first.Post(t, "/auth/logout", nil).Wants(t, 401)
	second.Get(t, "/auth/me").Wants(t, 200)
}
