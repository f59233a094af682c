package reactor

import (
	"context"

	"gateway/eventstore"
	"gateway/projections/engine"
)

// Reactor is what a Group runs.
type Reactor interface {
	// Name is one word, for logs, metrics and administrators.
	Name() string
	// Run works until the context ends. It may be called again after an error.
	Run(ctx context.Context) error
	// Status may be asked for at any time, also where another instance has the
	// lead. Head, Lag and Progress are filled in by the Group.
	Status(ctx context.Context) (engine.Status, error)
}

func asReactor(ctx context.Context, name string) context.Context {
	return eventstore.WithMetadata(ctx, eventstore.Metadata{Actor: "system:" + name})
}
