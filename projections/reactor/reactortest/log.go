package reactortest

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/catalogue"
	"gateway/domain/payment"
	"gateway/eventstore"
	"gateway/eventstore/postgres"
	"gateway/eventstore/postgres/postgrestest"
	"gateway/eventstore/storetest"
	"gateway/http/service/ids"
	"gateway/migrations"
	"gateway/projections/reactor/reportreactor"
	"gateway/projections/readmodel/readtable"
	"gateway/test/poll"
	"gateway/test/testdb"

	"github.com/sirupsen/logrus"
	"github.com/sirupsen/logrus/hooks/test"
	"go.uber.org/goleak"
)

// Main runs the tests of a package, and fails when goroutines are left. It ignores the clock of the filters'
// regular expressions, which ends by itself some seconds after its last use.
func Main(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction("github.com/dlclark/regexp2.runClock"))
}

// Clock is a clock that a test sets.
type Clock struct {
	mu sync.Mutex
	at time.Time
}

// NewClock makes a clock that stands at 2025-03-04 05:06:07 UTC.
func NewClock() *Clock { return &Clock{at: time.Date(2025, 3, 4, 5, 6, 7, 0, time.UTC)} }

// Now returns the time to which the clock is set.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

// Set sets the clock.
func (c *Clock) Set(at time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = at
}

// Advance sets the clock forward.
func (c *Clock) Advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}

// LogFixture is a log and a database for read models, both real.
type LogFixture struct {
	T     testing.TB
	Clock *Clock
	Store eventstore.Store
	Log   *eventstore.Log
	// EventsDSN and Read are the databases of the log and of the read models.
	EventsDSN string
	Read      *sql.DB
	Reports   *reportreactor.Reports
	Logger    *logrus.Entry
	// Alarms keeps what is logged.
	Alarms *test.Hook
}

// NewLogFixture makes an empty log, and empty read models that nothing feeds. All ends with the test.
func NewLogFixture(t testing.TB) *LogFixture {
	t.Helper()
	h := &LogFixture{T: t, Clock: NewClock()}
	h.EventsDSN = postgrestest.Database(t)
	version, err := migrations.ReadModelVersion()
	h.Must(err)
	h.Read = h.Connect(testdb.Template(t, "reactors "+version, func(dsn string) error {
		db, err := sql.Open("postgres", dsn)
		if err != nil {
			return err
		}
		return errors.Join(migrations.ReadModel(context.Background(), db), db.Close())
	}))
	store, err := postgres.Open(context.Background(), postgres.Config{DSN: h.EventsDSN})
	h.Must(err)
	t.Cleanup(func() { _ = store.Close() })
	h.Store = store
	if onCluster {
		h.Store = throughCluster(t, store)
	}
	h.Store = amongStrangers(h.Store)
	h.Log = eventstore.NewLog(storetest.ShortReads(h.Store), eventstore.NewCodec(catalogue.Events()...), eventstore.Options{Owns: catalogue.Owns})
	logger, hook := test.NewNullLogger()
	logger.SetOutput(io.Discard)
	h.Logger, h.Alarms = logrus.NewEntry(logger), hook
	h.Reports = &reportreactor.Reports{Log: h.Log, IDs: ids.New(h.Log, h.Clock.Now), Now: h.Clock.Now, Logger: h.Logger}
	return h
}

// Connect opens a database until the test ends.
func (h *LogFixture) Connect(dsn string) *sql.DB {
	h.T.Helper()
	db, err := sql.Open("postgres", dsn)
	h.Must(err)
	h.T.Cleanup(func() { _ = db.Close() })
	return db
}

// Must ends the test after an error.
func (h *LogFixture) Must(err error) {
	h.T.Helper()
	if err != nil {
		h.T.Fatal(err)
	}
}

// Alarmed reports whether an error with these words was logged.
func (h *LogFixture) Alarmed(words string) bool {
	for _, e := range h.Alarms.AllEntries() {
		if e.Level == logrus.ErrorLevel && strings.Contains(e.Message, words) {
			return true
		}
	}
	return false
}

// Run runs what until the test ends or stop is called; stop waits for it to end.
func (h *LogFixture) Run(what func(context.Context) error) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- what(ctx) }()
	stop = sync.OnceFunc(func() {
		cancel()
		if err := <-done; err != nil && !errors.Is(err, context.Canceled) {
			h.T.Errorf("it ended with: %v", err)
		}
	})
	h.T.Cleanup(stop)
	return stop
}

// Position returns the position of a stream's first event.
func (h *LogFixture) Position(stream string) eventstore.Position {
	h.T.Helper()
	events, err := h.Store.ReadStream(context.Background(), stream, 0, eventstore.Forwards, 1)
	h.Must(err)
	if len(events) == 0 {
		h.T.Fatalf("%s has no events", stream)
	}
	return events[0].Position
}

// Append writes the events directly, without any decision.
func (h *LogFixture) Append(stream string, events ...domain.Event) {
	h.T.Helper()
	raw := domain.Aggregate[int]{Category: "raw", Evolve: func(n int, _ domain.Event) int { return n }}
	// Use a separate log, so that the cache holds no state of another type for the stream.
	log := eventstore.NewLog(h.Store, h.Log.Codec(), eventstore.Options{Owns: catalogue.Owns})
	_, err := eventstore.Execute(context.Background(), log, raw, stream, func(int) ([]domain.Event, error) { return events, nil })
	h.Must(err)
}

// Balance returns the state of the client's balance.
func (h *LogFixture) Balance(client int64) balance.State {
	h.T.Helper()
	s, _, err := eventstore.Load(context.Background(), h.Log, balance.Aggregate, balance.Stream(client))
	h.Must(err)
	return s
}

// Payment returns the state of the payment.
func (h *LogFixture) Payment(id string) payment.State {
	h.T.Helper()
	s, _, err := eventstore.Load(context.Background(), h.Log, payment.Aggregate, payment.Stream(id))
	h.Must(err)
	return s
}

// Events returns the wire names of a stream's events.
func (h *LogFixture) Events(stream string) []string {
	h.T.Helper()
	page, err := h.Store.ReadStream(context.Background(), stream, 0, eventstore.Forwards, 1_000)
	h.Must(err)
	names := make([]string, len(page))
	for i, r := range page {
		names[i] = r.Type
	}
	return names
}

var lastID atomic.Int64

// NextID returns an id that no test of this process has yet.
func NextID() int64 { return lastID.Add(1) }

// Available returns what the client has available, in rupiah.
func (h *LogFixture) Available(client int64) int64 {
	return h.Balance(client).Totals.Available.IntPart()
}

// EventuallyAvailable waits until the client has the rupiah available.
func (h *LogFixture) EventuallyAvailable(client, want int64) {
	h.T.Helper()
	poll.Until(h.T, fmt.Sprintf("client %d has %d", client, want), func() bool { return h.Available(client) == want })
}

// RefusedWith reports whether the error is a refusal with the code.
func RefusedWith(err error, code string) bool {
	var refusal *domain.Refusal
	return errors.As(err, &refusal) && refusal.Code == code
}

// PageOf returns the first page with n rows.
func PageOf(n int) readtable.Page { return readtable.Page{Number: 1, PerPage: n} }
