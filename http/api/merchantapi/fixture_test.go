package merchantapi

import (
	"encoding/json"
	"net/http"
	"reflect"
	"strconv"
	"testing"
	"time"

	"gateway/domain/person"
	"gateway/domain/pricing"
	"gateway/domain/secret"
	"gateway/domain/tax"
	"gateway/http/service"
	"gateway/http/service/accountservice"
	"gateway/http/service/balanceservice"
	"gateway/http/service/credential"
	"gateway/http/service/overviewservice"
	"gateway/http/service/pricingservice"
	"gateway/http/service/secondfactorservice"
	"gateway/http/service/servicetest"
	"gateway/http/service/state"
	"gateway/http/service/taxservice"
	"gateway/http/service/ticketservice"
	"gateway/projections/readmodel/clientrows"

	"github.com/gin-gonic/gin"
)

// portal is the surface on a real log and real read models. Tests in test/e2e cover its payments, payouts,
// tickets, proposals and recorded transactions.
type portal struct {
	*API
	core *service.Core
	t    *testing.T
	h    http.Handler
}

func newPortal(t *testing.T) portal {
	gin.SetMode(gin.TestMode)
	core := servicetest.New(t)
	masters := secret.NewRing("master")
	a := New(UseCases{
		Queries: core.Queries,
		Accounts: accountservice.Accounts{
			Core: core, Keys: credential.NewKeyCache(core.Queries, credential.AccountsOf(core.Log), core.Now), Masters: masters,
			Factors: secondfactorservice.Factors{Core: core, TOTP: credential.TOTP{Masters: masters}, Wrong: credential.NewLimiter(10, time.Hour, core.Now)},
			Wrong:   credential.NewLimiter(10, time.Hour, core.Now), Invitations: credential.NewLimiter(30, time.Hour, core.Now),
			Links: credential.Links{Masters: masters, URL: "https://pay.example.com"}, Mails: true,
			Sessions: credential.Sessions{
				State: core.State, Kind: state.PersonSession, TTL: time.Hour, Now: core.Now,
				Limits: credential.NewLoginLimits(core.State, credential.LoginLimitOptions{PerAccount: 2, PerAddress: 50, Window: time.Hour, Now: core.Now}),
			},
		},
		Overviews: overviewservice.Overviews{Core: core, HoldDays: 3},
		Tax:       taxservice.Tax{Core: core, Rows: core.Queries, Rules: tax.DefaultRules, File: tax.DefaultFileRules}, Tickets: ticketservice.Tickets{Core: core},
		KeyUses:    credential.NewKeyUses(core.State, core.Now, func() string { return core.Calendar.DayOf(core.Now()) }),
		Balances:   balanceservice.New(core, nil),
		Calculator: pricingservice.Calculator{Core: core, VATRate: pricing.DefaultVATRate},
	}, Limits{
		Registrations: credential.NewLimiter(30, time.Minute, core.Now), Requests: credential.NewLimiter(0, time.Minute, core.Now),
	})
	r := gin.New()
	a.Routes(r)
	return portal{a, core, t, r}
}

func (p portal) call(method, path, body string, headers ...string) servicetest.Answer {
	p.t.Helper()
	return servicetest.Call(p.t, p.h, method, path, body, headers...)
}

// want checks the status, and the error code if there is one.
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
	return servicetest.Into[clientrows.Client](p.t, p.want(p.register(email), 201, "")).ID
}

func (p portal) login(email, word string) servicetest.Answer {
	p.t.Helper()
	return p.call("POST", "/auth/login", `{"email":"`+email+`","password":"`+word+`"}`)
}

func (p portal) bearer(email string) string {
	p.t.Helper()
	return "Bearer " + servicetest.Into[struct{ Token string }](p.t, p.want(p.login(email, password), 200, "")).Token
}

func (p portal) approve(client int64) {
	p.t.Helper()
	if _, err := p.Accounts.Approve(p.t.Context(), client, ""); err != nil {
		p.t.Fatal(err)
	}
}

// withKey registers and approves a client, and issues an API key to it.
func (p portal) withKey(email string) (client int64, key string) {
	p.t.Helper()
	client = p.registered(email)
	p.approve(client)
	byOwner := service.WithActor(p.t.Context(), person.Actor(client, client))
	issued, err := p.Accounts.IssueKey(byOwner, client, accountservice.KeyRequest{Name: "test"})
	if err != nil {
		p.t.Fatal(err)
	}
	return client, issued.Key
}

func itoa(id int64) string { return strconv.FormatInt(id, 10) }

// same compares JSON by content: the names of fields count, their order does not.
func same(t *testing.T, got json.RawMessage, want string) bool {
	t.Helper()
	var g, w any
	if err := json.Unmarshal(got, &g); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(want), &w); err != nil {
		t.Fatal(err)
	}
	return reflect.DeepEqual(g, w)
}
