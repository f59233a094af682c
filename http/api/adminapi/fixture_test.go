package adminapi

import (
	"context"
	"net/http"
	"strconv"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/admin"
	"gateway/domain/aging"
	"gateway/domain/connection"
	"gateway/domain/report"
	"gateway/domain/secret"
	"gateway/domain/sequence"
	"gateway/domain/tax"
	"gateway/http/api/listing"
	"gateway/http/api/merchantapi"
	"gateway/http/service"
	"gateway/http/service/accountservice"
	"gateway/http/service/actservice"
	"gateway/http/service/adminservice"
	"gateway/http/service/agingservice"
	"gateway/http/service/approvalservice"
	"gateway/http/service/auditrunservice"
	"gateway/http/service/balanceservice"
	"gateway/http/service/bankservice"
	"gateway/http/service/bankstatementservice"
	"gateway/http/service/callbackservice"
	"gateway/http/service/credential"
	"gateway/http/service/customerservice"
	"gateway/http/service/disputeservice"
	"gateway/http/service/documentservice"
	"gateway/http/service/eventlogservice"
	"gateway/http/service/holdservice"
	"gateway/http/service/overviewservice"
	"gateway/http/service/payoutservice"
	"gateway/http/service/periodservice"
	"gateway/http/service/pricingservice"
	"gateway/http/service/proposalservice"
	"gateway/http/service/refundservice"
	"gateway/http/service/routingservice"
	"gateway/http/service/safeguardservice"
	"gateway/http/service/secondfactorservice"
	"gateway/http/service/servicetest"
	"gateway/http/service/state"
	"gateway/http/service/suspenseservice"
	"gateway/http/service/taxservice"
	"gateway/http/service/ticketservice"
	"gateway/http/service/treasuryservice"
	"gateway/http/service/withholdingservice"
	"gateway/projections/audit/auditpackage"
	"gateway/projections/reactor/reportreactor"
	"gateway/projections/readmodel/adminrows"
	"gateway/projections/story"

	"github.com/gin-gonic/gin"
)

const (
	rootEmail    = "root@example.com"
	rootPassword = "correct horse"
)

// findPayout is a fake provider that answers questions about payouts.
type findPayout func(reference string) (report.Payout, error)

func (f findPayout) FindPayout(_ context.Context, _, reference string) (report.Payout, error) {
	return f(reference)
}

// BookingPage lists nothing.
func (f findPayout) BookingPage(context.Context, report.BookingQuery) (report.BookingPage, error) {
	return report.BookingPage{}, nil
}

// fixture is the surface for administrators beside the one for merchants, with a first administrator.
type fixture struct {
	*Admin
	core *service.Core
	t    *testing.T
	h    http.Handler
}

// asked is a provider that is asked for payouts.
type asked interface {
	payoutservice.Provider
	reportreactor.BookingLister
}

// newFixture makes a fixture. p may be nil if the test does not ask the provider.
func newFixture(t *testing.T, p asked) fixture {
	t.Helper()
	gin.SetMode(gin.TestMode)
	core := servicetest.New(t)
	unlimited := credential.NewLoginLimits(core.State, credential.LoginLimitOptions{Window: time.Minute, Now: core.Now})
	off := credential.NewLimiter(0, time.Minute, core.Now)
	sessions := func(kind string) credential.Sessions {
		return credential.Sessions{State: core.State, Kind: kind, TTL: time.Hour, Now: core.Now, Limits: unlimited}
	}
	accounts := accountservice.Accounts{
		Core: core, Keys: credential.NewKeyCache(core.Queries, credential.AccountsOf(core.Log), core.Now), Sessions: sessions(state.PersonSession),
	}
	balances, payouts := balanceservice.New(core, nil), payoutservice.Payouts{
		Core: core, Providers: connection.Only[payoutservice.Provider](p), Books: []reportreactor.BookingLister{p},
	}
	routes := routingservice.Routing{Core: core, Health: routingservice.NewHealth(core.Now), Configured: routingservice.Fixed{{Name: "xendit"}}}
	approvals, staff := approvalservice.New(core, nil), administrators(core, sessions(state.AdminSession))
	f := fixture{core: core, t: t, Admin: New(UseCases{
		AuditRuns: auditrunservice.New(core, nil, "test", nil), // no test starts a run
		Approvals: approvals, Acts: actservice.New(approvals, actservice.UseCases{
			Accounts: accounts, Admins: staff, Balances: balances, Payouts: payouts, Refunds: refundservice.Refunds{Core: core}, Rates: pricingservice.Rates{Core: core}, Suspense: suspenseservice.Items{Core: core},
			Disputes: disputeservice.Disputes{Core: core},
			Slips:    withholdingservice.Slips{Core: core, Rows: core.Queries}, Periods: periodservice.Periods{Core: core},
			Routing: routes, Treasury: treasuryservice.Entries{Core: core, Rows: core.Queries},
		}),
		Queries: core.Queries, Accounts: accounts, Admins: staff,
		Balances: balances, Banks: bankservice.Channels{Core: core}, BankStatements: bankstatementservice.Statements{Core: core, AnyAccount: true}, Callbacks: callbackservice.Callbacks{Core: core},
		Overviews: overviewservice.Overviews{Core: core, HoldDays: 3},
		Ages:      agingservice.Ages{Core: core, Classes: aging.Classes{7, 30, 90}}, Safeguarding: safeguardservice.New(core), Cursors: listing.NewCursors(secret.NewRing("master")), Disputes: disputeservice.Disputes{Core: core},
		Payouts: payouts, Refunds: refundservice.Refunds{Core: core}, Projections: newReadModel(), Proposals: proposalservice.Proposals{Core: core},
		Periods:   periodservice.Periods{Core: core, Runs: core.State},
		Packages:  periodservice.NewPackages(auditpackage.Source{Log: core.Log}, core.Logger),
		Documents: documentservice.Documents{Core: core},
		Holds:     holdservice.Holds{Core: core}, Customers: customerservice.Customers{Core: core}, Log: eventlogservice.New(core), Routing: routes, Tax: taxservice.Tax{Core: core, Rows: core.Queries, Rules: tax.DefaultRules, File: tax.DefaultFileRules}, Tickets: ticketservice.Tickets{Core: core}, Stories: story.Reader{Log: core.Log, Queries: core.Queries, Now: core.Now},
	})}
	r := gin.New()
	merchantapi.New(merchantapi.UseCases{
		Queries: core.Queries, Accounts: accounts, Proposals: f.Proposals, Tickets: f.Tickets, Cursors: f.Cursors,
		KeyUses: credential.NewKeyUses(core.State, core.Now, func() string { return core.Calendar.DayOf(core.Now()) }),
	}, merchantapi.Limits{Registrations: off, Requests: off}).Routes(r)
	f.Routes(r)
	f.h = r
	if _, err := f.Admins.EnsureFirst(t.Context(), rootEmail, rootPassword); err != nil {
		t.Fatal(err)
	}
	return f
}

