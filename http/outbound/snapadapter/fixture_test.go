package snapadapter_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"gateway/domain/pricing"
	"gateway/domain/report"
	"gateway/http/outbound/snapadapter"
	"gateway/http/simulator/snapsimulator"
	"gateway/http/snap"

	"github.com/shopspring/decimal"
)

// keys are those of the merchant, of the company, and of another company. To make them takes a while.
var keys = sync.OnceValue(func() (made [3]snap.PrivateKey) {
	for i := range made {
		key, err := snap.NewPrivateKey()
		if err != nil {
			panic(err)
		}
		made[i] = key
	}
	return made
})

const (
	ours = iota
	theirs
	foreign
)

// clock is a time that a test moves.
type clock struct{ offset atomic.Int64 }

// start is in the afternoon in Jakarta, so that a test of some hours stays within the day.
var start = time.Date(2026, 3, 2, 5, 0, 0, 0, time.UTC)

func (c *clock) now() time.Time          { return start.Add(time.Duration(c.offset.Load())) }
func (c *clock) advance(d time.Duration) { c.offset.Add(int64(d)) }

// bench is a connection to a simulated company, over HTTP both ways.
type bench struct {
	*snapadapter.Adapter
	company *snapsimulator.Simulator
	clock   *clock
	sent    *recorder
	gateway *receiver
	config  snapadapter.Config
}

// dialects are the names of the dialects, sorted.
var dialects = slices.Sorted(maps.Keys(snapadapter.Dialects))

func open(t *testing.T, dialect string, change ...func(*snapadapter.Config)) *bench {
	t.Helper()
	b := &bench{clock: &clock{}, sent: &recorder{}, gateway: &receiver{}}
	hearing := httptest.NewServer(b.gateway)
	t.Cleanup(hearing.Close)
	b.company = snapsimulator.New(snapsimulator.Options{
		Company: dialect, ClientID: "client-1", PartnerID: "partner-1", MerchantID: "M-1", Secret: "secret-1",
		MerchantKey: keys()[ours].Public(), CompanyKey: keys()[theirs], NotifyURL: hearing.URL + "/api/v2/provider/" + dialect + "-1",
		Float: decimal.NewFromInt(1_000_000), Clock: b.clock.now,
		Holder: func(_, account string) (string, bool) { return "BUDI", account != "404" },
	})
	server := httptest.NewServer(b.company)
	t.Cleanup(server.Close)
	b.config = snapadapter.Config{
		Dialect: snapadapter.Dialects[dialect], BaseURL: server.URL, ClientID: "client-1", PartnerID: "partner-1", MerchantID: "M-1", MCC: "5732",
		Secret: "secret-1", PrivateKey: keys()[ours], CompanyKey: keys()[theirs].Public(), Prefixes: map[string]string{"BCA": "88899", "BNI": "8808"},
		Phone: "6281200000000", Email: "pay@merchant.example", IPAddress: "198.51.100.7", SourceAccount: "777", Clock: b.clock.now, Transport: b.sent,
	}
	for _, c := range change {
		c(&b.config)
	}
	b.Adapter = snapadapter.New(b.config)
	t.Cleanup(b.Close)
	b.gateway.adapter = b.Adapter
	return b
}

// kind is a kind of payment with one channel of it.
type kind struct {
	channel pricing.Kind
	code    string
	opened  int // the service that makes it
	asked   int // the service that looks it up
}

// kinds are the kinds of payments that a dialect has.
func kinds(dialect string) (all []kind) {
	d := snapadapter.Dialects[dialect]
	for _, k := range []kind{
		{pricing.VA, "BCA", snap.ServiceVACreate, snap.ServiceVAStatus},
		{pricing.QRIS, "QRIS", snap.ServiceQRGenerate, snap.ServiceQRQuery},
		{pricing.EWallet, "SHOPEEPAY", snap.ServiceDebitPayment, snap.ServiceDebitStatus},
	} {
		if dialect == "dana" && k.channel == pricing.EWallet {
			k.code = "DANA"
		}
		if d.Routes[k.opened].Path != "" {
			all = append(all, k)
		}
	}
	return all
}

// byKind runs a test for each kind of payment of each dialect.
func byKind(t *testing.T, test func(t *testing.T, dialect string, k kind)) {
	t.Helper()
	for _, dialect := range dialects {
		for _, k := range kinds(dialect) {
			t.Run(dialect+" "+string(k.channel), func(t *testing.T) {
				t.Parallel()
				test(t, dialect, k)
			})
		}
	}
}

var numbers atomic.Int64

