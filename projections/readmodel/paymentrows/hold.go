package paymentrows

import (
	"context"
	"time"

	"gateway/domain"
	"gateway/domain/calendar"
	"gateway/domain/payment"
	"gateway/eventstore"
	"gateway/projections/engine"
	"gateway/projections/readmodel/readtable"

	"github.com/shopspring/decimal"
)

// Hold is the part of a credit that is not available yet.
type Hold struct {
	TransactionID string
	// SuspenseID is 0 for money that was credited at once.
	SuspenseID int64
	ClientID   int64
	Amount     decimal.Decimal
	// HeldSince is the time from which the days of the hold count.
	HeldSince time.Time
	// day is the business day of HeldSince.
	day string
}

// HoldCursor is a place in the list of holds. The zero value is the start.
type HoldCursor struct {
	HeldSince     time.Time
	TransactionID string
	SuspenseID    int64
}

// Cursor returns the place of the hold in HoldsUntil.
func (h Hold) Cursor() HoldCursor { return HoldCursor{h.HeldSince, h.TransactionID, h.SuspenseID} }

func (h *Hold) columns(f *readtable.Fields) {
	f.At("transaction_id", &h.TransactionID).At("suspense_id", &h.SuspenseID).At("client_id", &h.ClientID).At("amount", &h.Amount)
	f.At("held_since", &h.HeldSince).At("day", &h.day)
}

var holdTable = readtable.TableOf("holds", (*Hold).columns)

// HoldsUntil returns at most limit of the holds that started at or before until, oldest first, beginning
// after the cursor.
func (q Queries) HoldsUntil(ctx context.Context, until time.Time, after HoldCursor, limit int) ([]Hold, error) {
	return holdTable.List(ctx, q.DB, `WHERE held_since <= $1 AND (held_since, transaction_id, suspense_id) > ($2, $3, $4)
		ORDER BY holds.held_since, holds.transaction_id, holds.suspense_id LIMIT $5`,
		until, after.HeldSince, after.TransactionID, after.SuspenseID, limit)
}

// Holds projects the credits that are not available yet, and what of each client's is held since each business day.
type Holds struct{ Calendar calendar.Calendar }

// Name implements engine.Model.
func (Holds) Name() string { return "holds" }

// Tables implements engine.Model.
func (Holds) Tables() []string { return []string{"holds", "hold_days"} }

var (
	addToHolds = readtable.Insert("holds", (*Hold).columns).
			OnConflict("(transaction_id, suspense_id) DO UPDATE SET amount = t.amount + excluded.amount")
	deleteEndedHolds = readtable.Custom("DELETE FROM holds AS t USING {rows} WHERE t.transaction_id = n.transaction_id "+
		"AND t.suspense_id = n.suspense_id AND t.amount = 0", (*Hold).columns, "transaction_id", "suspense_id")
)

// HoldKey identifies a hold: the money of a payment, or of one of its suspense items.
type HoldKey struct {
	TransactionID string
	SuspenseID    int64
}

// Applies implements engine.Selective.
func (Holds) Applies() []domain.Event {
	return []domain.Event{
		payment.Paid{},
		payment.SuspenseReleased{},
		payment.Settled{},
		payment.HoldEnded{},
		payment.Reversed{},
		payment.RefundRequested{},
		payment.RefundUndone{},
		payment.RefundRejected{},
		payment.RefundCancelled{},
		payment.RefundFailed{},
		payment.DisputeOpened{},
		payment.DisputeDecided{},
	}
}

// Apply implements engine.Model.
func (m Holds) Apply(ctx context.Context, tx *engine.Tx, events []eventstore.Envelope) error {
	var f HoldFold
	for _, env := range events {
		f.Fold(env.Event)
	}
	for _, h := range f.List {
		h.day = m.Calendar.DayOf(h.HeldSince)
	}
	return readtable.Run(ctx, tx, addToHolds.Rows(f.List...), addToHoldDays.Rows(f.List...), leaveEmptyHoldDays.Rows(f.List...),
		deleteEndedHolds.Rows(f.List...))
}

// HoldFold folds a batch of events into the holds that start and end in it.
type HoldFold struct {
	readtable.Changes[HoldKey, Hold]
}

// Fold adds an event to the batch.
func (f *HoldFold) Fold(event domain.Event) {
	switch e := event.(type) {
	case payment.Paid:
		if e.Held && e.SuspenseID == 0 { // SuspenseReleased has credited what came out of suspense
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
		f.resume(e.Identity, e.SuspenseID, e.ToUnsettled, e.HeldSince)
	case payment.DisputeOpened:
		f.end(e.Identity, e.SuspenseID, e.FromUnsettled, e.At)
	case payment.DisputeDecided:
		f.resume(e.Identity, e.SuspenseID, e.ToUnsettled, e.HeldSince)
	default:
		f.foldRefund(event)
	}
}

// foldRefund adds an event of a refund, which takes money out of a hold, and gives it back if it ends without success.
func (f *HoldFold) foldRefund(event domain.Event) {
	switch e := event.(type) {
	case payment.RefundRequested:
		f.end(e.Identity, e.SuspenseID, e.FromUnsettled, e.At)
	case payment.RefundUndone:
		f.resume(e.Identity, e.SuspenseID, e.ToUnsettled, e.HeldSince)
	case payment.RefundRejected:
		f.resume(e.Identity, e.SuspenseID, e.ToUnsettled, e.HeldSince)
	case payment.RefundCancelled:
		f.resume(e.Identity, e.SuspenseID, e.ToUnsettled, e.HeldSince)
	case payment.RefundFailed:
		f.resume(e.Identity, e.SuspenseID, e.ToUnsettled, e.HeldSince)
	}
}

func (f *HoldFold) add(p payment.Identity, suspenseID int64, net decimal.Decimal, since time.Time) {
	h := f.ForKey(HoldKey{p.TransactionID, suspenseID})
	h.TransactionID, h.SuspenseID, h.ClientID, h.HeldSince = p.TransactionID, suspenseID, p.ClientID, since
	h.Amount = h.Amount.Add(net)
}

// resume adds to a hold what a dispute had taken out of it. The hold may have been gone.
func (f *HoldFold) resume(p payment.Identity, suspenseID int64, amount decimal.Decimal, since time.Time) {
	if amount.IsPositive() {
		f.add(p, suspenseID, amount, since)
	}
}

// end subtracts from a hold. at stands in for the start time, which the row already has.
func (f *HoldFold) end(p payment.Identity, suspenseID int64, amount decimal.Decimal, at time.Time) {
	if amount.IsZero() {
		return
	}
	h := f.ForKey(HoldKey{p.TransactionID, suspenseID})
	if h.TransactionID == "" {
		h.TransactionID, h.SuspenseID, h.ClientID, h.HeldSince = p.TransactionID, suspenseID, p.ClientID, at
	}
	h.Amount = h.Amount.Sub(amount)
}

// HeldUntil returns what a client's holds that started before until add up to, in rupiah.
func (q Queries) HeldUntil(ctx context.Context, clientID int64, until time.Time) (held decimal.Decimal, err error) {
	err = q.SQL.GetContext(ctx, &held, "SELECT COALESCE(sum(amount), 0) FROM holds WHERE client_id = $1 AND held_since < $2", clientID, until)
	if err != nil {
		return held, readtable.Failed("holds", err)
	}
	return held, nil
}
