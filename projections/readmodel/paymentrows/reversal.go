package paymentrows

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"gateway/domain"
	"gateway/domain/payment"
	"gateway/eventstore"
	"gateway/projections/engine"
	"gateway/projections/readmodel/readtable"

	"github.com/shopspring/decimal"
)

// The statuses of a ReversalRow.
const (
	ReversalPosted       = "posted"
	ReversalWaiting      = "waiting"
	ReversalUndecided    = "undecided"
	ReversalContradicted = "contradicted"
)

// ReversalRow is money that was taken back after it was paid, in the form shown to administrators.
type ReversalRow struct {
	TransactionID string `db:"transaction_id" json:"transaction_id"`
	ReversalID    string `db:"reversal_id" json:"reversal_id"`
	ClientID      int64  `db:"client_id" json:"client_id"`
	// ClientName is the client's name. It is filled for answers; queries leave it empty.
	ClientName string          `db:"-" json:"client_name,omitempty"`
	Kind       string          `db:"kind" json:"kind"`
	Amount     decimal.Decimal `db:"amount" json:"amount"`
	// SuspenseID is the id of the suspense item, or 0 for money that was credited at once.
	SuspenseID        int64  `db:"suspense_id" json:"suspense_id"`
	Reason            string `db:"reason" json:"reason"`
	By                string `db:"by" json:"by"`
	ProviderPaymentID string `db:"provider_payment_id" json:"provider_payment_id"`
	Status            string `db:"status" json:"status"`
	// Contradiction is one of the contradictions of package payment. It is empty unless Status says that
	// there is one.
	Contradiction string    `db:"contradiction" json:"contradiction"`
	CreatedAt     time.Time `db:"created_at" json:"created_at"`
	UpdatedAt     time.Time `db:"updated_at" json:"updated_at"`
}

var reversalTable = readtable.Of[ReversalRow]("reversals")

// Reversals returns a page of the reversals of all clients, newest first, and their total number. It filters
// by status, unless status is empty.
func (q Queries) Reversals(ctx context.Context, status string, p readtable.Page) ([]ReversalRow, int64, error) {
	return reversalTable.ListPage(ctx, q.DB, "reversal_counts", new(readtable.Search).Equals("status", status), p)
}

// Reversal returns a reversal by its id. If several payments have one with that id, it returns the newest.
func (q Queries) Reversal(ctx context.Context, id string) (ReversalRow, error) {
	return reversalTable.Get(ctx, q.DB, "WHERE reversal_id = $1 ORDER BY position DESC", id)
}

// Reversal is money that was taken back, in the form that a transaction shows.
type Reversal struct {
	ReversalID string          `json:"reversal_id"`
	Kind       string          `json:"kind"`
	Amount     decimal.Decimal `json:"amount"`
	Reason     string          `json:"reason"`
	By         string          `json:"by"`
	At         time.Time       `json:"at"`
}

// ReversalList has the reversals of a transaction, oldest first. It is a JSON column.
type ReversalList []Reversal

// Scan implements sql.Scanner.
func (l *ReversalList) Scan(value any) error {
	text, ok := value.([]byte)
	if !ok {
		return fmt.Errorf("reversals are %T, not JSON", value)
	}
	*l = ReversalList{}
	if string(text) == "[]" {
		return nil // the usual case
	}
	return json.Unmarshal(text, l)
}

// IsZero reports whether the list was never set.
func (l ReversalList) IsZero() bool { return l == nil }

// MarshalJSON implements json.Marshaler. It writes an empty list when there are no reversals.
func (l ReversalList) MarshalJSON() ([]byte, error) {
	if l == nil {
		return []byte("[]"), nil
	}
	return json.Marshal([]Reversal(l))
}

// text returns the list in the form of the JSON column.
func (l ReversalList) text() json.RawMessage {
	text, err := json.Marshal(l)
	if err != nil {
		panic(err) // texts, times and decimals can always be encoded
	}
	return text
}

// Reversals projects the money that was taken back.
type Reversals struct{}

