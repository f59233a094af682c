package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"gateway/eventstore"
	"gateway/eventstore/postgres"
	"gateway/test/poll"
)

func TestAppendsThatWaitAreWrittenTogether(t *testing.T) {
	t.Parallel()
	const requests = 40
	h := newHeld(t, migrated(t))
	for i := range requests {
		h.append(fmt.Sprintf("s-%d", i), eventstore.NoStream, proposed("a.v1"), proposed("b.v1"))
	}
	for _, err := range h.release() {
		if err != nil {
			t.Error(err)
		}
	}
	if got := h.batches[1]; got != (written{events: 2 * requests, requests: requests}) {
		t.Errorf("the batch was %+v", got)
	}
}

func TestAppendsToOneStreamKeepTheirOrder(t *testing.T) {
	t.Parallel()
	h := newHeld(t, migrated(t))
	for revision := eventstore.NoStream; revision < 10; revision++ {
		h.append("s", revision, proposed("a.v1"))
	}
	for i, err := range h.release() {
		if err != nil {
			t.Errorf("append %d: %v", i, err)
		}
	}
}

func TestABatchIsBounded(t *testing.T) {
	t.Parallel()
	h := newHeld(t, migrated(t))
	large := proposed("a.v1")
	large.Data = []byte(`"` + strings.Repeat("x", 900_000) + `"`)
	for i := range 6 {
		h.append(fmt.Sprintf("large-%d", i), eventstore.NoStream, large)
	}
	for i := range 500 {
		h.append(fmt.Sprintf("small-%d", i), eventstore.NoStream, proposed("a.v1"))
	}
	h.release()
	for _, b := range h.batches {
		if b.requests > 504 {
			t.Errorf("a batch of %d requests has more than four of 900 kB", b.requests)
		}
	}
}

func TestAPoisonousRequestDoesNotFailItsNeighbours(t *testing.T) {
	t.Parallel()
	dsn := migrated(t)
	execute(t, dsn, `ALTER TABLE events ADD CHECK (type <> 'poison.v1')`)
	h := newHeld(t, dsn)
	for i := range 40 {
		kind := "sound.v1"
		if i%13 == 12 {
			kind = "poison.v1"
		}
		h.append(fmt.Sprintf("s-%d", i), eventstore.NoStream, proposed(kind))
	}
	for i, err := range h.release() {
		poison := i%13 == 12
		if poison != (err != nil) || errors.Is(err, eventstore.ErrUnavailable) {
			t.Errorf("request %d: %v", i, err)
		}
	}
}

func TestAnAppendEndsWhenPatienceDoes(t *testing.T) {
	t.Parallel()
	dsn := migrated(t)
	proxy := newProxy(t, dsn)
	s := open(t, postgres.Config{DSN: proxy.dsn, RetryFor: 100 * time.Millisecond})
	event := proposed("a.v1")

	proxy.down.Store(true)
	_, err := s.Append(context.Background(), "s", eventstore.NoStream, []eventstore.Proposed{event})
	if !errors.Is(err, eventstore.ErrUnavailable) {
		t.Errorf("append: %v", err)
	}
	_, err = s.ReadStream(context.Background(), "s", 0, eventstore.Forwards, 1)
	if !errors.Is(err, eventstore.ErrUnavailable) {
		t.Errorf("read: %v", err)
	}

	proxy.down.Store(false)
	mustAppend(t, s, "s", event)
}

// held is a store whose first batch is kept from being written until release, so
// that all further appends wait for the next one.
type held struct {
	*testing.T
	store   *postgres.Store
	unlock  func()
	results []chan error
	batches []written // told by the appender's goroutine, read after release
	mu      sync.Mutex
}

type written struct{ events, requests int }

func newHeld(t *testing.T, dsn string) *held {
	t.Helper()
	h := &held{T: t}
	h.store = open(t, postgres.Config{DSN: dsn, OnBatch: func(events, requests int, _ time.Duration) {
		h.mu.Lock()
		defer h.mu.Unlock()
		h.batches = append(h.batches, written{events, requests})
	}})
	db := connect(t, dsn)
	tx, err := db.Begin()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec(`LOCK TABLE events IN SHARE MODE`); err != nil {
		t.Fatal(err)
	}
	h.unlock = func() { _ = tx.Rollback() }
	h.send("holds the appender", eventstore.NoStream, proposed("first.v1"))
	poll.Until(t, "the first batch begins", func() bool {
		var waiting int
		err := db.QueryRow(`SELECT count(*) FROM pg_locks WHERE NOT granted`).Scan(&waiting)
		return err == nil && waiting > 0
	})
	return h
}

// append returns when the request is queued.
func (h *held) append(stream string, expected eventstore.Revision, events ...eventstore.Proposed) {
	h.Helper()
	queued := h.store.Queued()
	h.send(stream, expected, events...)
	poll.Until(h, "an append is queued", func() bool { return h.store.Queued() > queued })
}

func (h *held) send(stream string, expected eventstore.Revision, events ...eventstore.Proposed) {
	result := make(chan error, 1)
	h.results = append(h.results, result)
	go func() {
		_, err := h.store.Append(context.Background(), stream, expected, events)
		result <- err
	}()
}

// release gives the results of all appends but the first.
func (h *held) release() []error {
	h.Helper()
	h.unlock()
	errs := make([]error, len(h.results))
	for i, result := range h.results {
		errs[i] = <-result
	}
	if errs[0] != nil {
		h.Fatalf("the first append: %v", errs[0])
	}
	if err := h.store.Close(); err != nil {
		h.Errorf("close: %v", err)
	}
	return errs[1:]
}
