package console

import (
	"net/url"
	"strings"
	"testing"

	"gateway/test/e2e/harness"
)

// The person logged out in another tab, which has the same cookie.
func TestAFormThatIsSentAfterTheLogoutIsThereAgainAfterTheLogin(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	v := owner(t, m)
	v.get(t, "/portal/payments/new")
	v.post(t, "/portal/logout", nil).leadsTo(t, "/portal/login")

	login := v.post(t, "/portal/payments/new", url.Values{
		"channel": {"va"}, "amount": {"75.000"}, "customer_name": {"Sari & Budi"}, "idempotency_key": {"k1"},
	}).leadsTo(t, "/portal/login")
	v.get(t, login).shows(t, "Your session has ended, and the form was not done", "what you typed is still there")
	target, err := url.Parse(login)
	if err != nil {
		t.Fatal(err)
	}
	back := v.post(t, "/portal/login?next="+url.QueryEscape(target.Query().Get("next")), url.Values{
		"email": {m.Email}, "password": {harness.Password},
	}).leadsTo(t, "/portal/payments/new")
	form := v.get(t, back).shows(t, "Bank of the virtual account")
	for _, value := range []string{`value="75.000"`, `value="Sari &amp; Budi"`} {
		if !strings.Contains(form.Body, value) {
			t.Errorf("the form has no %s", value)
		}
	}
	v.get(t, "/portal/payments").shows(t, "No payments yet")
}

func TestASecretOfAFormStandsInNoAddress(t *testing.T) {
	t.Parallel()
	v := owner(t, harness.NewMerchant(t))
	v.post(t, "/portal/logout", nil).leadsTo(t, "/portal/login")
	login := v.post(t, "/portal/login/password", url.Values{"current_password": {"geheim-1"}, "password": {"geheim-2"}}).Header.Get("Location")
	if strings.Contains(login, "geheim") {
		t.Errorf("the login is at %s", login)
	}
}