// Name implements engine.Model.
func (Reversals) Name() string { return "reversals" }

// Tables implements engine.Model.
func (Reversals) Tables() []string { return []string{"reversals", "reversal_counts"} }

var (
	insertReversals = readtable.InsertStatement("reversals", "transaction_id text", "reversal_id text", "position bigint", "client_id bigint",
		"kind text", "amount numeric", "suspense_id bigint", "reason text", "by text", "provider_payment_id text", "status text",
		"contradiction text", "created_at timestamptz", "updated_at timestamptz") + ` ON CONFLICT (transaction_id, reversal_id) DO UPDATE SET
		kind = excluded.kind, amount = excluded.amount, suspense_id = excluded.suspense_id, reason = excluded.reason,
		by = excluded.by, provider_payment_id = excluded.provider_payment_id, status = excluded.status,
		contradiction = excluded.contradiction, updated_at = excluded.updated_at`
	countReversals = readtable.AddToCounters("reversal_counts")
)

type reversalKey struct{ transactionID, reversalID string }

// reversalChange is the newest row of a reversal in a batch, with the position of its first event.
type reversalChange struct {
	row      ReversalRow
	position int64
}

// Applies implements engine.Selective.
func (Reversals) Applies() []domain.Event {
	return []domain.Event{payment.Reversed{}, payment.ReversalReported{}, payment.ReversalContradicted{}}
}

// Apply implements engine.Model.
func (Reversals) Apply(ctx context.Context, tx *engine.Tx, events []eventstore.Envelope) error {
	var all readtable.Changes[reversalKey, reversalChange]
	counts := readtable.CounterChanges{}
	set := func(env eventstore.Envelope, p payment.Identity, news payment.Reversal, row ReversalRow, before string) {
		c := all.ForKey(reversalKey{p.TransactionID, news.ReversalID})
		if c.position == 0 {
			c.position, c.row.CreatedAt = env.Position.Commit, row.UpdatedAt
		}
		row.TransactionID, row.ClientID, row.CreatedAt = p.TransactionID, p.ClientID, c.row.CreatedAt
		row.ReversalID, row.Kind, row.Amount = news.ReversalID, news.Kind, news.Amount
		row.Reason, row.By, row.ProviderPaymentID = news.Reason, news.By, news.ProviderPaymentID
		c.row = row
		counts.Move(nil, before, row.Status)
	}
	for _, env := range events {
		switch e := env.Event.(type) {
		case payment.Reversed:
			posted := ReversalRow{Status: ReversalPosted, SuspenseID: e.SuspenseID, UpdatedAt: e.At}
			set(env, e.Identity, e.Reversal, posted, reversalBefore(e.Waited, e.WasUndecided))
		case payment.ReversalReported:
			status := reversalBefore(true, e.Undecided)
			set(env, e.Identity, e.Reversal, ReversalRow{Status: status, UpdatedAt: e.At}, reversalBefore(e.Waited, e.WasUndecided))
		case payment.ReversalContradicted:
			set(env, e.Identity, e.Reversal, ReversalRow{
				Status: ReversalContradicted, Contradiction: e.Contradiction, UpdatedAt: e.At,
			}, reversalBefore(e.Waited, e.WasUndecided))
		}
	}
	var rows readtable.Batch
	for _, c := range all.List {
		r := c.row
		rows.Add(r.TransactionID, r.ReversalID, c.position, r.ClientID, r.Kind, r.Amount, r.SuspenseID, r.Reason, r.By,
			r.ProviderPaymentID, r.Status, r.Contradiction, r.CreatedAt, r.UpdatedAt)
	}
	return readtable.ExecAll(ctx, tx, readtable.WriteBy(&rows, insertReversals), readtable.WriteBy(counts.Batch(), countReversals))
}

// reversalBefore returns the previous status of a reversal that was reported before, or "" when it was not.
func reversalBefore(reported, undecided bool) string {
	switch {
	case undecided:
		return ReversalUndecided
	case reported:
		return ReversalWaiting
	}
	return ""
}
