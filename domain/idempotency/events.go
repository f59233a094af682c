// Package idempotency is the aggregate of an Idempotency-Key, with one stream per actor and key. The first
// event fixes the request and the ids that the command will use, so that a retry after a crash finishes the
// request and does nothing twice.
package idempotency

import (
	"encoding/json"
	"time"

	"gateway/domain"
)

// Begun fixes the request of the key. Owner names the process that works on it.
type Begun struct {
	// ClientID is the client that the created object belongs to, 0 if it belongs to none. The owner of the
	// key, a client or an administrator, is in the event's metadata.
	ClientID int64  `json:"client_id"`
	Method   string `json:"method"`
	Path     string `json:"path"`
	// BodyHash is the SHA-256 of the body, hex.
	BodyHash string `json:"body_hash"`
	// ID and Reference are the integer id and the string id (transaction_id or
	// external_id) that the command uses.
	ID        int64  `json:"id"`
	Reference string `json:"reference"`
	// ApprovalID is the id of the approval to request if the command needs a second administrator; 0 if none
	// is reserved.
	ApprovalID int64     `json:"approval_id,omitempty"`
	Owner      string    `json:"owner"`
	At         time.Time `json:"at"`
}

// Resumed hands an unfinished request over to another owner.
type Resumed struct {
	Owner string    `json:"owner"`
	At    time.Time `json:"at"`
}

// Completed keeps the answer, which all repetitions get.
type Completed struct {
	Status int             `json:"status"`
	Answer json.RawMessage `json:"answer"`
	At     time.Time       `json:"at"`
}

// Interrupted ends an attempt without an answer: the provider or the log did not
// answer, or a repetition was refused. The key keeps its request and its ids, and any
// instance may go on at once.
type Interrupted struct {
	At time.Time `json:"at"`
}

// Abandoned frees the key again: its first attempt was refused with a 4xx, and a retry is decided afresh.
type Abandoned struct {
	At time.Time `json:"at"`
}

// EventType is the wire name.
func (Begun) EventType() string       { return "idempotency.begun.v1" }
func (Resumed) EventType() string     { return "idempotency.resumed.v1" }
func (Completed) EventType() string   { return "idempotency.completed.v1" }
func (Interrupted) EventType() string { return "idempotency.interrupted.v1" }
func (Abandoned) EventType() string   { return "idempotency.abandoned.v1" }

// Events lists a zero value of each event of this package, for the codec.
func Events() []domain.Event {
	return []domain.Event{Begun{}, Resumed{}, Completed{}, Interrupted{}, Abandoned{}}
}
