package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"gateway/eventstore"
	"gateway/eventstore/postgres"
	"gateway/eventstore/postgres/postgrestest"
	"gateway/test/poll"

	logged "github.com/sirupsen/logrus/hooks/test"
)

func TestAppendsThatWaitAreWrittenTogether(t *testing.T) {
	t.Parallel()
	const requests = 40
	s := newBlockedStore(t, postgrestest.Database(t))
	for i := range requests {
		s.append(fmt.Sprintf("s-%d", i), eventstore.NoStream, proposed("a.v1"), proposed("b.v1"))
	}
	for _, err := range s.release() {
		if err != nil {
			t.Error(err)
		}
	}
	if got := s.batches[1]; got != (written{events: 2 * requests, requests: requests}) {
		t.Errorf("the batch was %+v", got)
	}
}

func TestAppendsToOneStreamKeepTheirOrder(t *testing.T) {
	t.Parallel()
	s := newBlockedStore(t, postgrestest.Database(t))
	for revision := eventstore.NoStream; revision < 10; revision++ {
		s.append("s", revision, proposed("a.v1"))
	}
	for i, err := range s.release() {
		if err != nil {
			t.Errorf("append %d: %v", i, err)
		}
	}
}

func TestABatchIsBounded(t *testing.T) {
	t.Parallel()
	s := newBlockedStore(t, postgrestest.Database(t))
	large := proposed("a.v1")
	large.Data = []byte(`"` + strings.Repeat("x", 900_000) + `"`)
	for i := range 6 {
		s.append(fmt.Sprintf("large-%d", i), eventstore.NoStream, large)
	}
	for i := range 500 {
		s.append(fmt.Sprintf("small-%d", i), eventstore.NoStream, proposed("a.v1"))
	}
	s.release()
	for _, b := range s.batches {
		if b.requests > 504 {
			t.Errorf("a batch of %d requests has more than four of 900 kB", b.requests)
		}
	}
}

func TestARefusedRequestDoesNotFailTheOthersOfItsBatch(t *testing.T) {
	t.Parallel()
	dsn := postgrestest.Database(t)
	execute(t, dsn, `ALTER TABLE events ADD CHECK (type <> 'refused.v1')`)
	s := newBlockedStore(t, dsn)
	for i := range 40 {
		kind := "accepted.v1"
		if i%13 == 12 {
			kind = "refused.v1"
		}
		s.append(fmt.Sprintf("s-%d", i), eventstore.NoStream, proposed(kind))
	}
	for i, err := range s.release() {
		refused := i%13 == 12
		if refused != (err != nil) || errors.Is(err, eventstore.ErrUnavailable) {
			t.Errorf("request %d: %v", i, err)
		}
	}
}

// A request must not wait twice as long because of an event that the gateway appends by itself.
func TestAnAppendBehindOneThatFailsWaitsNoLongerThanRetryFor(t *testing.T) {
	t.Parallel()
	const retryFor = 2 * time.Second
	proxy := newProxy(t, postgrestest.Database(t))
	logger, said := logged.NewNullLogger()
	s := open(t, postgres.Config{DSN: proxy.dsn, RetryFor: retryFor, Log: logger})
	proxy.down.Store(true)
	first := make(chan error, 1)
	go func() {
		_, err := s.Append(context.Background(), "first", eventstore.NoStream, []eventstore.Proposed{proposed("a.v1")})
		first <- err
	}()
	poll.Until(t, "the first append is repeated", func() bool { return said.LastEntry() != nil })
	began := time.Now()
	_, err := s.Append(context.Background(), "second", eventstore.NoStream, []eventstore.Proposed{proposed("a.v1")})
	if took := time.Since(began); !errors.Is(err, eventstore.ErrUnavailable) || took > 3*retryFor/2 {
		t.Errorf("after %s: %v", took, err)
	}
	if err := <-first; !errors.Is(err, eventstore.ErrUnavailable) {
		t.Error(err)
	}
	proxy.down.Store(false)
	mustAppend(t, s, "second", proposed("a.v1"))
}

func TestAnAppendIsRepeatedNoLongerThanRetryFor(t *testing.T) {
	t.Parallel()
	dsn := postgrestest.Database(t)
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
