package transaction

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"

	"gateway/domain"
)

// Aggregate folds the streams of recorded transactions.
var Aggregate = domain.Aggregate[State]{Category: "transaction", Evolve: Evolve}

// Stream names the stream of a client's transaction_id by its SHA-256, because the id may contain any
// character.
func Stream(clientID int64, transactionID string) string {
	sum := sha256.Sum256([]byte(transactionID))
	return Aggregate.Stream(strconv.FormatInt(clientID, 10) + "-" + hex.EncodeToString(sum[:]))
}

// DefaultStatus is the status of a transaction that is recorded without one.
const DefaultStatus = "PENDING"

// State is the recorded transaction; its ID is 0 before it is recorded. A retry is answered from it.
type State struct{ Recorded }

// Evolve returns the state after the event.
func Evolve(s State, event domain.Event) State {
	if e, ok := event.(Recorded); ok {
		s.Recorded = e
	}
	return s
}

// ErrDuplicate refuses a transaction_id that another request recorded.
var ErrDuplicate = &domain.Refusal{
	Kind: domain.Invalid, Code: "duplicate_transaction_id", Field: "transaction_id", Message: "is recorded already",
}

// RecordCmd records a transaction. It has the fields of the event Recorded.
type RecordCmd Recorded

// Record decides a RecordCmd. Checks: recorded with the same ID: nothing happens, it is a retry; recorded
// with another ID: ErrDuplicate.
func Record(s State, cmd RecordCmd) ([]domain.Event, error) {
	if s.ID == cmd.ID && s.ID != 0 {
		return nil, nil
	}
	if s.ID != 0 {
		return nil, ErrDuplicate
	}
	if cmd.Status == "" {
		cmd.Status = DefaultStatus
	}
	return []domain.Event{Recorded(cmd)}, nil
}
