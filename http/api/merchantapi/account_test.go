package merchantapi

import (
	"fmt"
	"testing"

	"gateway/domain/account"
	"gateway/http/service/servicetest"
	"gateway/projections/readmodel/clientrows"
)

func TestAPendingClientMayOnlyLogInAndReadItsAccount(t *testing.T) {
	t.Parallel()
	p := newPortal(t)
	id := p.registered(" Toko@Example.com ")
	p.want(p.register("toko@example.com"), 409, "email_taken")
	p.want(p.login("toko@example.com", "wrong"), 401, "wrong_credentials")
	p.want(p.login("nobody@example.com", password), 401, "wrong_credentials")
	token := p.bearer("TOKO@example.com")
	me := servicetest.Into[clientrows.Client](t, p.want(p.call("GET", "/auth/me", "", "Authorization", token), 200, ""))
	if me.ID != id || me.Status != account.StatusPending || me.HasDeveloper || me.Email != "toko@example.com" {
		t.Errorf("me is %+v", me)
	}
	for _, route := range [][2]string{
		{"GET", "/api-keys"}, {"POST", "/api-keys"}, {"DELETE", "/api-keys/1"}, {"GET", "/webhook-secret"}, {"POST", "/webhook-secret"},
	} {
		p.want(p.call(route[0], route[1], `{"name":"x"}`, "Authorization", token), 403, "account_not_approved")
		p.want(p.call(route[0], route[1], `{"name":"x"}`), 401, "invalid_token")
	}
	p.want(p.call("POST", "/auth/logout", "", "Authorization", token), 200, "")
	p.want(p.call("GET", "/auth/me", "", "Authorization", token), 401, "invalid_token")
}

func TestFailedLoginsAreLimitedPerAccount(t *testing.T) {
	t.Parallel()
	p := newPortal(t)
	p.registered("toko@example.com")
	for range 3 {
		p.want(p.login("toko@example.com", password), 200, "")
	}
	p.want(p.login("toko@example.com", "wrong"), 401, "wrong_credentials")
	p.want(p.login("toko@example.com ", "wrong"), 401, "wrong_credentials")
	p.want(p.login("Toko@example.com", password), 429, "too_many_requests")
}

func TestAProfileIsUpdatedWithinItsRules(t *testing.T) {
	t.Parallel()
	p := newPortal(t)
	client, key := p.withKey("toko@example.com")
	p.registered("other@example.com")
	for _, c := range []struct {
		rule  string
		body  string
		field string
	}{
		{"norek must be numeric", `{"norek":"12a4567890"}`, "norek"},
		{"norek must be a string", `{"norek":1234567890}`, "norek"},
		{"norek must be as long as the bank's are", `{"norek":"123","bank":"BCA"}`, "norek"},
		{"bank must exist", `{"bank":"NOBANK"}`, "bank"},
		{"an e-mail must be one", `{"email":"toko"}`, "email"},
		{"an e-mail must not be another client's", `{"email":"OTHER@example.com"}`, "email"},
		{"nama must not be empty", `{"nama":""}`, "nama"},
	} {
		got := p.call("PUT", "/account", c.body, "X-API-Key", key)
		if got.Status != 400 || got.Field != c.field {
			t.Errorf("%s: %d of %q", c.rule, got.Status, got.Field)
		}
	}
	got := p.want(p.call("PUT", "/account", `{"alamat":"Jl. Satu","bank":"bank central asia","norek":"1234567890","id":5,
		"kode":"X","saldo":9,"has_developer":false,"is_auto_approve_withdrawal":true}`, "X-API-Key", key), 200, "")
	profile := servicetest.Into[clientrows.Client](t, got)
	if profile.ID != client || profile.Address != "Jl. Satu" || profile.Bank != "BCA" || profile.AccountNumber != "1234567890" ||
		profile.Code != fmt.Sprintf("M%06d", client) || !profile.HasDeveloper || profile.IsAutoApproveWithdrawal || profile.Name != "Toko" {
		t.Errorf("the profile is %+v", profile)
	}
}

func TestAChangeOfEmailFreesTheFormerAddress(t *testing.T) {
	t.Parallel()
	p := newPortal(t)
	_, key := p.withKey("old@example.com")
	p.want(p.call("PUT", "/account", `{"email":"New@Example.com"}`, "X-API-Key", key), 200, "")
	p.want(p.login("new@example.com", password), 200, "")
	p.want(p.register("new@example.com"), 409, "email_taken")
	p.want(p.register("old@example.com"), 201, "")
	if got := p.call("PUT", "/account", `{"email":"old@example.com"}`, "X-API-Key", key); got.Status != 400 || got.Field != "email" {
		t.Errorf("back to an address that was taken since: %+v", got)
	}
}

func TestTheCallbackSecretStaysUntilItIsRotated(t *testing.T) {
	t.Parallel()
	p := newPortal(t)
	p.approve(p.registered("toko@example.com"))
	token := p.bearer("toko@example.com")
	secret := func(method string) string {
		return servicetest.Into[struct{ Secret string }](t, p.want(p.call(method, "/webhook-secret", "", "Authorization", token), 200, "")).Secret
	}
	first := secret("GET")
	rotated := secret("POST")
	if first == rotated || secret("GET") != rotated {
		t.Error("the rotation did not make a new secret, or not for good")
	}
}
