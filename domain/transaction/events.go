// Package transaction is the aggregate of a transaction that a client records (POST
// /transactions). It never moves a balance: money that the provider receives is a payment.
package transaction

import (
	"encoding/json"
	"time"

	"gateway/domain"

	"github.com/shopspring/decimal"
)

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
