package domain

// Event is a fact that happened to an aggregate.
type Event interface {
	// EventType is the wire name with its version, such as `withdrawal.requested.v1`. It is
	// never derived from the Go type, because the log keeps it permanently.
	EventType() string
}

// Outdated is an event in a former version. The codec decodes it as its newest version, so
// that no other code knows former ones; it encodes none.
type Outdated interface {
	Event
	// Upgraded returns the same event in the next version.
	Upgraded() Event
}

// FilledIn is implemented by the pointer to an event that former versions wrote with fewer fields, or with former
// names in them, under the same wire name. The codec calls FillIn on what it has decoded, so that no other code
// knows the former form. The bytes in the log stay.
type FilledIn interface {
	// FillIn sets what is missing. It changes nothing in an event of the present version.
	FillIn()
}

// Aggregate defines how the events of one kind of stream are folded into a state S. The
// zero S is the state before the first event.
type Aggregate[S any] struct {
	// Category is the part of the stream name before the first `-`.
	Category string
	// Evolve returns the state after the event. It never fails, and it returns the state
	// unchanged for an event that it does not know. It must not change what the given
	// state holds: it copies maps, and only appends to slices.
	Evolve func(S, Event) S
	// SnapshotVersion is zero for aggregates with short streams, which have no snapshots.
	// A change of S's JSON raises the version, so that older snapshots are ignored.
	SnapshotVersion int
}

// Stream names the stream of the aggregate with this id.
func (a Aggregate[S]) Stream(id string) string { return a.Category + "-" + id }

// Fold evolves s by the events in order.
func (a Aggregate[S]) Fold(s S, events ...Event) S {
	for _, e := range events {
		s = a.Evolve(s, e)
	}
	return s
}