func administrators(core *service.Core, sessions credential.Sessions) adminservice.Admins {
	factors := secondfactorservice.Factors{
		Core: core, TOTP: credential.TOTP{Masters: secret.NewRing("master"), Issuer: "Payment Gateway"}, Wrong: credential.NewLimiter(3, time.Minute, core.Now),
	}
	sessions.SecondFactor = factors.Check
	return adminservice.Admins{Core: core, Sessions: sessions, Factors: factors, Wrong: credential.NewLimiter(3, time.Minute, core.Now)}
}

func (f fixture) login(email, password string) servicetest.Answer {
	f.t.Helper()
	return servicetest.Call(f.t, f.h, "POST", "/admin/auth/login", `{"email":"`+email+`","password":"`+password+`"}`)
}

func (f fixture) bearer(email, password string) string {
	f.t.Helper()
	return "Bearer " + servicetest.Into[struct{ Token string }](f.t, f.want(f.login(email, password), 200, "")).Token
}

// as calls the surface with the given bearer token.
func (f fixture) as(bearer, method, path, body string) servicetest.Answer {
	f.t.Helper()
	return servicetest.Call(f.t, f.h, method, "/admin"+path, body, "Authorization", bearer)
}

func (f fixture) want(got servicetest.Answer, status int, code string) servicetest.Answer {
	f.t.Helper()
	if got.Status != status || got.ErrorCode != code {
		f.t.Fatalf("%d %q (%s), want %d %q", got.Status, got.ErrorCode, got.Data, status, code)
	}
	return got
}

// client registers a client without a usable password.
func (f fixture) client(email string) int64 {
	f.t.Helper()
	id, err := f.core.IDs.Next(f.t.Context(), sequence.Client)
	if err == nil {
		_, err = service.Execute(f.t.Context(), f.core, account.Aggregate, account.Stream(id), func(s account.State) ([]domain.Event, error) {
			return account.Register(s, account.RegisterCmd{ClientID: id, Code: "M1", Name: "Toko", Email: email, At: f.core.Now()})
		})
	}
	if err != nil {
		f.t.Fatal(err)
	}
	return id
}

func itoa(id int64) string { return strconv.FormatInt(id, 10) }

// staff creates an administrator of each role and returns their bearer tokens by role.
func (f fixture) staff() map[string]string {
	f.t.Helper()
	root := f.bearer(rootEmail, rootPassword)
	bearers := map[string]string{admin.RoleAdmin: root}
	for _, role := range []string{admin.RoleSupport, admin.RoleAuditor} {
		email := role + "@example.com"
		body := `{"email":"` + email + `","password":"` + rootPassword + `","role":"` + role + `"}`
		created := servicetest.Into[adminrows.Admin](f.t, f.want(f.as(root, "POST", "/admins", body), 201, ""))
		if created.Role != role || created.Email != email {
			f.t.Fatalf("created is %+v", created)
		}
		bearers[role] = f.bearer(email, rootPassword)
	}
	return bearers
}
