package cluster

import (
	"net/http"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"
)

const (
	workers = 8
	// movesWithin is how long the lead may take to another instance.
	movesWithin = 5 * time.Second
	// stopsWithin is how long a thawed leader may believe that it leads.
	stopsWithin = 2 * time.Second
)

func rounds(t *testing.T) int {
	t.Helper()
	n, err := strconv.Atoi(os.Getenv("CLUSTER_ROUNDS"))
	if err != nil {
		return 3
	}
	return n
}

func TestTheLeadMovesFromAKilledOrFrozenLeaderAndNothingIsLostOrDoneTwice(t *testing.T) {
	t.Parallel()
	in := newInstallation(t, 2, "SIMULATOR_PAYOUT_DELAY=100ms")
	l := in.newLoad(t, 4)
	var killed, frozen lags
	for range rounds(t) {
		killed.note(t, in, l, func(leader *instance) { leader.kill(t) }, func(leader *instance) { leader.start(t) })
		frozen.note(t, in, l, func(leader *instance) { leader.freeze(t) }, func(leader *instance) {
			leader.thaw(t)
			eventually(t, stopsWithin, "the zombie stops", func() bool {
				leads, known := leader.leads()
				return known && !leads
			})
		})
	}
	t.Logf("lag after the leader's death: %v; after its freezing: %v", killed, frozen)
	if len(l.acked) < 50 {
		t.Errorf("%d creations: there was hardly any load, nothing was shown", len(l.acked))
	}
}

// lags are times from the loss of a leader until a write is readable again.
type lags []time.Duration

// note takes the leader away under load, measures, brings it back, and holds the
// invariants.
func (s *lags) note(t *testing.T, in *installation, l *load, lose, recover func(*instance)) {
	t.Helper()
	l.during(t, workers, func() {
		<-time.After(300 * time.Millisecond) // of load before
		leader, others := in.leader(t)
		lost := time.Now()
		lose(leader)
		moved := make(chan time.Duration, 1)
		go func() {
			for time.Since(lost) < readyWithin {
				if leads, _ := others[0].leads(); leads {
					break
				}
				<-time.After(10 * time.Millisecond)
			}
			moved <- time.Since(lost)
		}()
		readable(t, l.merchants[0].on(others[0]))
		*s = append(*s, time.Since(lost))
		if took := <-moved; took > movesWithin {
			t.Errorf("the lead moved after %v, which should be within %v", took, movesWithin)
		}
		recover(leader)
		<-time.After(300 * time.Millisecond) // of load after
	})
	in.verify(t)
	l.recheck(t)
}

// readable writes, and returns when that can be read.
func readable(t *testing.T, c caller) {
	t.Helper()
	a, err := c.insist(t.Context(), "POST", "/transactions", map[string]any{"total": 1_000})
	if err != nil || a.Status != http.StatusCreated {
		t.Fatalf("%d %s %v", a.Status, a.Body, err)
	}
	eventually(t, readyWithin, "the write is readable", func() bool {
		got, err := c.once(t.Context(), "GET", "/transactions/"+a.text("id"), nil)
		return err == nil && got.Status == http.StatusOK
	})
}

func (s lags) String() string {
	sorted := slices.Sorted(slices.Values(s))
	return "p50 " + sorted[len(sorted)/2].Round(10*time.Millisecond).String() +
		", worst " + sorted[len(sorted)-1].Round(10*time.Millisecond).String() + " of " + strconv.Itoa(len(sorted))
}
