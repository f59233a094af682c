package esdb_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"sync"
	"testing"
	"time"

	"gateway/eventstore"
	"gateway/eventstore/esdb"
	"gateway/eventstore/esdb/esdbtest"
	"gateway/test/poll"

	"github.com/google/uuid"
)

// event returns one event with a new id.
func event() []eventstore.Proposed {
	return []eventstore.Proposed{{ID: uuid.New(), Type: "tested", Data: []byte(`{}`)}}
}

// open opens the log, and closes it when the test ends.
func open(t *testing.T, cfg esdb.Config) *esdb.Store {
	t.Helper()
	s, err := esdb.Open(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func TestAClientThatGaveUpIsReplaced(t *testing.T) {
	t.Parallel()
	server := newServer(t)
	s := open(t, esdb.Config{URL: server.URL() + "&maxDiscoverAttempts=2&discoveryInterval=10", RetryFor: 300 * time.Millisecond})
	server.Kill()
	began := time.Now()
	var wg sync.WaitGroup
	for i := range 50 { // many, so that some call a client that has given up
		wg.Go(func() {
			_, err := s.Append(t.Context(), fmt.Sprint("s", i), eventstore.NoStream, event())
			if !errors.Is(err, eventstore.ErrUnavailable) {
				t.Errorf("without a server: %v", err)
			}
		})
	}
	wg.Wait()
	if took := time.Since(began); took > 8*time.Second { // less than the time limit of a call that hangs
		t.Errorf("the appends failed after %v", took)
	}
	server.Up()
	if _, err := s.Append(t.Context(), "s", eventstore.NoStream, event()); err != nil {
		t.Errorf("with a server again: %v", err)
	}
}

func TestAnAppendSucceedsDespiteRestartsRefusalsAndLostReplies(t *testing.T) {
	t.Parallel()
	server := newServer(t)
	s := open(t, esdb.Config{URL: server.URL()})
	for i, fault := range []func(){
		server.Restart,
		func() { server.RefuseAsFollower(2) },
		func() { server.RefuseAsBusy(3) },
		func() { server.LoseReplies(3) },
	} {
		fault()
		a, err := s.Append(t.Context(), "s", eventstore.Revision(i-1), event())
		if err != nil || a.Revision != eventstore.Revision(i) {
			t.Errorf("fault %d: %v, %v", i, a, err)
		}
	}
}

func TestASubscriptionContinuesAfterARestartWithoutGapOrRepetition(t *testing.T) {
	t.Parallel()
	server := newServer(t)
	s := open(t, esdb.Config{URL: server.URL()})
	live := s.Subscribe(eventstore.Position{})
	for i := range eventstore.Revision(8) {
		if _, err := s.Append(t.Context(), "s", i-1, event()); err != nil {
			t.Fatal(err)
		}
		got, err := live.Next(t.Context(), 10)
		if err != nil || len(got) != 1 || got[0].Revision != i {
			t.Fatalf("round %d: %v, %v", i, got, err)
		}
		if i%2 == 0 {
			server.Restart()
		} else {
			server.Disconnect()
		}
	}
}

func TestTheStoreOpensMoreConnectionsWhenOneIsFull(t *testing.T) {
	t.Parallel()
	const calls = 250
	server := newServer(t)
	s := open(t, esdb.Config{URL: server.URL()})
	server.Delay(2 * time.Second)
	var wg sync.WaitGroup
	for i := range calls {
		wg.Go(func() {
			if _, err := s.ReadStream(t.Context(), fmt.Sprint("s", i), 0, eventstore.Forwards, 1); err != nil {
				t.Error(err)
			}
		})
	}
	poll.Within(t, poll.Limit, fmt.Sprintf("%d calls have more than two connections", calls), func() (bool, any) {
		n := server.Connections()
		return n > 2, n
	})
	server.Delay(0)
	wg.Wait()
}

func TestACallReturnsWhenItsContextEndsEvenIfTheServerIsSilent(t *testing.T) {
	t.Parallel()
	silent, err := net.Listen("tcp", "127.0.0.1:0") // accepts connections and never answers
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = silent.Close() }()
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	began := time.Now()
	_, err = esdb.Open(ctx, esdb.Config{
		URL: "esdb://" + silent.Addr().String() + "?tls=false&gossipTimeout=1&maxDiscoverAttempts=1",
	})
	if took := time.Since(began); !errors.Is(err, context.DeadlineExceeded) || took > 5*time.Second {
		t.Errorf("after %v: %v", took, err)
	}
}

func TestStoresThatOpenANewLogAtOnceGetTheSameID(t *testing.T) {
	t.Parallel()
	server := newServer(t)
	ids := make([]string, 8)
	var wg sync.WaitGroup
	for i := range ids {
		wg.Go(func() {
			s, err := esdb.Open(t.Context(), esdb.Config{URL: server.URL()})
			if err != nil {
				t.Error(err)
				return
			}
			ids[i] = s.ID()
			_ = s.Close()
		})
	}
	wg.Wait()
	for _, id := range ids {
		if id != ids[0] || uuid.Validate(id) != nil {
			t.Errorf("ids %q", ids)
		}
	}
}

func TestOpenFailsOnANewLogOfAReadOnlyServer(t *testing.T) {
	t.Parallel()
	server := newServer(t, esdbtest.ReadOnly())
	_, err := esdb.Open(t.Context(), esdb.Config{URL: server.URL()})
	if err == nil || errors.Is(err, eventstore.ErrUnavailable) {
		t.Errorf("got %v", err)
	}
}
