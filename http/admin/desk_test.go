package admin

import (
	"context"
	"net/http"
	"strconv"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/admin"
	"gateway/domain/pricing"
	"gateway/domain/report"
	"gateway/domain/sequence"
	"gateway/http/merchant"
	"gateway/http/service/servicetest"
	"gateway/projections/readmodel"

	"github.com/gin-gonic/gin"
)

const (
	rootEmail    = "root@example.com"
	rootPassword = "correct horse"
)

// asked is a provider that is only ever asked for payouts.
type asked func(externalID string) (report.Payout, error)

func (f asked) FindPayout(_ context.Context, externalID string) (report.Payout, error) {
	return f(externalID)
}

// desk is the surface beside the merchants' own, with its first administrator.
type desk struct {
	*Admin
	t         *testing.T
	h         http.Handler
	merchants *merchant.API
}

func newDesk(t *testing.T, p Provider) desk {
	t.Helper()
	gin.SetMode(gin.TestMode)
	b := servicetest.New(t)
	merchants := merchant.New(b, merchant.Config{VATRate: pricing.DefaultVATRate, TokenTTL: time.Hour}, nil, nil)
	d := desk{Admin: New(b, Config{TokenTTL: time.Hour}, p, merchants, newShelf()), t: t, merchants: merchants}
	r := gin.New()
	merchants.Routes(r)
	d.Routes(r)
	d.h = r
	if err := d.EnsureFirstAdmin(t.Context(), rootEmail, rootPassword); err != nil {
		t.Fatal(err)
	}
	return d
}

func (d desk) login(email, password string) servicetest.Answer {
	d.t.Helper()
	return servicetest.Call(d.t, d.h, "POST", "/admin/auth/login", `{"email":"`+email+`","password":"`+password+`"}`)
}

func (d desk) bearer(email, password string) string {
	d.t.Helper()
	return "Bearer " + servicetest.Into[struct{ Token string }](d.t, d.want(d.login(email, password), 200, "")).Token
}

// as calls the surface with a bearer token.
func (d desk) as(bearer, method, path, body string) servicetest.Answer {
	d.t.Helper()
	return servicetest.Call(d.t, d.h, method, "/admin"+path, body, "Authorization", bearer)
}

func (d desk) want(got servicetest.Answer, status int, code string) servicetest.Answer {
	d.t.Helper()
	if got.Status != status || got.ErrorCode != code {
		d.t.Fatalf("%d %q (%s), want %d %q", got.Status, got.ErrorCode, got.Data, status, code)
	}
	return got
}

// client registers one, past the portal.
func (d desk) client(email string) int64 {
	d.t.Helper()
	id, err := d.IDs.Next(d.t.Context(), sequence.Client)
	if err == nil {
		err = d.changeAccount(d.t.Context(), id, func(s account.State) ([]domain.Event, error) {
			return account.Register(s, account.RegisterCmd{ClientID: id, Code: "M1", Name: "Toko", Email: email, At: d.Now()})
		})
	}
	if err != nil {
		d.t.Fatal(err)
	}
	return id
}

func itoa(id int64) string { return strconv.FormatInt(id, 10) }

// staff is an administrator of each role, by bearer token.
func (d desk) staff() map[string]string {
	d.t.Helper()
	root := d.bearer(rootEmail, rootPassword)
	bearers := map[string]string{admin.RoleAdmin: root}
	for _, role := range []string{admin.RoleSupport, admin.RoleAuditor} {
		email := role + "@example.com"
		body := `{"email":"` + email + `","password":"` + rootPassword + `","role":"` + role + `"}`
		created := servicetest.Into[readmodel.Admin](d.t, d.want(d.as(root, "POST", "/admins", body), 201, ""))
		if created.Role != role || created.Email != email {
			d.t.Fatalf("created is %+v", created)
		}
		bearers[role] = d.bearer(email, rootPassword)
	}
	return bearers
}
