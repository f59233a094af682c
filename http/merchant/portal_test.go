package merchant

import (
	"net/http"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/pricing"
	"gateway/http/service/servicetest"
	"gateway/projections/readmodel"

	"github.com/gin-gonic/gin"
)

// portal is the whole surface, on a real log and real read models.
type portal struct {
	*API
	t *testing.T
	h http.Handler
}

func newPortal(t *testing.T) portal {
	gin.SetMode(gin.TestMode)
	a := New(servicetest.New(t), Config{
		VATRate: pricing.DefaultVATRate, TokenTTL: time.Hour, MasterSecret: []byte("master"),
		Limits: Limits{LoginsPerAccount: 2, LoginsPerAddress: 50, LoginWindow: time.Hour, RegistersPerMinute: 30},
	}, nil, nil)
	r := gin.New()
	a.Routes(r)
	return portal{a, t, r}
}

func (p portal) call(method, path, body string, headers ...string) servicetest.Answer {
	p.t.Helper()
	return servicetest.Call(p.t, p.h, method, path, body, headers...)
}

// want makes sure of a status, and of the error code where there is one.
func (p portal) want(got servicetest.Answer, status int, code string) servicetest.Answer {
	p.t.Helper()
	if got.Status != status || got.ErrorCode != code {
		p.t.Fatalf("%d %q (%s), want %d %q", got.Status, got.ErrorCode, got.Data, status, code)
	}
	return got
}

const password = "correct horse"

func (p portal) register(email string) servicetest.Answer {
	p.t.Helper()
	return p.call("POST", "/auth/register", `{"nama":"Toko","email":"`+email+`","password":"`+password+`"}`)
}

func (p portal) registered(email string) int64 {
	p.t.Helper()
	return servicetest.Into[readmodel.Client](p.t, p.want(p.register(email), 201, "")).ID
}

func (p portal) login(email, word string) servicetest.Answer {
	p.t.Helper()
	return p.call("POST", "/auth/login", `{"email":"`+email+`","password":"`+word+`"}`)
}

func (p portal) bearer(email string) string {
	p.t.Helper()
	return "Bearer " + servicetest.Into[struct{ Token string }](p.t, p.want(p.login(email, password), 200, "")).Token
}

func (p portal) decide(client int64, decide func(account.State) ([]domain.Event, error)) {
	p.t.Helper()
	if _, err := p.changeAccount(p.t.Context(), client, decide); err != nil {
		p.t.Fatal(err)
	}
}

func (p portal) approve(client int64) {
	p.t.Helper()
	p.decide(client, func(s account.State) ([]domain.Event, error) {
		return account.Approve(s, account.ApproveCmd{By: "admin:1", At: p.Now(), NewAppID: client})
	})
}

func TestAPendingClientLogsInAndLooksAtItselfAndNothingElse(t *testing.T) {
	t.Parallel()
	p := newPortal(t)
	id := p.registered(" Toko@Example.com ")
	p.want(p.register("toko@example.com"), 409, "email_taken")
	p.want(p.login("toko@example.com", "wrong"), 401, "wrong_credentials")
	p.want(p.login("nobody@example.com", password), 401, "wrong_credentials")
	token := p.bearer("TOKO@example.com")
	me := servicetest.Into[readmodel.Client](t, p.want(p.call("GET", "/auth/me", "", "Authorization", token), 200, ""))
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

func TestANewKeyReplacesTheOldOneAtOnce(t *testing.T) {
	t.Parallel()
	p := newPortal(t)
	p.approve(p.registered("toko@example.com"))
	token := p.bearer("toko@example.com")
	issue := func() IssuedKey {
		return servicetest.Into[IssuedKey](t, p.want(p.call("POST", "/api-keys", `{"name":"shop"}`, "Authorization", token), 201, ""))
	}
	old := issue()
	p.want(p.call("GET", "/account", "", "X-API-Key", old.Key), 200, "")
	current := issue()
	p.want(p.call("GET", "/account", "", "X-API-Key", old.Key), 401, "invalid_api_key")
	p.want(p.call("GET", "/account", "", "X-API-Key", current.Key), 200, "")
	p.want(p.call("DELETE", "/api-keys/999", "", "Authorization", token), 404, "api_key_not_found")
	shown := servicetest.Into[APIKey](t, p.want(p.call("GET", "/api-keys", "", "Authorization", token), 200, ""))
	issued := APIKey{ID: current.ID, Name: current.Name, MaskedKey: current.MaskedKey, CreatedAt: current.CreatedAt}
	if shown != issued {
		t.Errorf("shown is %+v, issued was %+v", shown, issued)
	}
	if got := p.call("POST", "/api-keys", `{}`, "Authorization", token); got.Status != 400 || got.Field != "name" {
		t.Errorf("a key without a name: %+v", got)
	}
	p.want(p.call("DELETE", "/api-keys/"+itoa(current.ID), "", "Authorization", token), 200, "")
	p.want(p.call("GET", "/account", "", "X-API-Key", current.Key), 401, "invalid_api_key")
	if none := p.want(p.call("GET", "/api-keys", "", "Authorization", token), 200, ""); string(none.Data) != "null" {
		t.Errorf("without a key: %s", none.Data)
	}
}

func TestTheWebhookSecretIsTheSameUntilItIsRotated(t *testing.T) {
	t.Parallel()
	p := newPortal(t)
	p.approve(p.registered("toko@example.com"))
	token := p.bearer("toko@example.com")
	secret := func(method string) string {
		return servicetest.Into[WebhookSecret](t, p.want(p.call(method, "/webhook-secret", "", "Authorization", token), 200, "")).Secret
	}
	first := secret("GET")
	rotated := secret("POST")
	if first == rotated || secret("GET") != rotated {
		t.Error("the rotation did not make a new secret, or not for good")
	}
}

func TestGuessingIsLimitedPerAccountAndSuccessIsNoGuess(t *testing.T) {
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

func TestARegistrationThatBrokeOffAfterItsClaimIsGoneOnWith(t *testing.T) {
	t.Parallel()
	p := newPortal(t)
	if _, err := p.claimEmail(t.Context(), "toko@example.com", 4711); err != nil {
		t.Fatal(err)
	}
	if id := p.registered("toko@example.com"); id != 4711 {
		t.Errorf("the account is %d, the claim names 4711", id)
	}
	p.want(p.register("toko@example.com"), 409, "email_taken")
}
