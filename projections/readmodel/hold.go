package readmodel

import (
	"context"
	"time"

	"gateway/domain"
	"gateway/domain/payment"
	"gateway/eventstore"
	"gateway/projections/engine"

	"github.com/shopspring/decimal"
)

// Hold is a credit, or what is left of it, that is not available yet.
type Hold struct {
	TransactionID string `db:"transaction_id"`
	// SuspenseID is 0 for money that was credited at once.
	SuspenseID int64           `db:"suspense_id"`
	ClientID   int64           `db:"client_id"`
	Amount     decimal.Decimal `db:"amount"`
	// HeldSince is from when on the days of the hold count.
	HeldSince time.Time `db:"held_since"`
}

// HoldCursor is a place in the list of holds. The zero value is the start.
type HoldCursor struct {
	HeldSince     time.Time
	TransactionID string
	SuspenseID    int64
}

// Cursor is the place of the hold in HoldsUntil.
func (h Hold) Cursor() HoldCursor { return HoldCursor{h.HeldSince, h.TransactionID, h.SuspenseID} }

var holdTable = tableOf[Hold]("holds")

// HoldsUntil returns at most limit of the holds that began at or before a time: those
// after the cursor, oldest first.
func (q *Queries) HoldsUntil(ctx context.Context, until time.Time, after HoldCursor, limit int) ([]Hold, error) {
	return holdTable.list(ctx, q, `WHERE held_since <= $1 AND (held_since, transaction_id, suspense_id) > ($2, $3, $4)
		ORDER BY holds.held_since, holds.transaction_id, holds.suspense_id LIMIT $5`,
		until, after.HeldSince, after.TransactionID, after.SuspenseID, limit)
}

// holds projects the credits that are not available yet.
type holds struct{}

func (holds) Name() string     { return "holds" }
func (holds) Tables() []string { return []string{"holds"} }

var (
	addToHolds = insertStatement("holds", "transaction_id text", "suspense_id bigint", "client_id bigint", "amount numeric",
		"held_since timestamptz") + " ON CONFLICT (transaction_id, suspense_id) DO UPDATE SET amount = t.amount + excluded.amount"
	deleteEndedHolds = "DELETE FROM holds AS t USING " + unnested("transaction_id text", "suspense_id bigint") +
		" WHERE t.transaction_id = n.transaction_id AND t.suspense_id = n.suspense_id AND t.amount = 0"
)

type holdKey struct {
	transactionID string
	suspenseID    int64
}

// Applies implements engine.Selective.
func (holds) Applies() []domain.Event {
	return []domain.Event{
		payment.Paid{}, payment.SuspenseReleased{}, payment.Settled{}, payment.HoldEnded{}, payment.Reversed{},
	}
}

// Apply implements engine.Model.
func (holds) Apply(ctx context.Context, tx *engine.Tx, events []eventstore.Envelope) error {
	var f holdFold
	for _, env := range events {
		f.fold(env.Event)
	}
	var changed, keys batch
	for _, h := range f.list {
		changed.add(h.TransactionID, h.SuspenseID, h.ClientID, h.Amount, h.HeldSince)
		keys.add(h.TransactionID, h.SuspenseID)
	}
	return execAll(ctx, tx, write{&changed, addToHolds}, write{&keys, deleteEndedHolds})
}

type holdFold struct{ changes[holdKey, Hold] }

func (f *holdFold) fold(event domain.Event) {
	switch e := event.(type) {
	case payment.Paid:
		if e.Held && e.SuspenseID == 0 { // SuspenseReleased credited what came out of suspense
			f.add(e.Identity, 0, e.Net, payment.HeldSince(e.Receipt, e.At))
		}
	case payment.SuspenseReleased:
		if e.Held {
			f.add(e.Identity, e.SuspenseID, e.Net, payment.HeldSince(e.Receipt, e.At))
		}
	case payment.Settled:
		f.end(e.Identity, e.SuspenseID, e.FromUnsettled, e.At)
	case payment.HoldEnded:
		f.end(e.Identity, e.SuspenseID, e.FromUnsettled, e.At)
	case payment.Reversed:
		f.end(e.Identity, e.SuspenseID, e.FromUnsettled, e.At)
	}
}

func (f *holdFold) add(p payment.Identity, suspenseID int64, net decimal.Decimal, since time.Time) {
	h := f.forKey(holdKey{p.TransactionID, suspenseID})
	h.TransactionID, h.SuspenseID, h.ClientID, h.HeldSince = p.TransactionID, suspenseID, p.ClientID, since
	h.Amount = h.Amount.Add(net)
}

// end takes from a hold. at stands for the beginning, which the row has.
func (f *holdFold) end(p payment.Identity, suspenseID int64, amount decimal.Decimal, at time.Time) {
	if amount.IsZero() {
		return
	}
	h := f.forKey(holdKey{p.TransactionID, suspenseID})
	if h.TransactionID == "" {
		h.TransactionID, h.SuspenseID, h.ClientID, h.HeldSince = p.TransactionID, suspenseID, p.ClientID, at
	}
	h.Amount = h.Amount.Sub(amount)
}
