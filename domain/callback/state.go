package callback

import (
	"encoding/hex"
	"time"

	"gateway/domain"
)

// Aggregate folds the streams of callbacks.
var Aggregate = domain.Aggregate[State]{Category: "callback", Evolve: Evolve}

// Stream names the stream of a callback.
func Stream(id string) string { return Aggregate.Stream(id) }

// ID is the id of the callback that an event triggers, and the value of its header webhook-id. It depends
// only on the event, so an event that is read twice triggers one callback.
func ID(eventID [16]byte) string { return "cb_" + hex.EncodeToString(eventID[:]) }

// The statuses of a delivery.
const (
	StatusPending   = "pending"
	StatusDelivered = "delivered"
	StatusExhausted = "exhausted"
)

// Statuses returns all statuses of a callback.
func Statuses() []string { return []string{StatusPending, StatusDelivered, StatusExhausted} }

// AttemptFailed is the outcome of an attempt that another one follows. The outcomes of others are StatusDelivered and
// StatusExhausted.
const AttemptFailed = "failed"

// State is one delivery. The zero State is a delivery without an attempt.
type State struct {
	// Status is empty before the first attempt, which Pending treats as pending.
	Status string
	// Attempts counts all attempts; Round counts those since the start or since the ended delivery was opened again.
	Attempts int
	Round    int
	// NextAttemptAt is nil before the first attempt, and if no further attempt follows.
	NextAttemptAt *time.Time
}

// Pending reports whether an attempt is still to be made.
func (s State) Pending() bool { return s.Status == "" || s.Status == StatusPending }

// IsDue reports whether an attempt is to be made at the given time.
func (s State) IsDue(at time.Time) bool {
	return s.Pending() && (s.NextAttemptAt == nil || !s.NextAttemptAt.After(at))
}

// Evolve returns the state after the event.
func Evolve(s State, event domain.Event) State {
	switch e := event.(type) {
	case Attempted:
		s.Status, s.Attempts, s.NextAttemptAt = StatusPending, e.Attempt, e.NextAttemptAt
		s.Round++
	case Delivered:
		s.Status = StatusDelivered
	case Exhausted:
		s.Status = StatusExhausted
	case ResendRequested:
		if !s.Pending() {
			s.Round = 0
		}
		at := e.At
		s.Status, s.NextAttemptAt = StatusPending, &at
	}
	return s
}
