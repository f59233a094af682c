package reactortest

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"path"
	"sync/atomic"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/connection"
	"gateway/domain/pricing"
	"gateway/http/outbound/provider"
	"gateway/http/simulator"
	"gateway/projections/engine"
	"gateway/projections/readmodel"

	"github.com/jmoiron/sqlx"
)

// ProviderFixture is a LogFixture with read models, and the simulated provider over HTTP.
type ProviderFixture struct {
	*LogFixture
	Queries *readmodel.Queries
	Watcher *engine.CheckpointWatcher
	// StopModel stops the read models.
	StopModel func()

	Simulator *simulator.Simulator
	Provider  *provider.Client
	// URL is the provider's address.
	URL string
	// Down makes the provider answer 503 to everything.
	Down atomic.Bool
	// Orders counts the calls that order a payout.
	Orders atomic.Int64
}

// ProviderKey is the API key that the provider accepts.
const ProviderKey = "key"

// NewProviderFixture makes an empty log, read models that follow it, and a provider. All ends with the test.
func NewProviderFixture(t testing.TB) *ProviderFixture {
	t.Helper()
	w := &ProviderFixture{LogFixture: NewLogFixture(t)}
	w.Watcher = engine.NewCheckpointWatcher(w.Read)
	w.Queries = readmodel.NewQueries(sqlx.NewDb(w.Read, "postgres"))
	w.StopModel = w.Run(engine.New(w.Read, w.Log, w.Watcher, w.Logger, readmodel.All()...).Run)

	notified := httptest.NewServer(http.HandlerFunc(w.notified))
	t.Cleanup(notified.Close)
	s, err := simulator.New(context.Background(), simulator.Options{
		DB: sqlx.NewDb(w.Connect(w.EventsDSN), "postgres"), SecretKey: ProviderKey, NotifyURL: notified.URL,
		Clock: w.Clock.Now, Log: w.Logger,
	})
	w.Must(err)
	w.Simulator = s
	front := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		if w.Down.Load() {
			rw.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		if r.Method == http.MethodPost && (r.URL.Path == "/disbursements" || r.URL.Path == "/v2/payouts") {
			w.Orders.Add(1)
		}
		s.ServeHTTP(rw, r)
	}))
	t.Cleanup(front.Close)
	w.URL = front.URL
	w.Provider = w.Client(ProviderKey, 10*time.Second)
	return w
}

// Client makes a client of the provider that has the key, until the test ends.
func (w *ProviderFixture) Client(key string, timeout time.Duration) *provider.Client {
	c := provider.New(provider.Config{BaseURL: w.URL, SecretKey: key, Timeout: timeout, Clock: w.Clock.Now})
	w.T.Cleanup(c.Close)
	return c
}

// notified stands in for the webhook handler.
func (w *ProviderFixture) notified(rw http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err == nil {
		err = w.takeNotification(r.Context(), path.Base(r.URL.Path), body)
	}
	if refusal, is := errors.AsType[*domain.Refusal](err); is && refusal.Kind != domain.Busy {
		return // the handler records it, and the provider does not repeat it
	}
	if err != nil {
		rw.WriteHeader(http.StatusInternalServerError)
	}
}

func (w *ProviderFixture) takeNotification(ctx context.Context, kind string, body []byte) error {
	if n, is, err := provider.ParseRefund(body); is {
		if err != nil {
			return err
		}
		n.Connection = connection.Xendit
		return w.Reports.TakeRefund(ctx, n)
	}
	if kind == "disbursement" {
		n, err := provider.ParsePayout(body)
		if err != nil {
			return err
		}
		n.Connection = connection.Xendit
		return w.Reports.TakePayout(ctx, n)
	}
	n, err := provider.ParsePayment(pricing.Kind(kind), body)
	if err != nil {
		return err
	}
	n.Connection = connection.Xendit
	return w.Reports.TakePayment(ctx, n)
}

// Notify lets the simulator deliver its notifications.
func (w *ProviderFixture) Notify() (stop func()) { return w.Run(w.Simulator.Run) }

// Shown waits until the read models show everything that is in the log.
func (w *ProviderFixture) Shown() {
	w.T.Helper()
	head, err := w.Store.Head(context.Background())
	w.Must(err)
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	w.Must(w.Watcher.Wait(ctx, head))
}

// Once lets the reactor read its to-do list once, between two waits for the read models.
func (w *ProviderFixture) Once(r interface{ RunOnce(context.Context) error }) {
	w.T.Helper()
	w.Shown()
	w.Must(r.RunOnce(context.Background()))
	w.Shown()
}
