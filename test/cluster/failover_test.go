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
	// movesWithin is how long a change of the leader may take.
	movesWithin = 5 * time.Second
	// stopsWithin is how long a thawed leader may continue to lead.
	stopsWithin = 2 * time.Second
)

// Nothing is lost and nothing is done twice.
func TestAnotherInstanceLeadsWhenTheLeaderIsKilledOrFrozen(t *testing.T) {
	t.Parallel()
	installation.OnEachStore(t, func(t *testing.T, store installation.Store) {
		in := installation.New(t, installation.Options{Store: store, Instances: 2})
		l := in.NewLoad(t, 4)
		var killed, frozen lags
		for range installation.Rounds(t, "CLUSTER_ROUNDS", 2) {
			killed.measure(t, in, l, kill)
			frozen.measure(t, in, l, freeze)
		}
		t.Logf("lag after the leader's death: %v; after its freezing: %v", killed, frozen)
		l.ReportAmount(t)
	})
}

// fault takes a leader away and brings it back.
type fault struct {
	inject, recover func(*installation.Instance, *testing.T)
}

var (
	kill   = fault{(*installation.Instance).Kill, (*installation.Instance).Start}
	freeze = fault{(*installation.Instance).Freeze, func(zombie *installation.Instance, t *testing.T) {
		zombie.Thaw(t)
		zombie.AwaitFollowing(t, poll.Busy(stopsWithin))
	}}
)

// lags are times from the loss of a leader until a new write can be read.
type lags []time.Duration

// measure injects a fault under load, measures the lag, and checks the invariants.
func (s *lags) measure(t *testing.T, in *installation.Installation, l *installation.Load, f fault) {
	t.Helper()
	l.During(t, func() {
		<-time.After(300 * time.Millisecond) // of load before
		leader, others := in.Leader(t)
		lost := time.Now()
		f.inject(leader, t)
		moved := make(chan time.Duration, 1)
		go func() { moved <- timeUntilLeading(others[0], lost) }()
		writeAndAwaitReadable(t, l, l.Merchants[0].On(others[0]))
		*s = append(*s, time.Since(lost))
		if took := <-moved; poll.Exceeds(took, movesWithin) {
			t.Errorf("the lead moved after %v, which should be within %v", took, movesWithin)
		}
		f.recover(leader, t)
		<-time.After(300 * time.Millisecond) // of load after
	})
	in.Verify(t)
	l.CheckAcknowledged(t)
}

// timeUntilLeading returns the time from since until the instance leads.
func timeUntilLeading(i *installation.Instance, since time.Time) time.Duration {
	for time.Since(since) < installation.ReadyWithin {
		if leads, _ := i.Leads(); leads {
			break
		}
		<-time.After(10 * time.Millisecond)
	}
	return time.Since(since)
}

// writeAndAwaitReadable records a transaction, and returns when it can be read.
func writeAndAwaitReadable(t *testing.T, l *installation.Load, c installation.Caller) {
	t.Helper()
	a, err := l.Create(t.Context(), c, "/transactions", map[string]any{"total": 1_000})
	if err != nil {
		t.Fatal(err)
	}
	poll.Within(t, installation.ReadyWithin, "the write is readable", func() (bool, any) {
		got, err := c.Send(t.Context(), "GET", "/transactions/"+a.Text("id"), nil)
		return err == nil && got.Status == http.StatusOK, err
	})
}

func (s lags) String() string {
	sorted := slices.Sorted(slices.Values(s))
	return "p50 " + sorted[len(sorted)/2].Round(10*time.Millisecond).String() +
		", worst " + sorted[len(sorted)-1].Round(10*time.Millisecond).String() + " of " + strconv.Itoa(len(sorted))
}
