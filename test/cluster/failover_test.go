package cluster

import (
	"net/http"
	"slices"
	"strconv"
	"testing"
	"time"

	"gateway/test/installation"
	"gateway/test/poll"
)

func TestMain(m *testing.M) { installation.Main(m) }

const (
	// movesWithin is how long the lead may take to another instance.
	movesWithin = 5 * time.Second
	// stopsWithin is how long a thawed leader may believe that it leads.
	stopsWithin = 2 * time.Second
)

func TestTheLeadMovesFromAKilledOrFrozenLeaderAndNothingIsLostOrDoneTwice(t *testing.T) {
	t.Parallel()
	installation.OnEachStore(t, func(t *testing.T, store installation.Store) {
		in := installation.New(t, installation.Options{Store: store, Instances: 2})
		l := in.NewLoad(t, 4)
		var killed, frozen lags
		for range installation.Rounds(t, "CLUSTER_ROUNDS", 3) {
			killed.note(t, in, l, kill)
			frozen.note(t, in, l, freeze)
		}
		t.Logf("lag after the leader's death: %v; after its freezing: %v", killed, frozen)
		l.Conclude(t)
	})
}

// fault takes a leader away, and brings it back.
type fault struct {
	lose, recover func(*installation.Instance, *testing.T)
}

var (
	kill   = fault{(*installation.Instance).Kill, (*installation.Instance).Start}
	freeze = fault{(*installation.Instance).Freeze, func(zombie *installation.Instance, t *testing.T) {
		zombie.Thaw(t)
		zombie.AwaitFollowing(t, stopsWithin)
	}}
)

// lags are times from the loss of a leader until a write is readable again.
type lags []time.Duration

// note has a fault under load, measures, and holds the invariants.
func (s *lags) note(t *testing.T, in *installation.Installation, l *installation.Load, f fault) {
	t.Helper()
	l.During(t, func() {
		<-time.After(300 * time.Millisecond) // of load before
		leader, others := in.Leader(t)
		lost := time.Now()
		f.lose(leader, t)
		moved := make(chan time.Duration, 1)
		go func() { moved <- untilLeading(others[0], lost) }()
		readable(t, l, l.Merchants[0].On(others[0]))
		*s = append(*s, time.Since(lost))
		if took := <-moved; took > movesWithin {
			t.Errorf("the lead moved after %v, which should be within %v", took, movesWithin)
		}
		f.recover(leader, t)
		<-time.After(300 * time.Millisecond) // of load after
	})
	in.Verify(t)
	l.Recheck(t)
}

func untilLeading(i *installation.Instance, since time.Time) time.Duration {
	for time.Since(since) < installation.ReadyWithin {
		if leads, _ := i.Leads(); leads {
			break
		}
		<-time.After(10 * time.Millisecond)
	}
	return time.Since(since)
}

// readable writes, and returns when that can be read.
func readable(t *testing.T, l *installation.Load, c installation.Caller) {
	t.Helper()
	a, err := l.Create(t.Context(), c, "/transactions", map[string]any{"total": 1_000})
	if err != nil {
		t.Fatal(err)
	}
	poll.Within(t, installation.ReadyWithin, "the write is readable", func() (bool, any) {
		got, err := c.Once(t.Context(), "GET", "/transactions/"+a.Text("id"), nil)
		return err == nil && got.Status == http.StatusOK, err
	})
}

func (s lags) String() string {
	sorted := slices.Sorted(slices.Values(s))
	return "p50 " + sorted[len(sorted)/2].Round(10*time.Millisecond).String() +
		", worst " + sorted[len(sorted)-1].Round(10*time.Millisecond).String() + " of " + strconv.Itoa(len(sorted))
}
