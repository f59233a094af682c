package reactor

import (
	"context"

	"gateway/eventstore"
	"gateway/projections/engine"
)

// Reactor acts on events of the log. A Group runs it.
type Reactor interface {
	// Name returns a short name for logs, metrics and administrators.
	Name() string
	// Run works until the context ends. It may be called again after an error.
	Run(ctx context.Context) error
	// Status may be called at any time, even while another instance is the leader. The Group fills in
	// Head, Lag and Progress.
	Status(ctx context.Context) (engine.Status, error)
}

// withReactorAsActor names the reactor in the metadata of the events that it appends.
func withReactorAsActor(ctx context.Context, name string) context.Context {
	return eventstore.WithMetadata(ctx, eventstore.Metadata{Actor: "system:" + name})
}
