package idempotency

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"time"

	"gateway/domain"
)

// Aggregate folds the streams of idempotency keys.
var Aggregate = domain.Aggregate[State]{Category: "idempotency", Evolve: Evolve}

// Stream names the stream of an actor's key by their SHA-256, because a key may hold any
// character. The actor is `client:<id>` or `admin:<id>`, as in the metadata of events.
func Stream(actor, key string) string {
	sum := sha256.Sum256([]byte(actor + "\x00" + key))
	return Aggregate.Stream(hex.EncodeToString(sum[:]))
}

// Hash returns the BodyHash of a body.
func Hash(body []byte) string {
	sum := sha256.Sum256(body)
	return hex.EncodeToString(sum[:])
}

// State is one key. The zero State is a free key: never used, or its request was refused.
type State struct {
	Method   string
	Path     string
	BodyHash string
	// ID and Reference are the ids that every attempt of the command uses.
	ID        int64
	Reference string
	// ApprovalID is copied from Begun.
	ApprovalID int64
	// Owner is the process that works, or worked, on the request; empty if the key is free.
	Owner string
	// AttemptedAt is when the owner began.
	AttemptedAt time.Time
	// Interrupted is true if the owner's attempt ended without an answer.
	Interrupted bool
	// Status and Answer are the first answer; 0 and nil before there is one.
	Status int
	Answer json.RawMessage
}

// Free reports whether the key may be used for any request.
func (s State) Free() bool { return s.Owner == "" }

// Completed reports whether there is an answer to repeat.
func (s State) Completed() bool { return s.Status != 0 }

// Evolve returns the state after the event.
func Evolve(s State, event domain.Event) State {
	switch e := event.(type) {
	case Begun:
		return State{
			Method: e.Method, Path: e.Path, BodyHash: e.BodyHash,
			ID: e.ID, Reference: e.Reference, ApprovalID: e.ApprovalID, Owner: e.Owner, AttemptedAt: e.At,
		}
	case Resumed:
		s.Owner, s.AttemptedAt, s.Interrupted = e.Owner, e.At, false
	case Interrupted:
		s.Interrupted = true
	case Completed:
		s.Status, s.Answer = e.Status, e.Answer
	case Abandoned:
		return State{}
	}
	return s
}
