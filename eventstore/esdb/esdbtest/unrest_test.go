package esdbtest_test

import (
	"testing"
	"time"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
)

// A real follower lacks the newest events only for a moment. A follower that lacked them until the next
// election would keep a subscription waiting while no client calls the cluster.
func TestSubscriptionsGetAllEventsThoughNoClientCallsTheClusterAnyMore(t *testing.T) {
	for seed := range uint64(4) {
		t.Run("", func(t *testing.T) {
			c := newCluster(t)
			var subscriptions []*client.Subscription
			for i := range 3 {
				s, err := c.at(i).SubscribeToAll(c.ctx, client.SubscribeToAllOptions{From: client.Start{}})
				if err != nil {
					t.Fatal(err)
				}
				defer func() { _ = s.Close() }()
				subscriptions = append(subscriptions, s)
			}
			c.Disturb(seed, 20*time.Millisecond)
			newest := c.mustAppendDuringElections(100)
			for _, s := range subscriptions {
				for nextPosition(t, s).Commit < newest {
				}
			}
		})
	}
}

// mustAppendDuringElections appends n events and returns the position of the last one.
func (c *cluster) mustAppendDuringElections(n int) (newest uint64) {
	c.Helper()
	for cl := c.connect(c.URL()); n > 0; {
		r, err := cl.AppendToStream(c.ctx, "s", client.AppendToStreamOptions{ExpectedRevision: client.Any{}}, event())
		if c.ctx.Err() != nil {
			c.Fatal(err)
		}
		if err == nil {
			newest = r.CommitPosition
			n--
		}
	}
	return newest
}

// A test may elect leaders itself meanwhile.
func TestAnUnrestGoesOnWhileNoNodeLeads(t *testing.T) {
	for seed := range uint64(8) { // at least one of them isolates the leader first
		t.Run("", func(t *testing.T) {
			c := newCluster(t)
			c.StepDown(0)
			c.Disturb(seed, 20*time.Millisecond).Stop()
			if c.LeaderIndex() < 0 {
				t.Error("no node leads")
			}
		})
	}
}
