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
	// ReversalReturned: the money came back.
	ReversalReturned = "returned"
)

// ReversalRow is money that was taken back after it was paid, in the form shown to administrators.
type ReversalRow struct {
	TransactionID string `json:"transaction_id"`
	ReversalID    string `json:"reversal_id"`
	// Position is the position of the first event about it.
	Position int64 `json:"-"`
	ClientID int64 `json:"client_id"`
	// ClientName is the client's name. It is filled for answers; queries leave it empty.
	ClientName string          `json:"client_name,omitempty"`
	Kind       string          `json:"kind"`
	Amount     decimal.Decimal `json:"amount"`
	// SuspenseID is the id of the suspense item, or 0 for money that was credited at once.
	SuspenseID        int64  `json:"suspense_id"`
	Reason            string `json:"reason"`
	By                string `json:"by"`
	ProviderPaymentID string `json:"provider_payment_id"`
	Status            string `json:"status"`
	// Contradiction is one of the contradictions of package payment. It is empty unless Status says that
	// there is one.
	Contradiction string    `json:"contradiction"`
	CreatedAt     time.Time `json:"created_at"`
	UpdatedAt     time.Time `json:"updated_at"`
}

func (r *ReversalRow) columns(f *readtable.Fields) {
	f.At("transaction_id", &r.TransactionID).At("reversal_id", &r.ReversalID).At("position", &r.Position).At("client_id", &r.ClientID)
	f.At("created_at", &r.CreatedAt)
	f.Later("kind", &r.Kind).Later("amount", &r.Amount).Later("suspense_id", &r.SuspenseID).Later("reason", &r.Reason).Later("by", &r.By)
	f.Later("provider_payment_id", &r.ProviderPaymentID).Later("status", &r.Status).Later("contradiction", &r.Contradiction)
	f.Later("updated_at", &r.UpdatedAt)
}

var reversalTable = readtable.TableOf("reversals", (*ReversalRow).columns)

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
	// RefundID is that of the merchant's refund, absent for none. Returned is true, and Amount negative, where the money of the
	// reversal with the same id came back.
	RefundID int64     `json:"refund_id,omitempty"`
	Returned bool      `json:"returned,omitempty"`
	At       time.Time `json:"at"`
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

// Reversals projects the money that was taken back.
type Reversals struct{}

// Name implements engine.Model.
func (Reversals) Name() string { return "reversals" }

// Tables implements engine.Model.
func (Reversals) Tables() []string { return []string{"reversals", "reversal_counts"} }

var (
	putReversals   = readtable.Upsert("reversals", (*ReversalRow).columns, "transaction_id", "reversal_id")
	countReversals = readtable.CounterIn("reversal_counts")
)

type reversalKey struct{ transactionID, reversalID string }

// Applies implements engine.Selective.
func (Reversals) Applies() []domain.Event {
	return []domain.Event{payment.Reversed{}, payment.ReversalReported{}, payment.ReversalContradicted{}, payment.ReversalReturned{}}
}

// Apply implements engine.Model.
func (Reversals) Apply(ctx context.Context, tx *engine.Tx, events []eventstore.Envelope) error {
	var all readtable.Changes[reversalKey, ReversalRow]
	counts := readtable.Counts{}
	set := func(env eventstore.Envelope, p payment.Identity, news payment.Reversal, row ReversalRow, before string) {
		c := all.ForKey(reversalKey{p.TransactionID, news.ReversalID})
		if row.Position, row.CreatedAt = c.Position, c.CreatedAt; c.Position == 0 {
			row.Position, row.CreatedAt = env.Position.Commit, row.UpdatedAt
		}
		row.TransactionID, row.ClientID = p.TransactionID, p.ClientID
		row.ReversalID, row.Kind, row.Amount = news.ReversalID, news.Kind, news.Amount
		row.Reason, row.By, row.ProviderPaymentID = news.Reason, news.By, news.ProviderPaymentID
		*c = row
		counts.Move(readtable.Scope{}, before, row.Status)
	}
	for _, env := range events {
		switch e := env.Event.(type) {
		case payment.Reversed:
			posted := ReversalRow{Status: ReversalPosted, SuspenseID: e.SuspenseID, UpdatedAt: e.At}
			before := reversalBefore(e.Waited, e.WasUndecided)
			if e.WasContradicted {
				before = ReversalContradicted
			}
			set(env, e.Identity, e.Reversal, posted, before)
		case payment.ReversalReported:
			status := reversalBefore(true, e.Undecided)
			set(env, e.Identity, e.Reversal, ReversalRow{Status: status, UpdatedAt: e.At}, reversalBefore(e.Waited, e.WasUndecided))
		case payment.ReversalReturned:
			set(env, e.Identity, e.Reversal, ReversalRow{Status: ReversalReturned, SuspenseID: e.SuspenseID, UpdatedAt: e.At}, ReversalPosted)
		case payment.ReversalContradicted:
			set(env, e.Identity, e.Reversal, ReversalRow{
				Status: ReversalContradicted, Contradiction: e.Contradiction, UpdatedAt: e.At,
			}, reversalBefore(e.Waited, e.WasUndecided))
		}
	}
	return readtable.Run(ctx, tx, putReversals.Rows(all.List...), countReversals.Add(counts))
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
