package reactor

import (
	"context"
	"database/sql"
	"errors"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sirupsen/logrus"
	"github.com/sirupsen/logrus/hooks/test"
	"go.uber.org/goleak"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/catalogue"
	"gateway/domain/payment"
	"gateway/domain/pricing"
	"gateway/eventstore"
	"gateway/eventstore/postgres"
	"gateway/eventstore/storetest"
	"gateway/http/service/ids"
	"gateway/migrations"
	"gateway/projections/reactor/reportreactor"
	"gateway/test/rupiah"
	"gateway/test/testdb"
)

// TestMain ignores the clock of the filters' regular expressions, which ends by itself some seconds after
// its last use.
func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction("github.com/dlclark/regexp2.runClock"))
}

// clock is a clock that a test sets.
type clock struct {
	mu sync.Mutex
	at time.Time
}

func newClock() *clock { return &clock{at: time.Date(2025, 3, 4, 5, 6, 7, 0, time.UTC)} }

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *clock) advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}

// logFixture is a log and a database for read models, both real.
type logFixture struct {
	t         testing.TB
	clock     *clock
	store     eventstore.Store
	log       *eventstore.Log
	eventsDSN string
	readDSN   string
	read      *sql.DB
	reports   *reportreactor.Reports
	logger    *logrus.Entry
	alarms    *test.Hook
}

func newLogFixture(t testing.TB) *logFixture {
	t.Helper()
	h := &logFixture{t: t, clock: newClock()}
	h.eventsDSN, h.readDSN = testdb.NewPair(t)
	events := h.connect(h.eventsDSN)
	h.read = h.connect(h.readDSN)
	ctx := context.Background()
	h.must(migrations.EventStore(ctx, events))
	h.must(migrations.ReadModel(ctx, h.read))
	store, err := postgres.Open(ctx, postgres.Config{DSN: h.eventsDSN})
	h.must(err)
	t.Cleanup(func() { _ = store.Close() })
	h.store = store
	if onCluster {
		h.store = throughCluster(t, store)
	}
	h.store = amongStrangers(h.store)
	h.log = eventstore.NewLog(storetest.ShortReads(h.store), eventstore.NewCodec(catalogue.Events()...), eventstore.Options{Owns: catalogue.Owns})
	logger, hook := test.NewNullLogger()
	logger.SetOutput(io.Discard)
	h.logger, h.alarms = logrus.NewEntry(logger), hook
	h.reports = &reportreactor.Reports{Log: h.log, IDs: ids.New(h.log, h.clock.now), Now: h.clock.now, Logger: h.logger}
	return h
}

func (h *logFixture) connect(dsn string) *sql.DB {
	h.t.Helper()
	db, err := sql.Open("postgres", dsn)
	h.must(err)
	h.t.Cleanup(func() { _ = db.Close() })
	return db
}

func (h *logFixture) must(err error) {
	h.t.Helper()
	if err != nil {
		h.t.Fatal(err)
	}
}

// alarmed reports whether an error with these words was logged.
func (h *logFixture) alarmed(words string) bool {
	for _, e := range h.alarms.AllEntries() {
		if e.Level == logrus.ErrorLevel && strings.Contains(e.Message, words) {
			return true
		}
	}
	return false
}

// run runs what until the test ends or stop is called; stop waits for it to end.
func (h *logFixture) run(what func(context.Context) error) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- what(ctx) }()
	stop = sync.OnceFunc(func() {
		cancel()
		if err := <-done; err != nil && !errors.Is(err, context.Canceled) {
			h.t.Errorf("it ended with: %v", err)
		}
	})
	h.t.Cleanup(stop)
	return stop
}

// position returns the position of a stream's first event.
func (h *logFixture) position(stream string) eventstore.Position {
	h.t.Helper()
	events, err := h.store.ReadStream(context.Background(), stream, 0, eventstore.Forwards, 1)
	h.must(err)
	if len(events) == 0 {
		h.t.Fatalf("%s has no events", stream)
	}
	return events[0].Position
}

// append writes the events directly, without any decision.
func (h *logFixture) append(stream string, events ...domain.Event) {
	h.t.Helper()
	raw := domain.Aggregate[int]{Category: "raw", Evolve: func(n int, _ domain.Event) int { return n }}
	// Use a separate log, so that the cache holds no state of another type for the stream.
	log := eventstore.NewLog(h.store, h.log.Codec(), eventstore.Options{Owns: catalogue.Owns})
	_, err := eventstore.Execute(context.Background(), log, raw, stream, func(int) ([]domain.Event, error) { return events, nil })
	h.must(err)
}

func (h *logFixture) balance(client int64) balance.State {
	h.t.Helper()
	s, _, err := eventstore.Load(context.Background(), h.log, balance.Aggregate, balance.Stream(client))
	h.must(err)
	return s
}

func (h *logFixture) payment(id string) payment.State {
	h.t.Helper()
	s, _, err := eventstore.Load(context.Background(), h.log, payment.Aggregate, payment.Stream(id))
	h.must(err)
	return s
}

// events returns the wire names of a stream's events.
func (h *logFixture) events(stream string) []string {
	h.t.Helper()
	page, err := h.store.ReadStream(context.Background(), stream, 0, eventstore.Forwards, 1_000)
	h.must(err)
	names := make([]string, len(page))
	for i, r := range page {
		names[i] = r.Type
	}
	return names
}

var lastID atomic.Int64

// identity returns a VA payment of 100,000.
func identity(client int64, id string) payment.Identity {
	return payment.Identity{
		ID: lastID.Add(1), TransactionID: id, ClientID: client, AppID: 1, Channel: "va", ChannelCode: "BCA", Amount: rupiah.Of(100_000),
		CallbackURL: "http://127.0.0.1:1/",
	}
}

func (h *logFixture) request(i payment.Identity) {
	h.t.Helper()
	rate := pricing.Rate{Flat: rupiah.Of(4_000)}
	cmd := payment.RequestCmd{
		Identity: i, CustomerName: "Budi", Rates: map[string]pricing.Rate{i.ChannelCode: rate}, VATRate: rupiah.Of(11),
		ExpiresAt: h.clock.now().Add(24 * time.Hour), At: h.clock.now(),
	}
	_, err := eventstore.Execute(context.Background(), h.log, payment.Aggregate, payment.Stream(i.TransactionID),
		func(s payment.State) ([]domain.Event, error) { return payment.Request(s, cmd) })
	h.must(err)
}

// paid returns the event of a payment that is worth 96,000 after fees.
func paid(client int64, id string) payment.Paid {
	return payment.Paid{
		Identity:       identity(client, id),
		Receipt:        payment.Receipt{ProviderPaymentID: "p-" + id, PaidAmount: rupiah.Of(100_000)},
		Charge:         payment.Charge{Fee: rupiah.Of(3_600), VAT: rupiah.Of(400), Net: rupiah.Of(96_000), VATRate: rupiah.Of(11)},
		PreviousStatus: payment.StatusPending, At: time.Date(2025, 3, 4, 5, 0, 0, 0, time.UTC),
	}
}
