package esdb_test

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"sync"
	"testing"
	"time"

	"gateway/eventstore"
	"gateway/eventstore/esdb"
	"gateway/eventstore/esdb/esdbtest"
	"gateway/eventstore/storetest"
	"gateway/test/poll"

	"github.com/google/uuid"
)

const electionWriters, electionReaders = 8, 3

// electionsWanted returns how many elections the test waits for: EVENTSTOREDB_ELECTIONS, or 30.
func electionsWanted(t *testing.T) int {
	t.Helper()
	n := 30
	if text := os.Getenv("EVENTSTOREDB_ELECTIONS"); text != "" {
		var err error
		if n, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
	}
	return n
}

// Writers append one event after the other, each to its own stream, through two stores, while the cluster
// elects leaders. In the end each stream holds exactly the events of its writer, in order, and subscriptions
// saw the same.
func TestNothingAcknowledgedIsLostOrDoubledOrOutOfOrderDuringElections(t *testing.T) {
	t.Parallel()
	memory := storetest.NewMemory().Open()
	t.Cleanup(func() { _ = memory.Close() })
	c := esdbtest.StartCluster(t, memory)
	stores := []*esdb.Store{clusterStore(t, c), clusterStore(t, c)}
	unrest := c.Disturb(7, 250*time.Millisecond)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var writing, reading sync.WaitGroup
	appended := make([][]uuid.UUID, electionWriters)
	for w := range appended {
		writing.Go(func() { appended[w] = appendUntil(ctx, t, stores[w%2], fmt.Sprint("own-", w)) })
	}
	following, endReading := context.WithCancel(t.Context())
	defer endReading()
	seen := make([]*follow, electionReaders)
	for i := range seen {
		seen[i] = &follow{}
		reading.Go(func() { seen[i].run(following, stores[i%2].Subscribe(eventstore.Position{})) })
	}
	wanted := electionsWanted(t)
	poll.Within(t, time.Minute+time.Duration(wanted)*time.Second, "elections", func() (bool, any) {
		return c.Elections() >= wanted, c.Elections()
	})
	stop()
	writing.Wait()
	unrest.Stop()
	total := 0
	for w, ids := range appended {
		total += len(ids)
		mustHoldIDs(t, stores[w%2], fmt.Sprint("own-", w), ids)
	}
	for _, s := range seen {
		poll.Within(t, 20*time.Second, "the subscriptions see all events", func() (bool, any) { return s.count() >= total, s.count() })
		s.mustBe(t, appended)
	}
	endReading()
	reading.Wait()
	t.Logf("%d appends acknowledged; %s", total, c.Figure())
}

func clusterStore(t *testing.T, c *esdbtest.Cluster) *esdb.Store {
	t.Helper()
	s := dialCluster(t, c.URL())
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// appendUntil appends one event after the other until the context ends. It returns the ids of the
// acknowledged events; an event whose outcome is unknown is appended again.
func appendUntil(ctx context.Context, t *testing.T, s *esdb.Store, stream string) (ids []uuid.UUID) {
	t.Helper()
	for ctx.Err() == nil {
		e, expected := event(), eventstore.Revision(len(ids)-1)
		at, err := s.Append(context.WithoutCancel(ctx), stream, expected, e)
		if err != nil || at.Revision != expected+1 {
			t.Errorf("append to %s at %d: %+v, %v", stream, expected, at, err)
			return ids
		}
		ids = append(ids, e[0].ID)
	}
	return ids
}

func mustHoldIDs(t *testing.T, s *esdb.Store, stream string, want []uuid.UUID) {
	t.Helper()
	events, err := s.ReadStream(t.Context(), stream, 0, eventstore.Forwards, len(want)+10)
	if err != nil {
		t.Fatal(err)
	}
	if len(events) != len(want) {
		t.Errorf("%s holds %d events, %d were acknowledged", stream, len(events), len(want))
	}
	for i := range min(len(events), len(want)) {
		if events[i].ID != want[i] || events[i].Revision != eventstore.Revision(i) {
			t.Fatalf("%s: event %d is %s at %d, want %s", stream, i, events[i].ID, events[i].Revision, want[i])
		}
	}
}

// follow is what a subscription saw. It is safe for concurrent use.
type follow struct {
	mu     sync.Mutex
	events []eventstore.Recorded
}

func (f *follow) run(ctx context.Context, s eventstore.Subscription) {
	for {
		page, err := s.Next(ctx, 50)
		if err != nil {
			return
		}
		f.mu.Lock()
		f.events = append(f.events, page...)
		f.mu.Unlock()
	}
}

func (f *follow) count() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.events)
}

// mustBe expects each stream's events, at rising positions.
func (f *follow) mustBe(t *testing.T, appended [][]uuid.UUID) {
	t.Helper()
	f.mu.Lock()
	defer f.mu.Unlock()
	streams := map[string][]uuid.UUID{}
	last := eventstore.Position{}
	for _, e := range f.events {
		if !last.Before(e.Position) {
			t.Fatalf("%v comes after %v", e.Position, last)
		}
		last = e.Position
		streams[e.Stream] = append(streams[e.Stream], e.ID)
	}
	for w, want := range appended {
		if got := streams[fmt.Sprint("own-", w)]; fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("a subscription saw %d events of writer %d, want %d", len(got), w, len(want))
		}
	}
}
