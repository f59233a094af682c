package hostile

import (
	"testing"
	"time"

	"gateway/test/e2e/harness"

	"github.com/pquerna/otp/totp"
)

func TestMain(m *testing.M) { harness.Main(m, "hostile") }

type (
	object   = harness.Object
	answer   = harness.Answer
	caller   = harness.Caller
	merchant = harness.Merchant
)

// join makes the owner invite a person with the role, who accepts. It returns the id, the address and a session.
func join(t *testing.T, owner caller, role string) (id int64, email string, session caller) {
	t.Helper()
	g := owner.Gateway
	email = g.NextEmail()
	id = owner.Post(t, "/me/users", object{"email": email, "role": role}).Wants(t, 201).ID(t, "id")
	choosePassword(t, g, harness.Mails(t).Await(t, email, 1).Token(), harness.Password).Wants(t, 200)
	return id, email, merchant{Caller: g.Anonymous(), Email: email}.LogIn(t)
}

// choosePassword uses the token of a mailed link.
func choosePassword(t *testing.T, g *harness.Gateway, token, password string) answer {
	t.Helper()
	return g.Anonymous().Post(t, "/auth/reset-password", object{"token": token, "password": password})
}

// tryLogIn logs in, with a code if there is one, and returns the answer.
func tryLogIn(t *testing.T, m merchant, password, code string) answer {
	t.Helper()
	login := object{"email": m.Email, "password": password}
	if code != "" {
		login["code"] = code
	}
	return m.Gateway.Anonymous().Post(t, "/auth/login", login)
}

// setUpSecondFactor returns the secret from which the codes are made, the code that confirmed it, and the
// recovery codes.
func setUpSecondFactor(t *testing.T, c caller) (secret, code string, recovery []string) {
	t.Helper()
	secret = c.Post(t, "/me/totp", object{"current_password": harness.Password}).Wants(t, 200).Text(t, "secret")
	code = codeAt(t, secret, time.Now().Add(-30*time.Second))
	codes, _ := c.Post(t, "/me/totp/confirm", object{"code": code}).Wants(t, 200).Field(t, "recovery_codes").([]any)
	for _, one := range codes {
		recovery = append(recovery, one.(string))
	}
	return secret, code, recovery
}

func codeAt(t *testing.T, secret string, at time.Time) string {
	t.Helper()
	code, err := totp.GenerateCode(secret, at)
	if err != nil {
		t.Fatal(err)
	}
	return code
}

// now is the current time in the form that requests take.
func now() string { return time.Now().UTC().Format(time.RFC3339Nano) }
