package postgres

import (
	"context"
	"fmt"
	"sync"

	"gateway/eventstore"
)

// Store is an eventstore.Store in PostgreSQL.
type Store struct {
	id          string
	claim       *claimHolder
	reader      *reader
	archived    *archived
	streamReads *streamReads
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

// Open connects to a migrated log (migrations.EventStore). The context limits only the opening. Errors:
// ErrClaimed; ErrNotMigrated; *UnsafeServerError if fsync, full_page_writes or synchronous_commit is off,
// because the server then may lose commits.
func Open(ctx context.Context, cfg Config) (*Store, error) {
	cfg = cfg.withDefaults()
	s := &Store{
		claim: newClaimHolder(cfg.Claim), tail: new(tail), head: newHead(),
		fillLock: make(chan struct{}, 1), quit: make(chan struct{}),
	}
	s.claim.onReconnect = cfg.OnReconnect
	if err := s.connect(ctx, cfg); err != nil {
		s.disconnect()
		return nil, fmt.Errorf("open event store: %w", err)
	}
	go s.appender.writeBatches()
	go s.notifier.sendHints()
	return s, nil
}

func (s *Store) connect(ctx context.Context, cfg Config) (err error) {
	if s.notifier, err = newNotifier(cfg, s.quit); err != nil {
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
	s.archived = newArchived(cfg.Archive, s.reader, cfg.OnArchiveFailure)
	s.streamReads = s.newStreamReads()
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

// ID implements eventstore.Store. The id is the UUID that the migrations gave the log.
func (s *Store) ID() string { return s.id }

// Close implements eventstore.Store. It waits for calls in flight. An append whose attempt fails is not
// repeated any more. A second call does nothing.
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
