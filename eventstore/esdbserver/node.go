package esdbserver

import (
	"context"
	"net"
	"strconv"
	"strings"
	"time"

	"gateway/eventstore"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/gossip"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
)

// Role is the role of a node in its cluster.
type Role int

// The roles. A node is Unknown while the cluster elects a leader, and while it can't reach a majority of the
// cluster.
const (
	Leader Role = iota
	Follower
	Unknown
)

// Member is a node as the gossip of a cluster describes it.
type Member struct {
	Addr  string // host:port
	Role  Role
	Alive bool
}

// Write is an append or a deletion that a node has received.
type Write struct {
	Stream   string
	Expected int64                 // below -1: the client names no revision
	Events   []eventstore.Proposed // none for a deletion
	// Commit checks the write and carries it out. It remains usable after the call that brought it: the node
	// may call it later, once, or never.
	Commit func(context.Context) (eventstore.Appended, error)
}

// Node is the part that a server plays in a cluster. Implementations must be safe for concurrent use.
type Node interface {
	// State returns the node's role and the leader's address, host:port. The address is empty if the node
	// knows no leader.
	State() (role Role, leader string)
	// Members returns all nodes of the cluster, as far as this one knows them.
	Members() []Member
	// Write carries out a write that this node has received as the leader, or forwards it as a follower.
	Write(context.Context, Write) (eventstore.Appended, error)
}

// errNotReady is the answer of a node that knows no leader.
var errNotReady = status.Error(codes.Unavailable, "Server Is Not Ready")

// errNotLeader names the leader, for a client that asked for it.
func errNotLeader(leader string) error {
	host, port, err := net.SplitHostPort(leader)
	if err != nil {
		return status.Error(codes.Unknown, "No leader info available in response")
	}
	return newRefusal(codes.NotFound, "Leader info available", "not-leader",
		"leader-endpoint-host", host, "leader-endpoint-port", port)
}

// requiresLeader reports whether the client accepts only an answer of the leader.
func requiresLeader(ctx context.Context) bool {
	values := metadata.ValueFromIncomingContext(ctx, "requires-leader")
	return len(values) > 0 && strings.EqualFold(values[0], "true")
}

// checkReader refuses a read whose client requires the leader, unless this node is the leader. Every node
// answers other reads.
func (s *Server) checkReader(ctx context.Context) error {
	if s.options.Node == nil || !requiresLeader(ctx) {
		return nil
	}
	switch role, leader := s.options.Node.State(); {
	case role == Leader:
		return nil
	case leader == "":
		return errNotReady
	default:
		return errNotLeader(leader)
	}
}

// commit carries out a write on the leader. A follower forwards it, unless the client wants to talk to the
// leader itself.
func (s *Server) commit(ctx context.Context, w Write) (eventstore.Appended, error) {
	if s.options.Node == nil {
		return w.Commit(ctx)
	}
	switch role, leader := s.options.Node.State(); {
	case role == Unknown:
		return eventstore.Appended{}, errNotReady
	case role == Follower && requiresLeader(ctx):
		return eventstore.Appended{}, errNotLeader(leader)
	}
	return s.options.Node.Write(ctx, w)
}

// leader returns the server that carries out this one's writes.
func (s *Server) leader() *Server {
	if s.options.Leader != nil {
		return s.options.Leader
	}
	return s
}

// append appends events for Append and BatchAppend.
func (s *Server) append(
	ctx context.Context, stream string, expected int64, events []eventstore.Proposed,
) (eventstore.Appended, error) {
	w := Write{Stream: stream, Expected: expected, Events: events}
	w.Commit = func(ctx context.Context) (eventstore.Appended, error) {
		return s.leader().write(ctx, stream, expected, events)
	}
	return s.commit(ctx, w)
}

// members returns the nodes of the cluster. Without a cluster it is this node alone.
func (s *Server) members() []Member {
	if s.options.Node != nil {
		return s.options.Node.Members()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return []Member{{Addr: s.addr.String(), Role: Leader, Alive: true}}
}

// memberInfo describes a node for the gossip.
func memberInfo(m Member) (*gossip.MemberInfo, error) {
	host, text, err := net.SplitHostPort(m.Addr)
	if err != nil {
		return nil, err
	}
	port, err := strconv.ParseUint(text, 10, 16)
	if err != nil {
		return nil, err
	}
	state := gossip.MemberInfo_Unknown
	switch m.Role {
	case Leader:
		state = gossip.MemberInfo_Leader
	case Follower:
		state = gossip.MemberInfo_Follower
	}
	return &gossip.MemberInfo{
		TimeStamp: time.Now().UnixNano() / 100, State: state, IsAlive: m.Alive,
		HttpEndPoint: &gossip.EndPoint{Address: host, Port: uint32(port)},
	}, nil
}
