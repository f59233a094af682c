package postgres

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/sirupsen/logrus"

	"gateway/eventstore"
)

// Config of a Store. Only DSN is needed.
type Config struct {
	// DSN of the event store's database. It must reach PostgreSQL directly: a pooler in
	// transaction mode breaks LISTEN.
	DSN string
	// Claim is this process's claim to the log.
	Claim Claim
	// MaxReadConns limits the connections for reads; 8 when zero. The store uses up to
	// three more: for appends, LISTEN and NOTIFY.
	MaxReadConns int
	// RetryFor is how long an append is repeated while the database can't be reached or
	// its outcome is unknown; 10 s when zero. The last attempt may take as long again.
	RetryFor time.Duration
	// OnBatch, when set, is called after each committed batch with the events written,
	// the requests answered and the time it took. It must return at once.
	OnBatch func(events, requests int, took time.Duration)
	// Log receives warnings for the operator; nil for none.
	Log logrus.FieldLogger
}

// Store is an eventstore.Store in PostgreSQL.
type Store struct {
	id          string
	claim       *claimConnector
	reader      *reader
	readBatcher *readBatcher
	appender    *appender
	headTracker *headTracker
	notifier    *notifier
	tail        *tail
	head        *head
	fillLock    chan struct{} // held by the reader that fills the tail's gaps

	mu     sync.RWMutex
	closed bool
	calls  sync.WaitGroup // calls that Close waits for
	quit   chan struct{}  // closed when Close begins
}

var _ eventstore.Store = (*Store)(nil)

// Open connects to a migrated log (migrations.EventStore). The context limits only the
// opening. Errors: ErrClaimed; ErrNotMigrated; *UnsafeServerError when fsync,
// full_page_writes or synchronous_commit is off, because the server then may lose
// commits.
func Open(ctx context.Context, cfg Config) (*Store, error) {
	cfg = cfg.withDefaults()
	s := &Store{
		claim: newClaimConnector(cfg.Claim), tail: new(tail), head: newHead(),
		fillLock: make(chan struct{}, 1), quit: make(chan struct{}),
	}
	if err := s.connect(ctx, cfg); err != nil {
		s.disconnect()
		return nil, fmt.Errorf("open event store: %w", err)
	}
	go s.appender.writeBatches()
	go s.notifier.sendHints()
	return s, nil
}

func (c Config) withDefaults() Config {
	if c.MaxReadConns <= 0 {
		c.MaxReadConns = 8
	}
	if c.RetryFor <= 0 {
		c.RetryFor = 10 * time.Second
	}
	if c.OnBatch == nil {
		c.OnBatch = func(int, int, time.Duration) {}
	}
	if c.Log == nil {
		silent := logrus.New()
		silent.SetLevel(logrus.PanicLevel)
		c.Log = silent
	}
	return c
}

func (s *Store) connect(ctx context.Context, cfg Config) (err error) {
	if s.notifier, err = newNotifier(cfg.DSN, s.quit); err != nil {
		return err
	}
	if s.appender, err = newAppender(ctx, cfg, s); err != nil {
		return err
	}
	if err := checkServer(ctx, s.appender.db); err != nil {
		return err
	}
	if s.id, err = readStoreID(ctx, s.appender.db); err != nil {
		return err
	}
	if s.reader, err = newReader(ctx, cfg); err != nil {
		return err
	}
	s.readBatcher = newReadBatcher(s.reader, &s.calls)
	s.headTracker = newHeadTracker(cfg.DSN, s)
	return nil
}

// disconnect closes the pools of a store whose goroutines have ended or were not started.
func (s *Store) disconnect() {
	if s.notifier != nil {
		_ = s.notifier.db.Close()
	}
	if s.appender != nil {
		_ = s.appender.db.Close()
	}
	if s.reader != nil {
		_ = s.reader.db.Close()
	}
}

// ID implements eventstore.Store. The id is the uuid that the migrations gave the log.
func (s *Store) ID() string { return s.id }

// Close implements eventstore.Store. It waits for calls in flight; an append whose
// attempt fails is not repeated any more. A second call does nothing.
func (s *Store) Close() error {
	s.mu.Lock()
	again := s.closed
	s.closed = true
	s.mu.Unlock()
	if again {
		return nil
	}
	close(s.quit)
	s.calls.Wait()
	s.appender.stop()
	<-s.notifier.done
	s.headTracker.wait()
	s.disconnect()
	return nil
}

// beginCall begins a call that Close waits for; s.calls.Done ends it. Error: ErrClosed.
func (s *Store) beginCall() error {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if s.closed {
		return eventstore.ErrClosed
	}
	s.calls.Add(1)
	return nil
}
