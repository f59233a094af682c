package server

import (
	"context"
	"net"
	"slices"
	"strconv"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/gossip"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/serverfeatures"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// version is that of the EventStoreDB whose behaviour this is.
const version = "24.6.0"

var features = []*serverfeatures.SupportedMethod{
	streamMethod("read", "position", "events"), streamMethod("append"), streamMethod("delete"),
	streamMethod("tombstone"), streamMethod("batchappend", "deadline_duration"),
	{MethodName: "read", ServiceName: "event_store.client.gossip.gossip"},
	{MethodName: "getsupportedmethods", ServiceName: "event_store.client.server_features.serverfeatures"},
}

func streamMethod(name string, features ...string) *serverfeatures.SupportedMethod {
	return &serverfeatures.SupportedMethod{
		MethodName: name, ServiceName: "event_store.client.streams.streams", Features: features,
	}
}

// GetSupportedMethods implements the service ServerFeatures.
func (s *Server) GetSupportedMethods(context.Context, *shared.Empty) (*serverfeatures.SupportedMethods, error) {
	return &serverfeatures.SupportedMethods{EventStoreServerVersion: version, Methods: slices.Clone(features)}, nil
}

// gossipServer: the service Gossip has a method Read, as Streams does.
type gossipServer struct {
	gossip.UnimplementedGossipServer
	server *Server
}

// Read implements the service Gossip.
func (g gossipServer) Read(context.Context, *shared.Empty) (*gossip.ClusterInfo, error) {
	if members := g.server.options.Members; members != nil {
		return &gossip.ClusterInfo{Members: members()}, nil
	}
	g.server.mu.Lock()
	addr := g.server.addr
	g.server.mu.Unlock()
	m, err := Member(addr.String(), gossip.MemberInfo_Leader)
	if err != nil {
		return nil, status.Error(codes.Unavailable, "Server Is Not Ready")
	}
	return &gossip.ClusterInfo{Members: []*gossip.MemberInfo{m}}, nil
}

// Member is a living node at the address, host:port.
func Member(addr string, state gossip.MemberInfo_VNodeState) (*gossip.MemberInfo, error) {
	host, text, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, err
	}
	port, err := strconv.ParseUint(text, 10, 16)
	if err != nil {
		return nil, err
	}
	return &gossip.MemberInfo{
		TimeStamp: time.Now().UnixNano() / 100, State: state, IsAlive: true,
		HttpEndPoint: &gossip.EndPoint{Address: host, Port: uint32(port)},
	}, nil
}
