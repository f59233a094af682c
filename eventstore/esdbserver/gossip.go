package esdbserver

import (
	"context"
	"slices"
	"unicode/utf16"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/gossip"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/serverfeatures"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
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
	return &serverfeatures.SupportedMethods{EventStoreServerVersion: s.options.Version.name(), Methods: slices.Clone(features)}, nil
}

// Version is a version of EventStoreDB whose behaviour the server can show, where versions differ. The zero
// Version is Version2406.
type Version string

// The versions.
const (
	// Version2310 drops a subscription whose client is too slow, and reports once that a
	// subscription has caught up.
	Version2310 Version = "23.10.6"
	// Version2406 reads again what a slow client has missed, and reports each time that the
	// subscription has caught up.
	Version2406 Version = "24.6.0"
	// Version2410 counts metadata and types against the limit of an append; earlier versions count only the
	// data.
	Version2410 Version = "24.10.4"
)

// name returns the version text that the server tells its clients.
func (v Version) name() string {
	if v == "" {
		return string(Version2406)
	}
	return string(v)
}

// readsFirst reports whether the version reads the log before it accepts a subscription
// that does not begin at the end; this read may need the leader. From 24.6 on it accepts
// the subscription and then reads, if there is something to catch up on.
func (v Version) readsFirst(fromEnd bool) bool { return v == Version2310 && !fromEnd }

// errHandler is the answer if EventStoreDB does not validate a request.
var errHandler = status.Error(codes.Unknown, "Exception was thrown by handler.")

// errBetween returns the answer to a read that begins where no event does. From 24.6 on, subscriptions
// explain the error in more detail than other reads.
func (v Version) errBetween(subscribes, filtered bool) error {
	result := "ReadAllResult"
	if filtered {
		result = "FilteredReadAllResult"
	}
	switch {
	case v == Version2310:
		return status.Errorf(codes.Unknown, "Unexpected %s: Error", result)
	case subscribes:
		return status.Error(codes.InvalidArgument, "Trying to read from an invalid position.")
	}
	return status.Errorf(codes.Unknown, "Unexpected %s: InvalidPosition", result)
}

// appendSize returns the size of an event in bytes, as the version counts it against maxAppendSize.
func (v Version) appendSize(m proposedMessage) int {
	if v == Version2410 {
		return 2*len(utf16.Encode([]rune(m.GetMetadata()[propertyType]))) + len(m.GetData()) + len(m.GetCustomMetadata())
	}
	return len(m.GetData())
}
