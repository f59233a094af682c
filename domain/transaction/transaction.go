// Package transaction is the aggregate of a transaction that a client records (POST
// /transactions). It never moves a balance: money that the provider receives is a payment.
package transaction

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strconv"
	"time"

	"gateway/domain"

	"github.com/shopspring/decimal"
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

// Recorded is the only event of its stream, so that a transaction_id is recorded once.
type Recorded struct {
	// ID is drawn from the sequence `transaction`, which payments share.
	ID            int64  `json:"id"`
	ClientID      int64  `json:"client_id"`
	TransactionID string `json:"transaction_id"`
	ExternalID    string `json:"external_id"`
	// AppID is the client's only app, 0 if it has none or several.
	AppID          int64            `json:"app_id"`
	Total          decimal.Decimal  `json:"total"`
	NetPayment     *decimal.Decimal `json:"net_payment"`
	TransactionLog json.RawMessage  `json:"transaction_log"`
	Status         string           `json:"status"`
	At             time.Time        `json:"at"`
}

// EventType is the wire name.
func (Recorded) EventType() string { return "transaction.recorded.v1" }

// Events lists a zero value of each event of this package, for the codec.
func Events() []domain.Event { return []domain.Event{Recorded{}} }
