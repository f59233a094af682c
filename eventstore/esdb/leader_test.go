package esdb_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"gateway/eventstore"
	"gateway/eventstore/esdb"
	"gateway/eventstore/esdb/esdbtest"
	"gateway/test/poll"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/gossip"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
)

// node is a server whose calls a test can answer itself.
type node struct {
	*esdbtest.Server
	calls     atomic.Int64 // of the service Streams
	intercept atomic.Pointer[func(call grpc.ServerStream, method string, next grpc.StreamHandler) error]
	gossip    atomic.Pointer[[]*gossip.MemberInfo] // its own answer while nil
	gone      atomic.Bool                          // it accepts connections but answers none of the calls that open them
}

// newNodes starts nodes that serve one log.
func newNodes(t *testing.T, n int) []*node {
	t.Helper()
	log, nodes := embedded(t), make([]*node, n)
	for i := range nodes {
		n := &node{}
		n.Server = esdbtest.Start(t, log, esdbtest.WithGRPC(
			grpc.ChainStreamInterceptor(n.stream), grpc.ChainUnaryInterceptor(n.unary),
		))
		nodes[i] = n
	}
	return nodes
}

func (n *node) stream(srv any, call grpc.ServerStream, info *grpc.StreamServerInfo, next grpc.StreamHandler) error {
	n.calls.Add(1)
	_, method, _ := strings.Cut(strings.TrimPrefix(info.FullMethod, "/"), "/")
	if f := n.intercept.Load(); f != nil {
		return (*f)(call, method, func(_ any, call grpc.ServerStream) error { return next(srv, call) })
	}
	return next(srv, call)
}

func (n *node) unary(ctx context.Context, req any, info *grpc.UnaryServerInfo, next grpc.UnaryHandler) (any, error) {
	if members := n.gossip.Load(); members != nil && strings.Contains(info.FullMethod, "Gossip") {
		return &gossip.ClusterInfo{Members: *members}, nil
	}
	if n.gone.Load() {
		return nil, status.Error(codes.Unavailable, "shutting down")
	}
	return next(ctx, req)
}

// answer replaces the answers of the service Streams; nil restores them.
func (n *node) answer(f func(call grpc.ServerStream, method string, next grpc.StreamHandler) error) {
	if f == nil {
		n.intercept.Store(nil)
		return
	}
	n.intercept.Store(&f)
}

// follow makes the node refuse, as a follower of the leader, the calls that ask for a leader.
func (n *node) follow(leader *node) {
	n.answer(func(call grpc.ServerStream, method string, next grpc.StreamHandler) error {
		if asksLeader(call) {
			return refuseAsFollower(call, method, leader.Addr())
		}
		return next(nil, call)
	})
}

// gossips makes the nodes report who leads.
func gossips(leader *node, all ...*node) {
	members := make([]*gossip.MemberInfo, len(all))
	for i, n := range all {
		at, _ := net.ResolveTCPAddr("tcp", n.Addr()) // an address of a listener
		members[i] = &gossip.MemberInfo{
			State: gossip.MemberInfo_Follower, IsAlive: true,
			HttpEndPoint: &gossip.EndPoint{Address: at.IP.String(), Port: uint32(at.Port)},
		}
		if n == leader {
			members[i].State = gossip.MemberInfo_Leader
		}
	}
	for _, n := range all {
		n.gossip.Store(&members)
	}
}

func asksLeader(call grpc.ServerStream) bool {
	return slices.Equal(metadata.ValueFromIncomingContext(call.Context(), "requires-leader"), []string{"true"})
}

// refuseAsFollower answers like a follower that knows the leader, after it has received the whole request.
func refuseAsFollower(call grpc.ServerStream, method, leader string) error {
	receiveAll(call, method)
	host, port, err := net.SplitHostPort(leader)
	if err != nil {
		return err
	}
	call.SetTrailer(metadata.Pairs("exception", "not-leader", "leader-endpoint-host", host, "leader-endpoint-port", port))
	return status.Error(codes.NotFound, "Leader info available")
}

func receiveAll(call grpc.ServerStream, method string) {
	for method == "Append" && call.RecvMsg(&streams.AppendReq{}) == nil {
	}
}

func url(nodes ...*node) string {
	addrs := make([]string, len(nodes))
	for i, n := range nodes {
		addrs[i] = n.Addr()
	}
	return "esdb://" + strings.Join(addrs, ",") + "?tls=false"
}

