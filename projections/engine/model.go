package engine

import (
	"context"

	"gateway/domain"
	"gateway/eventstore"
)

// Model is the projector of one read model: a few tables that are derived from events
// alone.
type Model interface {
	// Name is permanent: the model's checkpoint is stored under it.
	Name() string
	// Tables names the model's tables. The model reads and writes no others.
	Tables() []string
	// Apply applies a batch of events to the tables, in log order, in a bounded
	// number of set-based statements. It gets each event once, and passes over those
	// that don't concern it. An error halts the model, unless it is Transient.
	Apply(ctx context.Context, tx *Tx, events []eventstore.Envelope) error
}

// Selective is a Model that says which events it applies. Another model halts at every
// event that can't be decoded.
type Selective interface {
	// Applies returns a zero value of each event whose content changes the model's tables;
	// none, when the model reads only what the log itself says of an event.
	Applies() []domain.Event
}

// Seeder is a Model whose tables have rows before the first event.
type Seeder interface {
	// Seed inserts those rows into the empty tables.
	Seed(ctx context.Context, tx *Tx) error
}

// Indexed is a Model whose Apply searches rows by indexes that are not unique. A
// rebuild creates these before it applies events, and all other indexes that are not
// unique afterwards.
type Indexed interface {
	// Indexes names the indexes that Apply needs.
	Indexes() []string
}
