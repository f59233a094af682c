package esdbserver_test

import (
	"math"
	"strings"
	"testing"

	"gateway/eventstore/esdb/esdbtest"
	"gateway/eventstore/esdbserver"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// burst is more than the number of events that the server keeps for a client that does not read.
const burst = 300

// big returns events that together do not fit into the buffers of a connection.
func big(n int) []esdb.EventData {
	all := events(n)
	for i := range all {
		all[i].Data = []byte(`"` + strings.Repeat("x", 3_000) + `"`)
	}
	return all
}

func TestASubscriptionThatFallsBehindIsCaughtUpAgainAndAgain(t *testing.T) {
	n := newNode(t)
	s, err := n.client.SubscribeToAll(n.ctx, esdb.SubscribeToAllOptions{From: esdb.Start{}})
	next := n.follow(s, err)
	n.wantReceived([]any{sendCaughtUp}, next(1))
	n.append("s", esdb.NoStream{}, big(burst)...)
	caughtUp := 0
	for want := uint64(0); want < burst || caughtUp == 0; {
		switch got := next(1)[0]; got {
		case any(sendCaughtUp):
			caughtUp++
		case any(want):
			want++
		default:
			t.Fatalf("got %v, want event %d", got, want)
		}
	}
}

func TestVersion23DropsASubscriptionWhoseClientIsTooSlow(t *testing.T) {
	n := newNode(t, esdbtest.Version(esdbserver.Version2310))
	s, err := n.client.SubscribeToAll(n.ctx, esdb.SubscribeToAllOptions{From: esdb.Start{}})
	n.wantReceived([]any{sendCaughtUp}, n.follow(s, err)(1))
	n.append("s", esdb.NoStream{}, big(burst)...)
	for {
		e := s.Recv()
		if e.SubscriptionDropped == nil {
			continue
		}
		cause := unwrapOnce(e.SubscriptionDropped.Error)
		if status.Code(cause) != codes.Aborted || !strings.Contains(cause.Error(), "Client resubscription required") {
			t.Errorf("it was dropped with %v", cause)
		}
		return
	}
}

func TestAFilteredSubscriptionSendsCheckpointsAtTheEndsOfPages(t *testing.T) {
	n := newNode(t)
	n.append("s", esdb.NoStream{}, events(100)...)
	all := n.readAll(esdb.ReadAllOptions{}, 100)
	next := n.follow(n.client.SubscribeToAll(n.ctx, esdb.SubscribeToAllOptions{
		From: esdb.Start{}, Filter: &esdb.SubscriptionFilter{Type: esdb.EventFilterType, Prefixes: []string{"none"}},
		MaxSearchWindow: 10, CheckpointInterval: 2,
	}))
	var last esdb.Position
	for count := 0; ; count++ {
		at, is := next(1)[0].(esdb.Position)
		if !is {
			if last.Commit < all[79].Position.Commit || count < 3 || count > 5 {
				t.Errorf("%d checkpoints until it has caught up, the last at %v", count, last)
			}
			return
		}
		if at.Commit <= last.Commit {
			t.Errorf("a checkpoint at %v after one at %v", at, last)
		}
		last = at
	}
}

func TestTheFirstCheckpointIsTheLargestNumberWhereNothingMatches(t *testing.T) {
	n := newNode(t)
	n.append("s", esdb.NoStream{}, events(3)...)
	next := n.follow(n.client.SubscribeToAll(n.ctx, esdb.SubscribeToAllOptions{
		From: esdb.Start{}, Filter: &esdb.SubscriptionFilter{Type: esdb.EventFilterType, Prefixes: []string{"none"}},
	}))
	n.wantReceived([]any{esdb.Position{Commit: math.MaxUint64, Prepare: math.MaxUint64}, sendCaughtUp}, next(2))
}
