package simulator_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"gateway/domain/pricing"
	"gateway/domain/report"
	"gateway/http/outbound/provider"
	"gateway/http/simulator"
	"gateway/test/rupiah"
	"gateway/test/testdb"

	"github.com/jmoiron/sqlx"
	_ "github.com/lib/pq"
	"go.uber.org/goleak"
)

const (
	secretKey = "xnd_test_key"
	token     = "callback-token"
	// deadline bounds the wait for something that must happen.
	deadline = 20 * time.Second
	// quiet is how long a test waits to see that nothing happens.
	quiet = 300 * time.Millisecond
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// clock stands still until advance is called.
type clock struct{ offset atomic.Int64 }

var start = time.Date(2025, 3, 1, 5, 0, 0, 0, time.UTC)

func (c *clock) now() time.Time          { return start.Add(time.Duration(c.offset.Load())) }
func (c *clock) advance(d time.Duration) { c.offset.Add(int64(d)) }

// inbox receives the notifications, as the gateway does.
type inbox struct {
	*httptest.Server
	arrivals chan arrival
	mu       sync.Mutex
	status   int
}

type arrival struct {
	kind  string
	token string
	body  []byte
}

func newInbox(t *testing.T) *inbox {
	in := &inbox{arrivals: make(chan arrival, 10_000), status: http.StatusOK}
	in.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		in.arrivals <- arrival{kind: r.URL.Path[len("/hooks/"):], token: r.Header.Get("X-Callback-Token"), body: body}
		in.mu.Lock()
		defer in.mu.Unlock()
		w.WriteHeader(in.status)
	}))
	t.Cleanup(in.Close)
	return in
}

func (in *inbox) answerWith(status int) {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.status = status
}

// notification is a notification of any kind; one about a payout has the same fields.
type notification struct {
	kind string
	report.Payment
}

func parseNotification(kind string, body []byte) (notification, error) {
	if kind != "disbursement" {
		r, err := provider.ParsePayment(pricing.Kind(kind), body)
		return notification{kind, r}, err
	}
	r, err := provider.ParsePayout(body)
	n := notification{kind, report.Payment{
		ProviderID: r.ProviderID, TransactionID: r.Reference, Status: r.Status, FailureCode: r.FailureCode, Amount: r.Amount,
	}}
	if r.Status == report.Completed {
		n.PaidAmount, n.PaidAt = r.Amount, r.UpdatedAt
	}
	return n, err
}

func (in *inbox) next(t *testing.T) (notification, arrival) {
	t.Helper()
	got := in.raw(t)
	n, err := parseNotification(got.kind, got.body)
	if err != nil {
		t.Fatalf("notification %s can't be read: %v", got.body, err)
	}
	return n, got
}

// raw is next for a notification that the client does not parse.
func (in *inbox) raw(t *testing.T) arrival {
	t.Helper()
	select {
	case got := <-in.arrivals:
		return got
	case <-time.After(deadline):
		t.Fatal("no notification came")
		panic("unreachable")
	}
}

func (in *inbox) mustGetNothing(t *testing.T) {
	t.Helper()
	select {
	case got := <-in.arrivals:
		t.Fatalf("unexpected notification: %s", got.body)
	case <-time.After(quiet):
	}
}

// fixture is a running simulator, a client of it, and an inbox of its notifications.
type fixture struct {
	*simulator.Simulator
	*provider.Client
	inbox   *inbox
	clock   *clock
	db      *sqlx.DB
	url     string
	options simulator.Options
	stop    func()
	// opened holds the provider's ids by external id.
	opened map[string]string
}

func newFixture(t *testing.T, change ...func(*simulator.Options)) *fixture {
	t.Helper()
	db, err := sqlx.Open("postgres", testdb.New(t))
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(20)
	t.Cleanup(func() { db.Close() })
	f := &fixture{inbox: newInbox(t), clock: &clock{}, db: db, opened: make(map[string]string)}
	f.options = simulator.Options{
		DB: db, SecretKey: secretKey, CallbackToken: token, NotifyURL: f.inbox.URL + "/hooks",
		PublicURL: "http://pay.test", Clock: f.clock.now,
	}
	for _, c := range change {
		c(&f.options)
	}
	f.Simulator, f.stop = startSimulator(t, f.options)
	server := httptest.NewServer(f.Simulator)
	t.Cleanup(server.Close)
	f.url = server.URL
	f.Client = f.newClient(t, provider.Config{})
	return f
}