func TestEveryCallAsksForTheLeader(t *testing.T) {
	t.Parallel()
	n := newNodes(t, 1)[0]
	var mu sync.Mutex
	var asked, others []string
	n.answer(func(call grpc.ServerStream, method string, next grpc.StreamHandler) error {
		mu.Lock()
		if asksLeader(call) {
			asked = append(asked, method)
		} else {
			others = append(others, method)
		}
		mu.Unlock()
		return next(nil, call)
	})
	s := open(t, esdb.Config{URL: n.URL(), CheckEvery: time.Millisecond})
	live := s.Subscribe(eventstore.Position{})
	_, err1 := s.Append(t.Context(), "s", eventstore.NoStream, event())
	_, err2 := s.Append(t.Context(), "s", eventstore.NoStream, event()) // a conflict
	_, err3 := s.ReadStream(t.Context(), "s", 0, eventstore.Forwards, 1)
	_, err4 := s.Head(t.Context())
	_, err5 := live.Next(t.Context(), 1)
	err6 := s.MarkCopySource(t.Context(), "x")
	if _, conflict := errors.AsType[*eventstore.ConflictError](err2); !conflict || errors.Join(err1, err3, err4, err5, err6) != nil {
		t.Error(err1, err2, err3, err4, err5, err6)
	}
	mu.Lock()
	defer mu.Unlock()
	if len(others) > 0 || len(asked) < 10 {
		t.Errorf("%d calls ask for the leader, %d do not: %v", len(asked), len(others), others)
	}
}

func TestAFollowersRefusalLeadsToTheLeader(t *testing.T) {
	t.Parallel()
	nodes := newNodes(t, 3)
	leader := nodes[0]
	nodes[1].follow(leader)
	nodes[2].follow(leader)
	gossips(nodes[1], nodes...) // the gossip is older than the election
	for _, url := range []string{url(nodes[1]), url(nodes...)} {
		s := open(t, esdb.Config{URL: url})
		before := nodes[1].calls.Load() + nodes[2].calls.Load()
		for i := range eventstore.Revision(40) {
			if _, err := s.Append(t.Context(), url, i-1, event()); err != nil {
				t.Fatal(err)
			}
			if got, err := s.ReadStream(t.Context(), url, i, eventstore.Forwards, 1); err != nil || len(got) != 1 {
				t.Fatal(got, err)
			}
		}
		if n := nodes[1].calls.Load() + nodes[2].calls.Load() - before; n > 3 {
			t.Errorf("%s: followers got %d calls", url, n)
		}
	}
}

func TestTheLeaderThatAFollowerNamesMayNotBeReady(t *testing.T) {
	t.Parallel()
	nodes := newNodes(t, 3)
	s := open(t, esdb.Config{URL: url(nodes[0], nodes[1])})
	gossips(nodes[1], nodes...)
	nodes[0].follow(nodes[2])
	nodes[1].follow(nodes[2])
	nodes[2].answer(func(call grpc.ServerStream, method string, _ grpc.StreamHandler) error {
		receiveAll(call, method)
		return status.Error(codes.Unavailable, "Server Is Not Ready")
	})
	elected := time.AfterFunc(time.Second, func() { nodes[1].answer(nil) })
	defer elected.Stop()
	if _, err := s.Append(t.Context(), "s", eventstore.NoStream, event()); err != nil {
		t.Error(err)
	}
}

// The official client would connect to the leader that the follower names, and never close that connection.
func TestAFollowerThatNamesAGoneLeaderLeavesNoConnection(t *testing.T) {
	t.Parallel()
	nodes := newNodes(t, 2)
	gone := nodes[1]
	s := open(t, esdb.Config{URL: url(nodes[0]), RetryFor: 400 * time.Millisecond})
	gone.gone.Store(true)
	nodes[0].follow(gone)
	if _, err := s.Head(t.Context()); !errors.Is(err, eventstore.ErrUnavailable) {
		t.Errorf("without a leader: %v", err)
	}
	nodes[0].answer(nil) // it leads again
	if _, err := s.Append(t.Context(), "s", eventstore.NoStream, event()); err != nil {
		t.Error(err)
	}
	poll.Within(t, poll.Limit, "no connection to the gone leader is left", func() (bool, any) {
		n := gone.Connections()
		return n == 0, n
	})
}

