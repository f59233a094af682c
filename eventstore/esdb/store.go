package esdb

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/google/uuid"

	"gateway/eventstore"
)

const (
	// identityStream holds one event, whose id names the log for ever. Its type
	// makes it a system event, which readers don't see.
	identityStream = "gateway-store"
	identityType   = "$gateway-store"
)

// Store is an eventstore.Store in EventStoreDB.
type Store struct {
	id       string
	pool     *pool
	patience time.Duration
	follower *follower

	mu     sync.RWMutex
	closed bool
	calls  sync.WaitGroup // calls that Close waits for
	quit   chan struct{}  // closed when Close begins
}

var _ eventstore.Store = (*Store)(nil)

// Open connects to the log, and gives it its id when it has none yet. The context
// bounds the opening only.
func Open(ctx context.Context, cfg Config) (*Store, error) {
	cfg = cfg.withDefaults()
	config, err := parse(cfg.URL)
	if err != nil {
		return nil, fmt.Errorf("EventStoreDB's connection string: %w", err)
	}
	config.Logger = logTo(cfg.Log)
	s := &Store{pool: newPool(config), patience: cfg.RetryFor, quit: make(chan struct{})}
	s.follower = newFollower(s, cfg.Log)
	if s.id, err = insist(ctx, s, func() (string, error) { return s.identify(ctx) }); err != nil {
		s.pool.close()
		return nil, fmt.Errorf("open event store: %w", err)
	}
	return s, nil
}

// identify reads the log's id. Of several processes that open a new log at once,
// one names it.
func (s *Store) identify(ctx context.Context) (string, error) {
	known, err := s.readStream(ctx, identityStream, 0, eventstore.Forwards, 1)
	if err != nil {
		return "", err
	}
	if len(known) > 0 {
		return known[0].ID.String(), nil
	}
	id := uuid.New()
	_, err = s.append(ctx, identityStream, eventstore.NoStream, []client.EventData{
		{EventID: id, EventType: identityType, ContentType: client.ContentTypeJson, Data: []byte("{}")},
	})
	if code(err) == client.ErrorCodeWrongExpectedVersion {
		return "", errRaced // another was faster: read again
	}
	return id.String(), err
}

// ID is the uuid that the log was given when it was first opened.
func (s *Store) ID() string { return s.id }

// Close waits for calls in flight, which are repeated no more, and releases
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
	s.follower.wait()
	s.pool.close()
	return nil
}

// enter begins a call that Close has to wait for; it ends with s.calls.Done.
func (s *Store) enter() error {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if s.closed {
		return eventstore.ErrClosed
	}
	s.calls.Add(1)
	return nil
}

// wrap says what failed, and leaves alone what callers compare.
func wrap(what string, err error) error {
	if _, conflict := errors.AsType[*eventstore.ConflictError](err); err == nil || conflict {
		return err
	}
	return fmt.Errorf("%s: %w", what, err)
}
