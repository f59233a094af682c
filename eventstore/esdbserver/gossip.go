package esdbserver

import (
	"context"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/gossip"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
)

// gossipService is a separate type because both Gossip and Streams have a method Read.
type gossipService struct {
	gossip.UnimplementedGossipServer
	server *Server
}

// Read implements the service Gossip.
func (g gossipService) Read(context.Context, *shared.Empty) (*gossip.ClusterInfo, error) {
	cluster := &gossip.ClusterInfo{}
	for _, m := range g.server.members() {
		info, err := memberInfo(m)
		if err != nil {
			return nil, errNotReady
		}
		cluster.Members = append(cluster.Members, info)
	}
	return cluster, nil
}
