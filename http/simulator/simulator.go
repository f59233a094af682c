package simulator

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"github.com/jmoiron/sqlx"
	"github.com/lib/pq"
	"github.com/sirupsen/logrus"
)

var (
	// ErrNotFound says that there is no payment or payout with that id.
	ErrNotFound = errors.New("simulator: not found")
	// ErrState says that the status of the payment or payout does not allow the change.
	ErrState = errors.New("simulator: not possible in this state")
)

// Options configure a Simulator. DB and SecretKey are required, and NotifyURL for Run.
type Options struct {
	// DB is the database with the schema state.
	DB *sqlx.DB
	// SecretKey authenticates the caller, CallbackToken the notifications.
	SecretKey     string
	CallbackToken string
	// NotifyURL is where notifications are sent, followed by /invoice, /va, /ewallet, /qris, /disbursement,
	// /refund or /dispute. The callback_url of a QR code is not used, because it may not be
	// reachable from here.
	NotifyURL string
	// PublicURL is the base URL of the customer's pages.
	PublicURL string
	// PayoutDelay is the time after which a payout or a refund completes by itself. With zero a payout stays pending until
	// CompletePayout or FailPayout, and a refund completes at once.
	PayoutDelay time.Duration
	// SettlementDelay is the time after which the provider settles a payment by itself and credits it to the
	// balance. With zero a payment waits for Settle.
	SettlementDelay time.Duration
	// Fees are the provider's fees. Nil means none.
	Fees Fees
	// Order returns what the gateway knows of a payment, for the customer's page. If it is nil, the page shows
	// what the provider was told.
	Order func(ctx context.Context, externalID string) Order
	// QueriesOnly leaves the waiting notifications to the instance that runs the simulator. Set it for
	// commands, which only query.
	QueriesOnly bool
	// WithTables says that CreateTables has been called, by a role that may create tables.
	WithTables bool
	// Clock returns the time. Nil means time.Now.
	Clock func() time.Time
	// Faults are the faults at the start. SetFaults replaces them.
	Faults Faults
	// Log receives the errors of background work. Nil means the standard logger.
	Log logrus.FieldLogger
}

// Simulator is the simulated provider. It is an http.Handler for paths from "/". While Run
// runs, it sends notifications, and invoices and payouts reach their due times. It is safe
// for concurrent use.
type Simulator struct {
	Options
	routes http.Handler
	client *http.Client
	faults atomic.Pointer[Faults]
	// wake signals that a notification may be due, sweep that a payout may be due.
	wake  chan struct{}
	sweep chan struct{}
}

//go:embed schema.sql
var schema string

// New makes a Simulator. It creates missing tables unless WithTables is set. It makes the notifications due
// that an earlier process left undelivered.
func New(ctx context.Context, o Options) (*Simulator, error) {
	if o.Clock == nil {
		o.Clock = time.Now
	}
	if o.Log == nil {
		o.Log = logrus.StandardLogger()
	}
	o.NotifyURL, o.PublicURL = strings.TrimSuffix(o.NotifyURL, "/"), strings.TrimSuffix(o.PublicURL, "/")
	s := &Simulator{Options: o, client: newClient(), wake: make(chan struct{}, 1), sweep: make(chan struct{}, 1)}
	s.SetFaults(o.Faults)
	s.routes = s.newRoutes()
	if !o.WithTables {
		if err := CreateTables(ctx, o.DB); err != nil {
			return nil, err
		}
	}
	if o.QueriesOnly {
		return s, nil
	}
	return s, s.makeUndeliveredDue(ctx)
}

// CreateTables creates the missing tables of a Simulator. It takes a lock, because CREATE ... IF NOT EXISTS
// fails when two instances run it at once. With the lock it may still fail once: PostgreSQL may look at what it
// remembers of its catalogue from before the lock was taken.
func CreateTables(ctx context.Context, db *sqlx.DB) error {
	err := createTables(ctx, db)
	if problem, is := errors.AsType[*pq.Error](err); is && problem.Code.Name() == "unique_violation" {
		return createTables(ctx, db)
	}
	return err
}

func createTables(ctx context.Context, db *sqlx.DB) error {
	tx, err := db.BeginTxx(ctx, nil)
	if err != nil {
		return fmt.Errorf("simulator: begin: %w", err)
	}
	defer func() { _ = tx.Rollback() }() // does nothing after the commit
	if _, err := tx.ExecContext(ctx, `SELECT pg_advisory_xact_lock(hashtext('state.simulator'))`); err != nil {
		return fmt.Errorf("simulator: lock for tables: %w", err)
	}
	if _, err := tx.ExecContext(ctx, schema); err != nil {
		return fmt.Errorf("simulator: create tables: %w", err)
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("simulator: create tables: %w", err)
	}
	return nil
}

// ServeHTTP serves the provider's protocol and the customer's pages. It ignores a slash at the end of a path,
// because clients of the provider send some with it.
func (s *Simulator) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if path, trailing := strings.CutSuffix(r.URL.Path, "/"); trailing && path != "" {
		r = r.Clone(r.Context())
		r.URL.Path, r.URL.RawPath = path, strings.TrimSuffix(r.URL.RawPath, "/")
	}
	s.routes.ServeHTTP(w, r)
}

// transact runs change in a transaction, and commits it if it returns no error. Then it wakes
// Run, which delivers the queued notifications.
func (s *Simulator) transact(ctx context.Context, change func(*sqlx.Tx) error) error {
	tx, err := s.DB.BeginTxx(ctx, nil)
	if err != nil {
		return fmt.Errorf("simulator: begin: %w", err)
	}
	// A rollback after the commit has no effect.
	defer func() { _ = tx.Rollback() }()
	if err := change(tx); err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("simulator: commit: %w", err)
	}
	signal(s.wake)
	return nil
}

// now returns the time cut to the microseconds that PostgreSQL keeps, so that an answer that is repeated from
// the tables equals the first one.
func (s *Simulator) now() time.Time { return s.Clock().UTC().Truncate(time.Microsecond) }

func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// signalAfter starts a timer that is never stopped, because a late signal does no harm.
func signalAfter(c chan struct{}, d time.Duration) { time.AfterFunc(d, func() { signal(c) }) }
