package esdbtest_test

import (
	"testing"

	"gateway/eventstore/esdb/esdbtest"
	"gateway/eventstore/esdbserver"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
)

// head returns the position of the newest event.
func (c *cluster) head(cl *client.Client) client.Position {
	c.Helper()
	r, err := cl.ReadAll(c.ctx, client.ReadAllOptions{Direction: client.Backwards, From: client.End{}}, 1)
	if err != nil {
		c.Fatal(err)
	}
	defer r.Close()
	e, err := r.Recv()
	if err != nil {
		c.Fatal(err)
	}
	return e.OriginalEvent().Position
}

// nextPosition returns the position of the next event of a subscription.
func nextPosition(t *testing.T, s *client.Subscription) client.Position {
	t.Helper()
	for {
		switch e := s.Recv(); {
		case e.EventAppeared != nil:
			return e.EventAppeared.OriginalEvent().Position
		case e.SubscriptionDropped != nil:
			t.Fatalf("dropped: %v", e.SubscriptionDropped.Error)
		}
	}
}

// A subscription continues at a node that does not yet have what the client has handled.
func TestAfterTheEndOfANodeThatLagsVersion23SendsOlderEvents(t *testing.T) {
	for version, older := range map[esdbserver.Version]bool{esdbserver.Version2310: true, esdbserver.Version2406: false} {
		t.Run(string(version), func(t *testing.T) {
			c := newCluster(t, esdbtest.Version(version))
			leader, follower := c.at(0), c.at(1)
			c.mustAppend(leader, 1)
			c.SetLag(1, 2)
			c.mustAppend(leader, 2)
			handled := c.head(leader)
			s, err := follower.SubscribeToAll(c.ctx, client.SubscribeToAllOptions{From: handled})
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = s.Close() }()
			for s.Recv().CaughtUp == nil {
			}
			c.SetLag(1, 0)
			c.mustAppend(leader, 1)
			if next := nextPosition(t, s); (next.Commit <= handled.Commit) != older {
				t.Errorf("after %v comes %v", handled, next)
			}
		})
	}
}

// From 24.6 on, a follower does not refuse a subscription that has nothing to read, even if its client asks
// for the leader.
func TestAFollowerTakesTheSubscriptionOfAClientThatHasAll(t *testing.T) {
	for version, taken := range map[esdbserver.Version]bool{esdbserver.Version2310: false, esdbserver.Version2406: true} {
		t.Run(string(version), func(t *testing.T) {
			c := newCluster(t, esdbtest.Version(version))
			c.mustAppend(c.at(0), 2)
			s, err := c.at(1).SubscribeToAll(c.leaderOnly(), client.SubscribeToAllOptions{From: c.head(c.at(0))})
			if (err == nil) != taken {
				t.Errorf("at the head: %v", err)
			}
			if err == nil {
				_ = s.Close()
			}
			late, err := c.at(1).SubscribeToAll(c.leaderOnly(), client.SubscribeToAllOptions{From: client.Start{}})
			if err == nil {
				defer func() { _ = late.Close() }()
				if first := late.Recv(); first.SubscriptionDropped == nil {
					t.Errorf("one that must catch up gets %+v", first)
				}
			} else if taken {
				t.Errorf("one that must catch up is refused at once: %v", err)
			}
		})
	}
}