// request asks for a payment that no other test has.
func (k kind) request() report.OpenRequest {
	n := numbers.Add(1)
	return report.OpenRequest{
		Channel: k.channel, ChannelCode: k.code, ExternalID: fmt.Sprintf("INV-7-%d", n), Number: n, Amount: decimal.NewFromInt(150_000),
		CustomerName: "Budi", CustomerPhone: "6281234567890", SuccessURL: "https://shop.example/thanks", Description: "Shop: order 1",
		ExpiresAt: start.Add(24 * time.Hour),
	}
}

// askedID is the provider's id by which a payment can be looked up though its creation was not answered.
func (b *bench) askedID(k kind, r report.OpenRequest) string {
	if k.channel != pricing.VA {
		return ""
	}
	return b.numbered(r.ChannelCode, r.Number)
}

// mustOpen opens a payment.
func (b *bench) mustOpen(t *testing.T, k kind) (report.OpenRequest, report.Instructions) {
	t.Helper()
	r := k.request()
	made, err := b.OpenPayment(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	return r, made
}

// recorder keeps the headers and bodies of calls.
type recorder struct {
	http.Transport
	mu    sync.Mutex
	calls []call
}

type call struct {
	path   string
	header http.Header
	body   map[string]any
	raw    string
}

func (r *recorder) RoundTrip(request *http.Request) (*http.Response, error) {
	text, err := io.ReadAll(request.Body)
	if err != nil {
		return nil, err
	}
	request.Body = io.NopCloser(bytes.NewReader(text))
	c := call{path: request.URL.Path, header: request.Header.Clone(), raw: string(text)}
	if err := json.Unmarshal(text, &c.body); err != nil {
		return nil, err
	}
	r.mu.Lock()
	r.calls = append(r.calls, c)
	r.mu.Unlock()
	return r.Transport.RoundTrip(request)
}

// to are the calls of a path.
func (r *recorder) to(path string) (calls []call) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, c := range r.calls {
		if c.path == path {
			calls = append(calls, c)
		}
	}
	return calls
}

// receiver hears the company as the gateway does: it gives a token, verifies, translates, and answers.
type receiver struct {
	adapter *snapadapter.Adapter
	mu      sync.Mutex
	tokens  map[string]bool
	heard   []report.Payment
	raw     []snapadapter.Notification
	// refuse lets the gateway answer with an error.
	refuse bool
	issued int
}

func (g *receiver) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if strings.HasSuffix(r.URL.Path, "/access-token/b2b") {
		g.issue(w, r.Header)
		return
	}
	service, ok := snapadapter.ServiceOf(r.URL.Path)
	if !ok {
		http.NotFound(w, r)
		return
	}
	n := snapadapter.Notification{Method: r.Method, Path: r.URL.Path, Header: r.Header, Body: body}
	code := snap.Successful
	switch {
	case g.refuse:
		code = snap.InternalError
	case !g.adapter.Verify(n, func(token string) bool { return g.tokens[token] }):
		code = snap.Unauthorized
	default:
		p, err := g.adapter.ParsePayment(service, body)
		if err != nil {
			code = snap.InvalidField
			break
		}
		g.heard, g.raw = append(g.heard, p), append(g.raw, n)
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(code.Status)
	_ = json.NewEncoder(w).Encode(snapadapter.Answer(service, code, body))
}

func (g *receiver) issue(w http.ResponseWriter, h http.Header) {
	if !g.adapter.VerifyTokenRequest(h) {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	if g.tokens == nil {
		g.tokens = map[string]bool{}
	}
	g.issued++
	token := "given-" + strconv.Itoa(g.issued)
	g.tokens[token] = true
	_ = json.NewEncoder(w).Encode(map[string]string{"responseCode": "2007300", "accessToken": token, "expiresIn": "900"})
}

// forget makes the token stale that the company has.
func (g *receiver) forget() {
	g.mu.Lock()
	defer g.mu.Unlock()
	clear(g.tokens)
}

// reports are the payments that were heard.
func (g *receiver) reports() []report.Payment {
	g.mu.Lock()
	defer g.mu.Unlock()
	return slices.Clone(g.heard)
}

// interrupted returns a context, and a fault that ends it when the call is at the company, done or undone.
func interrupted(t *testing.T, service int, undone bool) (context.Context, snapsimulator.Fault) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(cancel)
	return ctx, snapsimulator.Fault{Service: service, Times: 1, Undone: undone, Then: cancel, Hang: true}
}

// numbered is the provider's id of a virtual account with the number that was asked for.
func (b *bench) numbered(code string, number int64) string {
	return b.Prefixes[code] + "." + strconv.FormatInt(number, 10)
}
