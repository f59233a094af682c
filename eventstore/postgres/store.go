package postgres

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/sirupsen/logrus"

	"gateway/eventstore"
)

// Config of a Store.
type Config struct {
	// DSN of the event store's database. It must reach PostgreSQL directly: a
	// pooler in transaction mode breaks LISTEN.
	DSN string
	// Claim is what this process claims of the log.
	Claim Claim
	// MaxReadConns bounds the connections for reads; 8 when zero. Three more are
	// used beside them: for appends, for LISTEN and for NOTIFY.
	MaxReadConns int
	// RetryFor is how long an append is repeated while the database can't be
	// reached or its outcome is unknown; 10 s when zero. An attempt under way is
	// not cut short, which may take as long again.
	RetryFor time.Duration
	// OnBatch, when set, is told of each committed batch: the events written, the
	// requests answered and the time it took. It must return at once.
	OnBatch func(events, requests int, took time.Duration)
	// Log receives what an operator should know; nothing when nil.
	Log logrus.FieldLogger
}

// Store is an eventstore.Store in PostgreSQL.
type Store struct {
	id       string
	claim    *claiming
	reader   *reader
	gatherer *gatherer
	appender *appender
	watcher  *watcher
	notifier *notifier
	tail     *tail
	head     *head
	filling  chan struct{} // taken by the reader that fills the tail's gaps

	mu     sync.RWMutex
	closed bool
	calls  sync.WaitGroup // calls that Close waits for
	quit   chan struct{}  // closed when Close begins
}

var _ eventstore.Store = (*Store)(nil)

// Open connects to a log that was migrated before (migrations.EventStore). It
// refuses a server on which a commit may be lost: fsync, full_page_writes and
// synchronous_commit must be on. The context bounds the opening only. Error:
// ErrClaimed, when the claims of others do not allow this one.
func Open(ctx context.Context, cfg Config) (*Store, error) {
	cfg = cfg.withDefaults()
	s := &Store{claim: newClaiming(cfg.Claim), tail: new(tail), head: newHead(), filling: make(chan struct{}, 1), quit: make(chan struct{})}
	if err := s.connect(ctx, cfg); err != nil {
		s.disconnect()
		return nil, fmt.Errorf("open event store: %w", err)
	}
	go s.appender.run()
	go s.notifier.run()
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
	if s.id, err = inspect(ctx, s.appender.db); err != nil {
		return err
	}
	if s.reader, err = newReader(ctx, cfg); err != nil {
		return err
	}
	s.gatherer = &gatherer{
		reader: s.reader, calls: &s.calls,
		slots: make(chan struct{}, max(1, cfg.MaxReadConns/8)), // few: the more wait, the more go together
	}
	s.watcher = newWatcher(cfg.DSN, s)
	return nil
}

// disconnect is for stores whose goroutines have ended or never ran.
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

// ID is the uuid that the log was given when it was made.
func (s *Store) ID() string { return s.id }

// Close waits for calls in flight, whose appends are repeated no more, and releases
// everything. Closing again does nothing.
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
	s.watcher.wait()
	s.disconnect()
	return nil
}

// beginCall begins a call that Close has to wait for; it ends with s.calls.Done.
func (s *Store) beginCall() error {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if s.closed {
		return eventstore.ErrClosed
	}
	s.calls.Add(1)
	return nil
}
