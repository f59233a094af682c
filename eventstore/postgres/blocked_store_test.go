package postgres_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"gateway/eventstore"
	"gateway/eventstore/postgres"
	"gateway/test/poll"
)

// blockedStore is a store whose first batch waits for a table lock until release is called, so that all
// further appends wait for the next batch.
type blockedStore struct {
	*testing.T
	store   *postgres.Store
	unlock  func()
	results []chan error
	mu      sync.Mutex
	batches []written // set by the appender's goroutine, read after release
}

type written struct{ events, requests int }

func newBlockedStore(t *testing.T, dsn string) *blockedStore {
	t.Helper()
	s := &blockedStore{T: t}
	s.store = open(t, postgres.Config{DSN: dsn, OnBatch: func(events, requests int, _ time.Duration) {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.batches = append(s.batches, written{events, requests})
	}})
	db := connect(t, dsn)
	tx, err := db.Begin()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec(`LOCK TABLE events IN SHARE MODE`); err != nil {
		t.Fatal(err)
	}
	s.unlock = func() { _ = tx.Rollback() }
	s.send("holds the appender", eventstore.NoStream, proposed("first.v1"))
	poll.Until(t, "the first batch begins", func() bool {
		var waiting int
		err := db.QueryRow(`SELECT count(*) FROM pg_locks WHERE NOT granted`).Scan(&waiting)
		return err == nil && waiting > 0
	})
	return s
}

// append queues an append and returns.
func (s *blockedStore) append(stream string, expected eventstore.Revision, events ...eventstore.Proposed) {
	s.Helper()
	queued := s.store.Queued()
	s.send(stream, expected, events...)
	poll.Until(s, "an append is queued", func() bool { return s.store.Queued() > queued })
}

func (s *blockedStore) send(stream string, expected eventstore.Revision, events ...eventstore.Proposed) {
	result := make(chan error, 1)
	s.results = append(s.results, result)
	go func() {
		_, err := s.store.Append(context.Background(), stream, expected, events)
		result <- err
	}()
}

// release lets the first batch continue and returns the results of all further appends.
func (s *blockedStore) release() []error {
	s.Helper()
	s.unlock()
	errs := make([]error, len(s.results))
	for i, result := range s.results {
		errs[i] = <-result
	}
	if errs[0] != nil {
		s.Fatalf("the first append: %v", errs[0])
	}
	if err := s.store.Close(); err != nil {
		s.Errorf("close: %v", err)
	}
	return errs[1:]
}
