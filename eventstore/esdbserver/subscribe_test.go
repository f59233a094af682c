package esdbserver_test

import (
	"testing"

	"gateway/eventstore/esdb/esdbtest"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/google/go-cmp/cmp"
)

const sendCaughtUp = "caught up"

func (n *node) wantReceived(want, got []any) {
	n.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		n.Fatalf("subscription (-want +got):\n%s", diff)
	}
}

func TestAStreamSubscriptionSendsExistingEventsThenNewOnes(t *testing.T) {
	n := newNode(t)
	n.append("other", esdb.NoStream{}, events(3)...)
	n.append("s", esdb.NoStream{}, events(3)...)
	for name, c := range map[string]struct {
		from esdb.StreamPosition
		want []any
	}{
		"start":    {esdb.Start{}, []any{uint64(0), uint64(1), uint64(2), sendCaughtUp}},
		"revision": {esdb.Revision(1), []any{uint64(2), sendCaughtUp}}, // exclusive
		"end":      {esdb.End{}, []any{sendCaughtUp}},
	} {
		t.Run(name, func(t *testing.T) {
			stream := "s-" + name
			n.append(stream, esdb.NoStream{}, events(3)...)
			next := n.follow(n.client.SubscribeToStream(n.ctx, stream, esdb.SubscribeToStreamOptions{From: c.from}))
			n.wantReceived(c.want, next(len(c.want)))
			n.append("other", esdb.Any{}, events(1)...)
			n.append(stream, esdb.Revision(2), events(2)...)
			n.wantReceived([]any{uint64(3), uint64(4)}, next(2))
		})
	}
	t.Run("a stream that does not exist yet", func(*testing.T) {
		next := n.follow(n.client.SubscribeToStream(n.ctx, "new", esdb.SubscribeToStreamOptions{From: esdb.Start{}}))
		n.wantReceived([]any{sendCaughtUp}, next(1))
		n.append("new", esdb.NoStream{}, events(1)...)
		n.wantReceived([]any{uint64(0)}, next(1))
	})
	t.Run("a tombstone ends it", func(*testing.T) {
		next := n.follow(n.client.SubscribeToStream(n.ctx, "s", esdb.SubscribeToStreamOptions{From: esdb.End{}}))
		n.wantReceived([]any{sendCaughtUp}, next(1))
		if _, err := n.client.TombstoneStream(n.ctx, "s", esdb.TombstoneStreamOptions{}); err != nil {
			t.Fatal(err)
		}
		n.wantReceived([]any{"dropped"}, next(1))
		_, err := n.client.SubscribeToStream(n.ctx, "s", esdb.SubscribeToStreamOptions{From: esdb.Start{}})
		n.wantCode(unwrapOnce(err), esdb.ErrorCodeStreamDeleted)
	})
}

func TestASubscriptionToAllStartsAfterAnyPosition(t *testing.T) {
	n := newNode(t)
	n.append("a", esdb.NoStream{}, events(2)...)
	n.append("b", esdb.NoStream{}, events(2)...)
	all := n.readAll(esdb.ReadAllOptions{}, 10)
	next := n.follow(n.client.SubscribeToAll(n.ctx, esdb.SubscribeToAllOptions{From: esdb.Start{}}))
	n.wantReceived([]any{uint64(0), uint64(1), uint64(0), uint64(1), sendCaughtUp}, next(5))
	after := n.follow(n.client.SubscribeToAll(n.ctx, esdb.SubscribeToAllOptions{From: all[1].Position})) // exclusive
	n.wantReceived([]any{uint64(0), uint64(1), sendCaughtUp}, after(3))
	end := n.follow(n.client.SubscribeToAll(n.ctx, esdb.SubscribeToAllOptions{}))
	n.wantReceived([]any{sendCaughtUp}, end(1))
	n.append("c", esdb.NoStream{}, events(1)...)
	for _, next := range []func(int) []any{next, after, end} {
		n.wantReceived([]any{uint64(0)}, next(1))
	}
}

