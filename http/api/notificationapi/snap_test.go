package notificationapi_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/notification"
	"gateway/domain/pricing"
	"gateway/domain/report"
	"gateway/domain/secret"
	"gateway/http/api/notificationapi"
	"gateway/http/outbound/providers"
	"gateway/http/server/strangers"
	"gateway/http/simulator/snapsimulator"
	"gateway/http/snap"

	"github.com/gin-gonic/gin"
	"github.com/shopspring/decimal"
)

// snapKey is the private key of both sides. To make one takes a while.
var snapKey = sync.OnceValue(func() snap.PrivateKey {
	key, err := snap.NewPrivateKey()
	if err != nil {
		panic(err)
	}
	return key
})

// gateways are two instances of a gateway with a connection to each company, of which the second one has other
// secrets; and the companies.
type gateways struct {
	*recorder
	now       time.Time
	set       *providers.Set
	companies map[string]*snapsimulator.Simulator
	instances []http.Handler
	url       string
	// turn is the instance that takes the next request.
	turn int
}

func (g *gateways) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	g.instances[g.turn].ServeHTTP(w, r)
}

func openGateways(t *testing.T) *gateways {
	t.Helper()
	gin.SetMode(gin.ReleaseMode)
	g := &gateways{recorder: &recorder{}, companies: map[string]*snapsimulator.Simulator{}, now: time.Date(2026, 3, 2, 5, 0, 0, 0, time.UTC)}
	hearing := httptest.NewServer(g)
	t.Cleanup(hearing.Close)
	g.url = hearing.URL
	clock := func() time.Time { return g.now }
	var list []providers.Connection
	for name, company := range map[string]string{"doku-1": "doku", "doku-2": "doku", "midtrans-1": "midtrans", "dana-1": "dana"} {
		shared := snap.Secret("secret of " + name)
		g.companies[name] = snapsimulator.New(snapsimulator.Options{
			Company: company, ClientID: "client of " + name, MerchantID: "M-1", Secret: shared, MerchantKey: snapKey().Public(), CompanyKey: snapKey(),
			NotifyURL: hearing.URL + "/api/v2/provider/" + name, Clock: clock,
		})
		at := httptest.NewServer(g.companies[name])
		t.Cleanup(at.Close)
		c := providers.Connection{
			Name: name, Provider: company, URL: at.URL, Channels: map[string]providers.Channel{"QRIS": {}}, Off: name == "doku-2",
			SNAP: providers.SNAP{
				ClientID: "client of " + name, MerchantID: "M-1", MCC: "5732", Secret: shared, PrivateKey: snapKey(), CompanyKey: snapKey().Public(),
				Phone: "6281200000000", Email: "pay@merchant.example", IPAddress: "198.51.100.7",
			},
		}
		if company == "dana" {
			c.Channels["DANA"] = providers.Channel{}
		} else {
			c.Channels["BCA"], c.Channels["SHOPEEPAY"] = providers.Channel{Prefix: "88899"}, providers.Channel{}
		}
		list = append(list, c)
	}
	g.set = providers.New(list, providers.Options{Clock: clock})
	t.Cleanup(g.set.Close)
	for range 2 {
		engine := gin.New()
		budgets, err := strangers.New(strangers.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		engine.Use(func(c *gin.Context) {
			budgets.Read(c, func(c *gin.Context, r *strangers.Refusal) { c.AbortWithStatus(r.Status) })
		})
		notificationapi.New(notificationapi.Options{
			Reports: g.recorder, Connections: g.set, Masters: secret.NewRing("master"), Counters: g.recorder, Now: clock,
		}).Routes(engine.Group("/api/v2"))
		g.instances = append(g.instances, engine)
	}
	return g
}

// opener opens payments.
type opener interface {
	OpenPayment(ctx context.Context, r report.OpenRequest) (report.Instructions, error)
}

// paid opens a payment at a connection, lets the customer pay it, and returns the notice that waits.
func (g *gateways) paid(t *testing.T, name string, kind pricing.Kind, code, reference string) snapsimulator.Notice {
	t.Helper()
	port, err := providers.Ports[opener](g.set)(name)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := port.OpenPayment(t.Context(), report.OpenRequest{
		Channel: kind, ChannelCode: code, ExternalID: reference, Number: 7, Amount: decimal.NewFromInt(150_000), CustomerName: "Budi",
		CustomerPhone: "6281234567890", SuccessURL: "https://shop.example/thanks", ExpiresAt: g.now.Add(time.Hour),
	}); err != nil {
		t.Fatal(err)
	}
	n, err := g.companies[name].Pay(reference, snapsimulator.Money{})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestCompaniesNotifyByTheStandard(t *testing.T) {
	t.Parallel()
	g := openGateways(t)
	kinds := map[pricing.Kind]string{pricing.VA: "BCA", pricing.QRIS: "QRIS", pricing.EWallet: "SHOPEEPAY"}
	for _, name := range slices.Sorted(maps.Keys(g.companies)) {
		for kind, code := range kinds {
			if name == "dana-1" && kind == pricing.VA {
				continue
			}
			if name == "dana-1" && kind == pricing.EWallet {
				code = "DANA"
			}
			reference := fmt.Sprintf("INV-%s-%s", name, kind)
			n := g.paid(t, name, kind, code, reference)
			g.payments = nil
			g.turn = 0
			for range 2 { // the second instance accepts the token that the first one gave
				heard, err := g.companies[name].Send(t.Context(), n)
				if err != nil || heard.Status != http.StatusOK || heard.Code != snap.Successful.Of(n.Service) {
					t.Errorf("%s %s: answered %d %s %s (%v)", name, kind, heard.Status, heard.Code, heard.Body, err)
				}
				g.turn = 1
			}
			if len(g.payments) != 2 {
				t.Errorf("%s %s: %d reports", name, kind, len(g.payments))
				continue
			}
			p := g.payments[0]
			if p.Connection != name || p.TransactionID != reference || p.Status != report.Paid || p.PaidAmount.String() != "150000" || p.Channel != kind {
				t.Errorf("%s %s: reported %+v", name, kind, p)
			}
			if g.metadata.Actor != "provider" || g.wrong != 0 || len(g.refused) != 0 {
				t.Errorf("%s %s: actor %s, %d wrong tokens, refused %v", name, kind, g.metadata.Actor, g.wrong, g.refused)
			}
		}
	}
}

// forged sends a notice that spoil has changed after it was signed.
func (g *gateways) forged(t *testing.T, name string, n snapsimulator.Notice, spoil func(*http.Request)) (status int, code snap.Code) {
	t.Helper()
	request, err := g.companies[name].Signed(t.Context(), n)
	if err != nil {
		t.Fatal(err)
	}
	spoil(request)
	return g.do(t, request)
}

func (g *gateways) do(t *testing.T, request *http.Request) (status int, code snap.Code) {
	t.Helper()
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	var said struct {
		Code string `json:"responseCode"`
	}
	if err := json.NewDecoder(answer.Body).Decode(&said); err != nil {
		t.Fatal(err)
	}
	code, _ = snap.ParseCode(said.Code)
	return answer.StatusCode, code
}

func replaceBody(r *http.Request, change func(string) string) {
	text, _ := io.ReadAll(r.Body)
	changed := change(string(text))
	r.Body, r.ContentLength = io.NopCloser(strings.NewReader(changed)), int64(len(changed))
}

func TestANotificationThatTheCompanyDidNotSignIsRefusedAndCounted(t *testing.T) {
	t.Parallel()
	g := openGateways(t)
	for _, name := range []string{"doku-1", "midtrans-1", "dana-1"} {
		n := g.paid(t, name, pricing.QRIS, "QRIS", "INV-"+name)
		foreign := map[string]string{"doku-1": "doku-2", "midtrans-1": "midtrans-1", "dana-1": "dana-1"}[name]
		for what, spoil := range map[string]func(*http.Request){
			"no signature": func(r *http.Request) { r.Header.Del(snap.HeaderSignature) },
			"no time":      func(r *http.Request) { r.Header.Del(snap.HeaderTimestamp) },
			"another time": func(r *http.Request) { r.Header.Set(snap.HeaderTimestamp, "2026-03-02T12:00:01+07:00") },
			"another amount": func(r *http.Request) {
				replaceBody(r, func(text string) string { return strings.Replace(text, "150000", "950000", 1) })
			},
			"another path":  func(r *http.Request) { r.URL.Path = strings.Replace(r.URL.Path, "qr/qr-mpm-notify", "debit/notify", 1) },
			"another query": func(r *http.Request) { r.URL.RawQuery = "a=1" },
			"another connection": func(r *http.Request) {
				if foreign == name {
					r.Header.Del(snap.HeaderSignature)
				}
				r.URL.Path = strings.Replace(r.URL.Path, name, foreign, 1)
			},
		} {
			g.wrong, g.payments = 0, nil
			status, code := g.forged(t, name, n, spoil)
			if status != http.StatusUnauthorized || !code.Is(snap.Unauthorized) || g.wrong != 1 || len(g.payments)+len(g.refused) != 0 {
				t.Errorf("%s, %s: answered %d %s, counted %d, reported %v", name, what, status, code, g.wrong, g.payments)
			}
		}
	}
}

func TestAnAccessTokenIsOfOneConnectionForFifteenMinutes(t *testing.T) {
	t.Parallel()
	g := openGateways(t)
	n := g.paid(t, "doku-1", pricing.QRIS, "QRIS", "INV-1")
	of := func(name string) string {
		request, err := g.companies[name].Signed(t.Context(), n)
		if err != nil {
			t.Fatal(err)
		}
		_, token, _ := strings.Cut(request.Header.Get("Authorization"), " ")
		return token
	}
	own, another := of("doku-1"), of("doku-2")
	started := g.now
	for what, c := range map[string]struct {
		token string
		after time.Duration
		want  int
	}{
		"its own":                     {own, 0, 200},
		"its own at the end":          {own, 15*time.Minute - time.Second, 200},
		"its own after the end":       {own, 15 * time.Minute, 401},
		"that of another":             {another, 0, 401},
		"none":                        {"", 0, 401},
		"one that was made up":        {"abc", 0, 401},
		"its own without a signature": {own[:strings.LastIndex(own, ".")+1], 0, 401},
	} {
		g.now = started.Add(c.after)
		body := string(n.Body)
		at := snap.FormatTime(g.now)
		path := "/api/v2/provider/doku-1/v1.0/qr/qr-mpm-notify"
		signature, err := snap.Secret("secret of doku-1").Sign(snap.MessageWithToken("POST", path, c.token, []byte(body), at))
		if err != nil {
			t.Fatal(err)
		}
		request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, g.url+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set(snap.HeaderTimestamp, at)
		request.Header.Set(snap.HeaderSignature, signature)
		request.Header.Set("Authorization", "Bearer "+c.token)
		if status, _ := g.do(t, request); status != c.want {
			t.Errorf("%s: answered %d, want %d", what, status, c.want)
		}
	}
}

func TestATokenIsGivenToTheCompanyOnly(t *testing.T) {
	t.Parallel()
	g := openGateways(t)
	for what, c := range map[string]struct {
		connection, path, client, signed string
		want                             int
	}{
		"the standard's path":  {"doku-1", "/v1.0/access-token/b2b", "client of doku-1", "client of doku-1", 200},
		"the company's path":   {"doku-1", "/authorization/v1/access-token/b2b", "client of doku-1", "client of doku-1", 200},
		"of another client":    {"doku-1", "/v1.0/access-token/b2b", "client of doku-2", "client of doku-2", 401},
		"signed for another":   {"doku-1", "/v1.0/access-token/b2b", "client of doku-1", "client of doku-2", 401},
		"who needs none":       {"dana-1", "/v1.0/access-token/b2b", "client of dana-1", "client of dana-1", 404},
		"no connection at all": {"doku-3", "/v1.0/access-token/b2b", "client of doku-1", "client of doku-1", 404},
	} {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, g.url+"/api/v2/provider/"+c.connection+c.path, strings.NewReader(`{}`))
		if err != nil {
			t.Fatal(err)
		}
		at := snap.FormatTime(g.now)
		signature, err := snapKey().Sign(snap.TokenMessage(c.signed, at))
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set(snap.HeaderTimestamp, at)
		request.Header.Set(snap.HeaderClientKey, c.client)
		request.Header.Set(snap.HeaderSignature, signature)
		if status, _ := g.do(t, request); status != c.want {
			t.Errorf("%s: answered %d, want %d", what, status, c.want)
		}
	}
	if g.wrong != 2 || g.wrongAt == "" {
		t.Errorf("%d were counted, the last at %q", g.wrong, g.wrongAt)
	}
}

func TestWhatTheStandardsNotificationsLeadTo(t *testing.T) {
	t.Parallel()
	g := openGateways(t)
	good := g.paid(t, "midtrans-1", pricing.QRIS, "QRIS", "INV-1")
	with := func(old, new string) snapsimulator.Notice {
		return snapsimulator.Notice{Service: good.Service, Body: []byte(strings.Replace(string(good.Body), old, new, 1))}
	}
	for what, c := range map[string]struct {
		notice snapsimulator.Notice
		err    error
		want   int
		record string
	}{
		"of another merchant":     {with(`"M-1"`, `"M-2"`), nil, 200, "merchantId"},
		"nothing that is read":    {snapsimulator.Notice{Service: good.Service, Body: []byte(`x`)}, nil, 200, "body"},
		"refused by the domain":   {good, domain.InvalidField("amount", "is another"), 200, "amount"},
		"not known here yet":      {good, domain.Refuse(domain.Busy, "payment_unknown", "no"), 500, ""},
		"an error of ourselves":   {good, context.DeadlineExceeded, 500, ""},
		"as long as is held":      {with(`{`, `{"more":"`+strings.Repeat("x", strangers.MaxStranger-2000)+`",`), nil, 200, ""},
		"longer than is held for": {with(`{`, `{"more":"`+strings.Repeat("x", strangers.MaxStranger)+`",`), nil, 400, ""},
	} {
		g.err, g.refused, g.wrong = c.err, nil, 0
		status, _ := g.forged(t, "midtrans-1", c.notice, func(*http.Request) {})
		if status != c.want || g.wrong != 0 {
			t.Errorf("%s: answered %d, want %d; counted %d", what, status, c.want, g.wrong)
		}
		if (len(g.refused) == 1) != (c.record != "") {
			t.Errorf("%s: recorded %v", what, g.refused)
			continue
		}
		if c.record == "" {
			continue
		}
		got := g.refused[0]
		want := notification.Refused{Connection: "midtrans-1", Kind: "qris", Code: "invalid_field", Field: c.record, Reason: got.Reason}
		if c.record != "body" {
			want.Reference, want.ProviderID, want.Status = "INV-1", got.ProviderID, "00"
		}
		if got != want || c.record != "body" && got.ProviderID == "" {
			t.Errorf("%s: recorded %+v", what, got)
		}
	}
}

func TestThePathsOfTheStandardAreOfItsConnectionsOnly(t *testing.T) {
	t.Parallel()
	g := openGateways(t)
	n := g.paid(t, "midtrans-1", pricing.QRIS, "QRIS", "INV-1")
	for path, want := range map[string]int{
		"midtrans-1/v1.0/qr/qr-mpm-notify.htm": 401, // it is heard; the signature is of another path
		"midtrans-9/v1.0/qr/qr-mpm-notify":     404,
	} {
		if status, _ := g.forged(t, "midtrans-1", n, func(r *http.Request) { r.URL.Path = "/api/v2/provider/" + path }); status != want {
			t.Errorf("%s: answered %d, want %d", path, status, want)
		}
	}
}
