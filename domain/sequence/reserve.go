package sequence

import (
	"time"

	"gateway/domain"
)

// Aggregate folds the streams of sequences.
var Aggregate = domain.Aggregate[State]{Category: "sequence", Evolve: Evolve}

// Stream names the stream of a kind of id.
func Stream(kind string) string { return Aggregate.Stream(kind) }

// Max is the largest id. Above it, JSON readers that use floating-point numbers confuse
// ids.
const Max = int64(1)<<53 - 1

// State is the last reserved id, 0 before the first.
type State struct{ Last int64 }

// Evolve gives the state after the event.
func Evolve(s State, event domain.Event) State {
	if e, ok := event.(Reserved); ok {
		s.Last = e.To
	}
	return s
}

// Reserve takes the next n ids; the first id is 1. Checks: invalid_field n, if it is not
// above 0; sequence_exhausted.
func Reserve(s State, kind string, n int64, at time.Time) ([]domain.Event, error) {
	if n <= 0 {
		return nil, domain.InvalidField("n", "must be above 0")
	}
	if n > Max-s.Last {
		return nil, domain.Refuse(domain.Busy, "sequence_exhausted", "no more ids of kind %s are left", kind)
	}
	return []domain.Event{Reserved{Kind: kind, From: s.Last + 1, To: s.Last + n, At: at}}, nil
}
