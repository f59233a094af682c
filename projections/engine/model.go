package engine

import (
	"context"

	"gateway/eventstore"
)

// Model is one read model: a few tables that are derived from events alone.
type Model interface {
	// Name is the model's for ever: its checkpoint is kept under it.
	Name() string
	// Tables names the tables it owns. It writes to no others and reads no others.
	Tables() []string
	// Apply brings the tables up to date with a batch, in log order, in a bounded
	// number of set-based statements. Each event comes exactly once. Events that
	// do not concern the model are passed over. An error halts the model, unless it
	// comes from the connection.
	Apply(ctx context.Context, tx *Tx, events []eventstore.Envelope) error
}

// Seeder is a Model whose tables do not start empty.
type Seeder interface {
	// Seed fills the empty tables, before the first event.
	Seed(ctx context.Context, tx *Tx) error
}

// Indexed is a Model whose Apply finds rows by more than unique indexes. A rebuild
// builds all others when the rows are there.
type Indexed interface {
	// Indexes names those indexes.
	Indexes() []string
}
