package reactor

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path"
	"sync/atomic"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/pricing"
	"gateway/eventstore"
	"gateway/http/outbound/provider"
	"gateway/http/simulator"
	"gateway/projections/engine"
	"gateway/projections/readmodel"
	"gateway/test/rupiah"

	"github.com/jmoiron/sqlx"
)

// providerFixture is a logFixture with read models, and the simulated provider over HTTP.
type providerFixture struct {
	*logFixture
	queries   *readmodel.Queries
	watcher   *engine.CheckpointWatcher
	stopModel func()

	simulator *simulator.Simulator
	provider  *provider.Client
	// url is the provider's address.
	url string
	// down makes the provider answer 503 to everything.
	down atomic.Bool
	// orders counts the calls that order a payout.
	orders atomic.Int64
	// found counts the transfers that were found without a notification, by channel.
	found map[string]int
}

const providerKey = "key"

func newProviderFixture(t testing.TB) *providerFixture {
	t.Helper()
	w := &providerFixture{logFixture: newLogFixture(t)}
	w.watcher = engine.NewCheckpointWatcher(w.read)
	w.queries = readmodel.NewQueries(sqlx.NewDb(w.read, "postgres"))
	w.stopModel = w.run(engine.New(w.read, w.log, w.watcher, w.logger, readmodel.All()...).Run)

	notified := httptest.NewServer(http.HandlerFunc(w.notified))
	t.Cleanup(notified.Close)
	s, err := simulator.New(context.Background(), simulator.Options{
		DB: sqlx.NewDb(w.connect(w.eventsDSN), "postgres"), SecretKey: providerKey, NotifyURL: notified.URL,
		Clock: w.clock.now, Log: w.logger,
	})
	w.must(err)
	w.simulator = s
	front := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		if w.down.Load() {
			rw.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		if r.Method == http.MethodPost && (r.URL.Path == "/disbursements" || r.URL.Path == "/v2/payouts") {
			w.orders.Add(1)
		}
		s.ServeHTTP(rw, r)
	}))
	t.Cleanup(front.Close)
	w.url = front.URL
	w.provider = w.client(providerKey, 10*time.Second)
	return w
}

func (w *providerFixture) client(key string, timeout time.Duration) *provider.Client {
	c := provider.New(provider.Config{BaseURL: w.url, SecretKey: key, Timeout: timeout, Clock: w.clock.now})
	w.t.Cleanup(c.Close)
	return c
}

// notified stands in for the webhook handler.
func (w *providerFixture) notified(rw http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err == nil {
		err = w.takeNotification(r.Context(), path.Base(r.URL.Path), body)
	}
	if err != nil {
		rw.WriteHeader(http.StatusInternalServerError)
	}
}

func (w *providerFixture) takeNotification(ctx context.Context, kind string, body []byte) error {
	if kind == "disbursement" {
		n, err := provider.ParsePayout(body)
		if err != nil {
			return err
		}
		return w.reports.TakePayout(ctx, n)
	}
	if n, is, err := provider.ParseRefund(body); is {
		if err != nil {
			return err
		}
		return w.reports.TakeRefund(ctx, n)
	}
	n, err := provider.ParsePayment(pricing.Kind(kind), body)
	if err != nil {
		return err
	}
	return w.reports.TakePayment(ctx, n)
}

// notify lets the simulator deliver its notifications.
func (w *providerFixture) notify() (stop func()) { return w.run(w.simulator.Run) }

// shown waits until the read models show everything that is in the log.
func (w *providerFixture) shown() {
	w.t.Helper()
	head, err := w.store.Head(context.Background())
	w.must(err)
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	w.must(w.watcher.Wait(ctx, head))
}

func (w *providerFixture) once(r interface{ RunOnce(context.Context) error }) {
	w.t.Helper()
	w.shown()
	w.must(r.RunOnce(context.Background()))
	w.shown()
}

func (w *providerFixture) payouts(o PayoutOptions) *Payouts {
	o.Books = w.provider
	return NewPayouts(w.reports, w.queries, w.provider, w.watcher, w.logger, o)
}

// withdraw gives the client enough money and requests a withdrawal that needs no approval.
func (w *providerFixture) withdraw(client, id, amount int64) balance.Order {
	w.t.Helper()
	o := balance.Order{
		ID: id, ClientID: client, ExternalID: "WD", Amount: rupiah.Of(amount), Fee: rupiah.Of(5_000), FeeVAT: rupiah.Of(495), VATRate: rupiah.Of(11),
		By: "client", Bank: "BCA", AccountNumber: "1234567890", AccountHolder: "Budi", URL: "http://127.0.0.1:1/",
	}
	w.on(client, func(s balance.State) ([]domain.Event, error) {
		return balance.Adjust(s, balance.AdjustCmd{ClientID: client, Amount: rupiah.Of(amount + 5_000), Reason: "test", By: "admin:1", Reference: fmt.Sprint("adj-", id), At: w.clock.now()})
	})
	w.on(client, func(s balance.State) ([]domain.Event, error) {
		return balance.RequestWithdrawal(s, balance.RequestCmd{Order: o, Auto: balance.AutoApproval{On: true}, At: w.clock.now()})
	})
	o.Kind = balance.Withdrawal
	return o
}

func (w *providerFixture) on(client int64, decide func(balance.State) ([]domain.Event, error)) {
	w.t.Helper()
	_, err := eventstore.Execute(context.Background(), w.log, balance.Aggregate, balance.Stream(client), decide)
	w.must(err)
}

func (w *providerFixture) statusOf(o balance.Order) string {
	return w.balance(o.ClientID).StatusOf(o.Kind, o.ID)
}

// transfers counts the provider's transfers for the order.
func (w *providerFixture) transfers(o balance.Order) (n int) {
	w.t.Helper()
	w.must(w.connect(w.eventsDSN).QueryRow(
		`SELECT count(*) FROM state.simulator_disbursements WHERE starts_with(external_id, $1 || '-')`, o.Name()).Scan(&n))
	return n
}

func refusedWith(err error, code string) bool {
	var refusal *domain.Refusal
	return errors.As(err, &refusal) && refusal.Code == code
}
