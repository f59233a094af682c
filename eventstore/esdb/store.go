package esdb

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"gateway/eventstore"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/google/uuid"
	"github.com/sirupsen/logrus"
)

const (
	// identityStream begins with the event whose id is the log's id. The event type makes it a system event,
	// so readers of the log do not see it.
	identityStream = "gateway-store"
	identityType   = "$gateway-store"
)

// Store is an eventstore.Store in EventStoreDB.
type Store struct {
	id       string
	pool     *pool
	retryFor time.Duration
	follower *follower
	refusals *refusals

	mu     sync.RWMutex
	closed bool
	calls  sync.WaitGroup // calls that Close waits for
	quit   chan struct{}  // closed when Close begins
}

var _ eventstore.Store = (*Store)(nil)

// Open connects to the log and checks the rights of the user. A log that has no id yet gets one. The context
// limits only the opening, not the store's life. Error: *RightsError.
func Open(ctx context.Context, cfg Config) (*Store, error) {
	cfg = cfg.withDefaults()
	config, err := parseURL(cfg.URL)
	if err != nil {
		return nil, fmt.Errorf("EventStoreDB's connection string: %w", err)
	}
	config.Logger = logTo(cfg.Log)
	warnOfTransport(config, cfg.Log)
	s := &Store{
		pool: newPool(config), retryFor: cfg.RetryFor, quit: make(chan struct{}), refusals: &refusals{log: cfg.Log},
	}
	s.follower = newFollower(s, cfg)
	if s.id, err = retry(ctx, s, func() (string, error) { return s.identify(ctx) }); err != nil {
		s.pool.close()
		return nil, fmt.Errorf("open event store: %w", err)
	}
	return s, nil
}

// warnOfTransport warns of options with which a password is not sent, or may be sent to somebody else.
func warnOfTransport(config *client.Configuration, log logrus.FieldLogger) {
	switch {
	case config.DisableTLS && config.Username != "":
		log.Warn("EventStoreDB's connection string has tls=false: the user and the password in it are not sent")
	case config.SkipCertificateVerification:
		log.Warn("EventStoreDB's connection string has tlsVerifyCert=false: any server that is reached may claim to be the log")
	}
}

// identify checks the user's rights and returns the log's id.
func (s *Store) identify(ctx context.Context) (string, error) {
	if err := s.checkRights(ctx); err != nil {
		return "", err
	}
	return s.readOrCreateID(ctx)
}

// readOrCreateID returns the log's id. When several processes open a new log at once,
// the first append wins, and the others get errRaced and read again.
func (s *Store) readOrCreateID(ctx context.Context) (string, error) {
	known, err := s.readStreamOnce(ctx, identityStream, 0, eventstore.Forwards, 1)
	if err != nil {
		return "", err
	}
	if len(known) > 0 {
		return known[0].ID.String(), nil
	}
	id := uuid.New()
	_, err = s.appendOnce(ctx, identityStream, eventstore.NoStream, []client.EventData{
		{EventID: id, EventType: identityType, ContentType: client.ContentTypeJson, Data: []byte("{}")},
	})
	if codeOf(err) == client.ErrorCodeWrongExpectedVersion {
		return "", errRaced
	}
	return id.String(), err
}

// ID is the UUID that the log got when it was first opened.
func (s *Store) ID() string { return s.id }

// Close stops retries, waits for the calls in flight and releases everything. A second
// Close does nothing.
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
	s.follower.awaitEnd()
	s.pool.close()
	return nil
}

// beginCall registers a call that Close waits for; the caller ends it with
// s.calls.Done. It returns ErrClosed after Close.
func (s *Store) beginCall() error {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if s.closed {
		return eventstore.ErrClosed
	}
	s.calls.Add(1)
	return nil
}

// wrap records a refusal of the user and adds the name of the operation to an error. A refusal of the user
// becomes ErrUnavailable, because it ends when the user gets the rights back. nil and a ConflictError are
// returned unchanged.
func (s *Store) wrap(operation string, err error) error {
	s.refusals.notice(s.pool.config.Username, operation, err)
	if _, conflict := errors.AsType[*eventstore.ConflictError](err); err == nil || conflict {
		return err
	}
	if isDenied(err) && !errors.Is(err, eventstore.ErrUnavailable) {
		err = fmt.Errorf("%w: %w", eventstore.ErrUnavailable, err)
	}
	return fmt.Errorf("%s: %w", operation, err)
}