func TestFiltersSelectByEventTypeAndStreamName(t *testing.T) {
	n := newNode(t)
	for _, c := range []struct{ stream, name string }{
		{"order-1", "placed"}, {"order-1", "paid"}, {"user-1", "placed"}, {"$user-2", "$internal"},
	} {
		e := events(1)
		e[0].EventType = c.name
		n.append(c.stream, esdb.Any{}, e...)
	}
	for name, c := range map[string]struct {
		filter esdb.SubscriptionFilter
		want   []any
	}{
		"type prefix":   {esdb.SubscriptionFilter{Type: esdb.EventFilterType, Prefixes: []string{"nothing", "pl"}}, []any{uint64(0), uint64(0)}},
		"type regex":    {esdb.SubscriptionFilter{Type: esdb.EventFilterType, Regex: "^pa.d$"}, []any{uint64(1)}},
		"stream prefix": {esdb.SubscriptionFilter{Type: esdb.StreamFilterType, Prefixes: []string{"order-"}}, []any{uint64(0), uint64(1)}},
		"stream regex":  {esdb.SubscriptionFilter{Type: esdb.StreamFilterType, Regex: "user"}, []any{uint64(0), uint64(0)}},
		"no system":     {*esdb.ExcludeSystemEventsFilter(), []any{uint64(0), uint64(1), uint64(0)}},
	} {
		t.Run(name, func(*testing.T) {
			next := n.followEvents(n.client.SubscribeToAll(n.ctx, esdb.SubscribeToAllOptions{From: esdb.Start{}, Filter: &c.filter}))
			n.wantReceived(append(c.want, sendCaughtUp), next(len(c.want)+1))
		})
	}
}

func TestAFilteredSubscriptionSendsCheckpointsAtItsInterval(t *testing.T) {
	n := newNode(t, esdbtest.NeverBehind())
	n.append("s", esdb.NoStream{}, events(10)...)
	all := n.readAll(esdb.ReadAllOptions{}, 10)
	next := n.follow(n.client.SubscribeToAll(n.ctx, esdb.SubscribeToAllOptions{
		From: esdb.Start{}, Filter: &esdb.SubscriptionFilter{Type: esdb.EventFilterType, Prefixes: []string{"none"}},
		MaxSearchWindow: 2, CheckpointInterval: 2,
	}))
	n.wantReceived([]any{all[3].Position, all[7].Position, sendCaughtUp}, next(3))
	n.append("s", esdb.Revision(9), events(2)...)
	all = n.readAll(esdb.ReadAllOptions{}, 20)
	n.wantReceived([]any{all[11].Position}, next(1))
}

func TestASubscriptionReportsCaughtUpAfterALongHistory(t *testing.T) {
	n := newNode(t)
	const long = 1_300 // more than a page
	n.append("s", esdb.NoStream{}, events(1_000)...)
	n.append("s", esdb.Revision(999), events(long-1_000)...)
	want := make([]any, 0, long+1)
	for i := range uint64(long) {
		want = append(want, i)
	}
	want = append(want, sendCaughtUp)
	stream := n.follow(n.client.SubscribeToStream(n.ctx, "s", esdb.SubscribeToStreamOptions{From: esdb.Start{}}))
	all := n.follow(n.client.SubscribeToAll(n.ctx, esdb.SubscribeToAllOptions{From: esdb.Start{}}))
	n.wantReceived(want, stream(len(want)))
	n.wantReceived(want, all(len(want)))
	n.append("s", esdb.Revision(long-1), events(1)...)
	n.wantReceived([]any{uint64(long)}, stream(1))
	n.wantReceived([]any{uint64(long)}, all(1))
}

func TestASubscriptionThatTheClientClosesEndsAsDropped(t *testing.T) {
	n := newNode(t)
	n.append("s", esdb.NoStream{}, events(1_000)...)
	s, err := n.client.SubscribeToStream(n.ctx, "s", esdb.SubscribeToStreamOptions{From: esdb.Start{}})
	next := n.follow(s, err)
	n.wantReceived([]any{uint64(0), uint64(1)}, next(2))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if got := next(2_000); got[len(got)-1] != "dropped" {
		t.Errorf("it ends with %v", got[len(got)-1])
	}
	n.append("s", esdb.Revision(999), events(1)...) // the connection still works
}
