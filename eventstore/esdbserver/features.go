package esdbserver

import (
	"context"
	"slices"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/serverfeatures"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
)

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
