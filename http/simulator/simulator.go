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
	"github.com/sirupsen/logrus"
)

var (
	// ErrNotFound says that the simulator has nothing under that external id.
	ErrNotFound = errors.New("simulator: not found")
	// ErrState says that what was asked can't happen in the state it is in.
	ErrState = errors.New("simulator: not possible in this state")
)

// Options tell a simulator where it lives. DB, SecretKey and NotifyURL are needed.
type Options struct {
	// DB is the event store's database; the tables are in its schema state.
	DB *sqlx.DB
	// SecretKey is what the caller must authenticate with, CallbackToken what
	// notifications carry.
	SecretKey     string
	CallbackToken string
	// NotifyURL is extended by /invoice, /va, /ewallet, /qris or /disbursement. It
	// counts for QR codes too, whatever callback_url they were created with: that
	// one may not be reachable from here.
	NotifyURL string
	// PublicURL is where the pages of invoices and wallets are reached.
	PublicURL string
	// PayoutDelay completes a payout by itself after that time; 0 leaves it open
	// until it is told.
	PayoutDelay time.Duration
	// OnlyAsked is for tools: what waits to be sent is left to whoever runs the
	// simulator.
	OnlyAsked bool
	// Clock is time.Now when nil.
	Clock func() time.Time
	// Faults are those at the start; SetFaults changes them.
	Faults Faults
	// Log is the standard logger when nil.
	Log logrus.FieldLogger
}

// Simulator is the provider. It is an http.Handler rooted at "/", ready once New
// has returned; notifications leave, and time passes for payments and payouts,
// while Run runs. All methods may be called concurrently.
type Simulator struct {
	Options
	routes http.Handler
	client *http.Client
	faults atomic.Pointer[Faults]
	// wake says that a notification may be due, sweep that a payout may be.
	wake  chan struct{}
	sweep chan struct{}
}

//go:embed schema.sql
var schema string

// New creates the tables where they are missing, makes due what an earlier process
// left undelivered, and gives the simulator.
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
	if err := s.createTables(ctx); err != nil {
		return nil, fmt.Errorf("simulator: create tables: %w", err)
	}
	if o.OnlyAsked {
		return s, nil
	}
	return s, s.releaseAll(ctx)
}

// createTables holds a lock, since CREATE ... IF NOT EXISTS fails when two
// instances do it at once.
func (s *Simulator) createTables(ctx context.Context) error {
	return s.transact(ctx, func(tx *sqlx.Tx) error {
		if _, err := tx.ExecContext(ctx, `SELECT pg_advisory_xact_lock(hashtext('state.simulator'))`); err != nil {
			return fmt.Errorf("lock for tables: %w", err)
		}
		_, err := tx.ExecContext(ctx, schema)
		return err
	})
}

// ServeHTTP speaks the provider's protocol.
func (s *Simulator) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.routes.ServeHTTP(w, r) }

// transact commits what do did unless it failed. Whatever notification it left is
// delivered right after.
func (s *Simulator) transact(ctx context.Context, do func(*sqlx.Tx) error) error {
	tx, err := s.DB.BeginTxx(ctx, nil)
	if err != nil {
		return fmt.Errorf("simulator: begin: %w", err)
	}
	// After the commit it does nothing.
	defer func() { _ = tx.Rollback() }()
	if err := do(tx); err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("simulator: commit: %w", err)
	}
	signal(s.wake)
	return nil
}

// now is cut to what PostgreSQL keeps, so that an answer repeated from the tables
// is the first one.
func (s *Simulator) now() time.Time { return s.Clock().UTC().Truncate(time.Microsecond) }

func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// signalAfter needs no stopping: a late signal finds nothing to do.
func signalAfter(c chan struct{}, d time.Duration) { time.AfterFunc(d, func() { signal(c) }) }