func TestASubscriptionLeavesANodeThatNoLongerLeads(t *testing.T) {
	t.Parallel()
	nodes := newNodes(t, 2)
	silenced := silence(t, nodes[0])
	s := open(t, esdb.Config{URL: url(nodes[0]), CheckEvery: 50 * time.Millisecond})
	other := open(t, esdb.Config{URL: url(nodes[1])}) // another instance, at the new leader
	live := s.Subscribe(eventstore.Position{})
	appendAndFollow(t, other, live, 0)
	silenced(func(call grpc.ServerStream, method string) error {
		return refuseAsFollower(call, method, nodes[1].Addr())
	})
	appendAndFollow(t, other, live, 1)
}

// From 24.6 on a follower accepts a subscription before it drops it because it does not lead, and the drop
// names no leader. The store makes no other call that would find it.
func TestASubscriptionThatAFollowerAcceptsAndDropsFindsTheLeader(t *testing.T) {
	t.Parallel()
	c := esdbtest.StartCluster(t, embedded(t))
	for name, url := range map[string]string{"one host": c.Node(0).URL(), "all hosts": c.URL()} {
		t.Run(name, func(t *testing.T) {
			s := open(t, esdb.Config{URL: url, CheckEvery: time.Hour})
			other := open(t, esdb.Config{URL: c.URL()})
			at, err := other.Head(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			live := s.Subscribe(at)
			for revision := range eventstore.Revision(6) {
				appendTo(t, other, live, name, revision)
				old := c.LeaderIndex()
				c.Elect((old+1)%3, 0)
				c.Node(old).Disconnect()
			}
		})
	}
}

func TestASubscriptionThatGetsNothingAnyMoreIsMadeAnew(t *testing.T) {
	t.Parallel()
	n := newNodes(t, 1)[0]
	silenced := silence(t, n)
	s := open(t, esdb.Config{URL: n.URL(), CheckEvery: 50 * time.Millisecond})
	live := s.Subscribe(eventstore.Position{})
	appendAndFollow(t, s, live, 0)
	silenced(nil)
	appendAndFollow(t, s, live, 1)
}

// silence returns a function that silences the present subscriptions of a node, and makes it refuse other
// calls if refuse is set. It waits until there is a subscription.
func silence(t *testing.T, n *node) func(refuse func(call grpc.ServerStream, method string) error) {
	var silent, subscriptions atomic.Int64
	var refusal atomic.Pointer[func(call grpc.ServerStream, method string) error]
	n.answer(func(call grpc.ServerStream, method string, next grpc.StreamHandler) error {
		if f := refusal.Load(); f != nil {
			return (*f)(call, method)
		}
		return next(nil, &muted{ServerStream: call, silent: &silent, began: silent.Load(), subscriptions: &subscriptions})
	})
	return func(refuse func(call grpc.ServerStream, method string) error) {
		poll.Within(t, poll.Limit, "there is a subscription", func() (bool, any) {
			n := subscriptions.Load()
			return n > 0, n
		})
		if refuse != nil {
			refusal.Store(&refuse)
		}
		silent.Add(1)
	}
}

// muted is a call that sends nothing any more once the node has been silenced.
type muted struct {
	grpc.ServerStream
	silent, subscriptions *atomic.Int64
	began                 int64
}

func (m *muted) SendMsg(msg any) error {
	if m.silent.Load() != m.began {
		return nil
	}
	err := m.ServerStream.SendMsg(msg)
	if r, ok := msg.(*streams.ReadResp); ok && r.GetConfirmation() != nil {
		m.subscriptions.Add(1)
	}
	return err
}

func appendAndFollow(t *testing.T, s *esdb.Store, live eventstore.Subscription, revision eventstore.Revision) {
	t.Helper()
	appendTo(t, s, live, "s", revision)
}

func appendTo(t *testing.T, s *esdb.Store, live eventstore.Subscription, stream string, revision eventstore.Revision) {
	t.Helper()
	if _, err := s.Append(t.Context(), stream, revision-1, event()); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 8*time.Second)
	defer cancel()
	got, err := live.Next(ctx, 10)
	if err != nil || len(got) != 1 || got[0].Revision != revision {
		t.Fatalf("the subscription gave %s, %v; want revision %d", fmt.Sprint(got), err, revision)
	}
}
