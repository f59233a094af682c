package engine

import (
	"context"

	"gateway/domain"
	"gateway/eventstore"
)

// Model is the projector of one read model: a few tables that are derived from events alone.
type Model interface {
	// Name is permanent: the model's checkpoint is stored under it.
	Name() string
	// Tables returns the names of the model's tables. The model reads and writes no others.
	Tables() []string
	// Apply applies a batch of events to the tables, in log order, in a bounded number of set-based
	// statements. It gets each event once and skips those that do not concern it. An error halts the model,
	// unless it is Transient.
	Apply(ctx context.Context, tx *Tx, events []eventstore.Envelope) error
}

// Selective is a Model that declares which events it applies. Other models halt at every event that cannot be
// decoded.
type Selective interface {
	// Applies returns a zero value of each event whose content changes the model's tables. It returns none
	// when the model uses only the log's own data about an event.
	Applies() []domain.Event
}

// Seeder is a Model whose tables have rows before the first event.
type Seeder interface {
	// Seed inserts the initial rows into the empty tables.
	Seed(ctx context.Context, tx *Tx) error
}

// Indexed is a Model whose Apply searches rows by non-unique indexes. A rebuild creates these before it
// applies events, and all other non-unique indexes afterwards.
type Indexed interface {
	// Indexes returns the names of the indexes that Apply needs.
	Indexes() []string
}
