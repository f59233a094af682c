package sequence

import (
	"time"

	"gateway/domain"
)

// Aggregate folds the streams of sequences. Each block is an event, so a stream becomes long, and has
// snapshots.
var Aggregate = domain.Aggregate[State]{Category: "sequence", Evolve: Evolve, SnapshotVersion: 1}

// Stream names the stream of a kind of id.
func Stream(kind string) string { return Aggregate.Stream(kind) }

// Max is the largest id. Above it, JSON readers that use floating-point numbers confuse ids.
const Max = int64(1)<<53 - 1

// Jump is the number of ids that a sequence skips when the log begins a new generation: events that were lost
// may have used ids after the last known one.
const Jump = 1_000_000

// State holds the last reserved id, 0 before the first, and the generation of the log in which it was
// reserved.
type State struct{ Last, Generation int64 }

// Evolve returns the state after the event.
func Evolve(s State, event domain.Event) State {
	if e, ok := event.(Reserved); ok {
		s.Last, s.Generation = e.To, e.Generation
	}
	return s
}

// Reserve takes the next n ids; the first id is 1. If the log is in a newer generation than the last block,
// Reserve first skips Jump ids per generation, even if the log holds no block. Checks: invalid_field n, if it
// is not above 0; sequence_exhausted.
func Reserve(s State, kind string, n, generation int64, at time.Time) ([]domain.Event, error) {
	if n <= 0 {
		return nil, domain.InvalidField("n", "must be above 0")
	}
	last := s.Last
	if generation > s.Generation {
		last += Jump * (generation - s.Generation)
	}
	if n > Max-last {
		return nil, domain.Refuse(domain.Busy, "sequence_exhausted", "no more ids of kind %s are left", kind)
	}
	return []domain.Event{Reserved{Kind: kind, From: last + 1, To: last + n, Generation: max(generation, s.Generation), At: at}}, nil
}
