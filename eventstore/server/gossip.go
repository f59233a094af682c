package server

import (
	"context"
	"net"
	"strconv"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/gossip"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// gossipService is a type of its own because both Gossip and Streams have a method Read.
type gossipService struct {
	gossip.UnimplementedGossipServer
	server *Server
}

// Read implements the service Gossip. The cluster is this node alone, as leader.
func (g gossipService) Read(context.Context, *shared.Empty) (*gossip.ClusterInfo, error) {
	g.server.mu.Lock()
	addr := g.server.addr
	g.server.mu.Unlock()
	node, err := leaderAt(addr.String())
	if err != nil {
		return nil, status.Error(codes.Unavailable, "Server Is Not Ready")
	}
	return &gossip.ClusterInfo{Members: []*gossip.MemberInfo{node}}, nil
}

// leaderAt describes a living leader at the address, host:port.
func leaderAt(addr string) (*gossip.MemberInfo, error) {
	host, text, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, err
	}
	port, err := strconv.ParseUint(text, 10, 16)
	if err != nil {
		return nil, err
	}
	return &gossip.MemberInfo{
		TimeStamp: time.Now().UnixNano() / 100, State: gossip.MemberInfo_Leader, IsAlive: true,
		HttpEndPoint: &gossip.EndPoint{Address: host, Port: uint32(port)},
	}, nil
}