func (f *fixture) newClient(t *testing.T, c provider.Config) *provider.Client {
	c.BaseURL, c.Clock = f.url, f.clock.now
	if c.SecretKey == "" {
		c.SecretKey = secretKey
	}
	client := provider.New(c)
	t.Cleanup(client.Close)
	return client
}

// startSimulator runs a simulator until stop is called, at the latest at the end of the test.
func startSimulator(t *testing.T, o simulator.Options) (*simulator.Simulator, func()) {
	t.Helper()
	s, err := simulator.New(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		if err := s.Run(ctx); err != nil {
			t.Errorf("Run: %v", err)
		}
	}()
	stop := sync.OnceFunc(func() { cancel(); <-done })
	t.Cleanup(stop)
	return s, stop
}

// opening is a valid request for the channel.
func opening(channel pricing.Kind, externalID string, amount int64) report.OpenRequest {
	r := report.OpenRequest{
		Channel: channel, ExternalID: externalID, Amount: rupiah.Of(amount), CustomerName: "Budi Santoso",
		CustomerPhone: "081234567890", SuccessURL: "https://shop.test/thanks", Description: "Order 7",
		CallbackURL: "https://gateway.test/hooks", ExpiresAt: start.Add(24 * time.Hour),
	}
	r.ChannelCode = map[pricing.Kind]string{pricing.VA: "BCA", pricing.EWallet: "DANA"}[channel]
	return r
}

var channels = []pricing.Kind{pricing.Invoice, pricing.VA, pricing.EWallet, pricing.QRIS}

func (f *fixture) open(t *testing.T, channel pricing.Kind, externalID string, amount int64) report.Instructions {
	t.Helper()
	opened, err := f.OpenPayment(t.Context(), opening(channel, externalID, amount))
	if err != nil {
		t.Fatalf("open %s: %v", channel, err)
	}
	f.opened[externalID] = opened.ProviderID
	return opened
}

// find looks up an open payment. It finds a virtual account or a charge by the provider's id, because the
// provider finds these by our id only when they are paid.
func (f *fixture) find(t *testing.T, channel pricing.Kind, externalID string) report.Payment {
	t.Helper()
	providerID := ""
	if channel == pricing.VA || channel == pricing.EWallet {
		providerID = f.opened[externalID]
	}
	found, err := f.FindPayment(t.Context(), report.Lookup{Channel: channel, TransactionID: externalID, ProviderID: providerID})
	if err != nil {
		t.Fatalf("find %s: %v", channel, err)
	}
	return found
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func mustBeUnknown(t *testing.T, err error) {
	t.Helper()
	var unknown *report.Unknown
	var refused *report.Refused
	if !errors.As(err, &unknown) || errors.As(err, &refused) {
		t.Fatalf("got %v, want an unknown outcome", err)
	}
}

func mustBeRefused(t *testing.T, err error, code string) {
	t.Helper()
	var refused *report.Refused
	if !errors.As(err, &refused) || refused.Code != code {
		t.Fatalf("got %v, want a refusal with %s", err, code)
	}
}

// post makes a call for which the client has no method.
func (f *fixture) post(t *testing.T, path, body string) int {
	t.Helper()
	return f.call(t, http.MethodPost, path, body).Code
}

// call sends a request with headers, each a name and a value, and returns the response.
func (f *fixture) call(t *testing.T, method, path, body string, headers ...string) *httptest.ResponseRecorder {
	t.Helper()
	request := httptest.NewRequestWithContext(t.Context(), method, path, nil)
	request.Body = io.NopCloser(strings.NewReader(body))
	request.SetBasicAuth(secretKey, "")
	for i := 0; i < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	recorder := httptest.NewRecorder()
	f.ServeHTTP(recorder, request)
	if !json.Valid(recorder.Body.Bytes()) {
		t.Fatalf("%s answered no JSON: %s", path, recorder.Body)
	}
	return recorder
}
