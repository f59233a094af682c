package domain

// Event is a fact that happened, as an aggregate states it. The wire name is
// written out and versioned (`withdrawal.requested.v1`), never derived from the
// Go type, since it is kept in the log for ever.
type Event interface {
	EventType() string
}

// Aggregate tells how the state of one kind of stream is folded from its events.
//
// Evolve is total and pure: it never fails, and it never changes anything
// reachable from the state it was given (maps are copied; a slice may only be
// appended to). The zero S is the state before the first event. An event that the
// aggregate does not know leaves the state as it is.
type Aggregate[S any] struct {
	// Category is the part of the stream name before the first `-`.
	Category string
	Evolve   func(S, Event) S
	// SnapshotVersion is zero for aggregates whose streams stay short. Otherwise
	// S is kept as JSON now and then, and a change of its form raises the version,
	// which makes older snapshots ignored.
	SnapshotVersion int
}

// Stream names the stream of the aggregate with this id.
func (a Aggregate[S]) Stream(id string) string { return a.Category + "-" + id }

// Fold gives the state after the events, in order, on top of s.
func (a Aggregate[S]) Fold(s S, events ...Event) S {
	for _, e := range events {
		s = a.Evolve(s, e)
	}
	return s
}
