package paymentrows

import (
	"context"
	"time"

	"gateway/domain"
	"gateway/domain/payment"
	"gateway/eventstore"
	"gateway/projections/engine"
	"gateway/projections/readmodel/readtable"

	"github.com/shopspring/decimal"
)

// The statuses of a SuspenseItem.
const (
	SuspenseOpen     = payment.SuspenseStatusOpen
	SuspenseReleased = payment.SuspenseStatusReleased
	SuspenseRefunded = payment.SuspenseStatusRefunded
	SuspenseReversed = payment.SuspenseStatusReversed
)

// SuspenseItem is money that arrived but could not be credited directly (API reference: Admin suspense).
type SuspenseItem struct {
	ID       int64 `db:"id" json:"id"`
	ClientID int64 `db:"client_id" json:"client_id"`
	// ClientName is the client's name. It is filled for answers; queries leave it empty.
	ClientName        string `db:"-" json:"client_name,omitempty"`
	TransactionID     string `db:"transaction_id" json:"transaction_id"`
	ProviderID        string `db:"provider_id" json:"provider_id"`
	ProviderPaymentID string `db:"provider_payment_id" json:"provider_payment_id"`
	// Amount is the amount due, PaidAmount the amount received.
	Amount     decimal.Decimal `db:"amount" json:"amount"`
	PaidAmount decimal.Decimal `db:"paid_amount" json:"paid_amount"`
	// ReversedAmount is the part of it that the provider took back while it was in suspense.
	ReversedAmount decimal.Decimal `db:"reversed_amount" json:"reversed_amount"`
	PaidAt         time.Time       `db:"paid_at" json:"paid_at"`
	PaymentChannel string          `db:"payment_channel" json:"payment_channel"`
	// Reason is one of the reasons of package payment.
	Reason string `db:"reason" json:"reason"`
	Status string `db:"status" json:"status"`
	// PaidFrom is payment.RefundFromProvider or RefundFromBank for a refund, else empty.
	PaidFrom string `db:"paid_from" json:"paid_from"`
	// ResolvedBy is the administrator who released or refunded it, and Resolution is the reason given. Both
	// are nil while it is open.
	ResolvedBy *string   `db:"resolved_by" json:"resolved_by"`
	Resolution *string   `db:"resolution" json:"resolution"`
	CreatedAt  time.Time `db:"created_at" json:"created_at"`
	UpdatedAt  time.Time `db:"updated_at" json:"updated_at"`
}

var suspenseTable = readtable.Of[SuspenseItem]("suspense")

// SuspenseItem returns one item.
func (q Queries) SuspenseItem(ctx context.Context, id int64) (SuspenseItem, error) {
	return suspenseTable.Get(ctx, q.DB, "WHERE id = $1", id)
}

// SuspenseItems returns a page of the items and their total number. It filters by status, unless status is
// empty.
func (q Queries) SuspenseItems(ctx context.Context, status string, p readtable.Page) ([]SuspenseItem, int64, error) {
	return suspenseTable.ListPage(ctx, q.DB, "suspense_counts", new(readtable.Search).Equals("status", status), p)
}

// SuspenseItems projects the money in suspense.
type SuspenseItems struct{}

// Name implements engine.Model.
func (SuspenseItems) Name() string { return "suspense" }

// Tables implements engine.Model.
func (SuspenseItems) Tables() []string { return []string{"suspense", "suspense_counts"} }

var (
	insertSuspense = readtable.InsertStatement("suspense", "id bigint", "position bigint", "client_id bigint", "transaction_id text",
		"provider_id text", "provider_payment_id text", "amount numeric", "paid_amount numeric", "paid_at timestamptz",
		"payment_channel text", "reason text", "status text", "created_at timestamptz", "updated_at timestamptz")
	// decideSuspense leaves the status of an item unchanged when no event of the batch sets one.
	decideSuspense = `UPDATE suspense AS t SET reversed_amount = t.reversed_amount + n.reversed_amount, updated_at = n.updated_at,
		status = COALESCE(n.status, t.status),
		paid_from = CASE WHEN n.resolved THEN n.paid_from ELSE t.paid_from END,
		resolved_by = CASE WHEN n.resolved THEN n.resolved_by ELSE t.resolved_by END,
		resolution = CASE WHEN n.resolved THEN n.resolution ELSE t.resolution END FROM ` +
		readtable.Unnested("id bigint", "reversed_amount numeric", "status text", "resolved boolean", "paid_from text", "resolved_by text",
			"resolution text", "updated_at timestamptz") + " WHERE t.id = n.id"
	countSuspense = readtable.AddToCounters("suspense_counts")
)

// Applies implements engine.Selective.
func (SuspenseItems) Applies() []domain.Event {
	return []domain.Event{
		payment.Suspended{}, payment.SuspenseReleased{}, payment.SuspenseRefunded{}, payment.SuspenseReopened{}, payment.Reversed{},
	}
}

// Apply implements engine.Model.
func (SuspenseItems) Apply(ctx context.Context, tx *engine.Tx, events []eventstore.Envelope) error {
	var received, decided readtable.Batch
	var all readtable.Changes[int64, suspenseChange]
	counts := readtable.CounterChanges{}
	for _, env := range events {
		switch e := env.Event.(type) {
		case payment.Suspended:
			received.Add(e.SuspenseID, env.Position.Commit, e.ClientID, e.TransactionID, e.ProviderID, e.ProviderPaymentID,
				e.Amount, e.PaidAmount, e.PaidAt, e.PaymentChannel, e.Reason, SuspenseOpen, e.At, e.At)
			counts.Move(nil, "", SuspenseOpen)
		case payment.SuspenseReleased:
			all.ForKey(e.SuspenseID).resolve(e.SuspenseID, SuspenseReleased, "", e.By, e.Reason, e.At)
			counts.Move(nil, SuspenseOpen, SuspenseReleased)
		case payment.SuspenseRefunded:
			all.ForKey(e.SuspenseID).resolve(e.SuspenseID, SuspenseRefunded, e.PaidFrom, e.By, e.Reason, e.At)
			counts.Move(nil, SuspenseOpen, SuspenseRefunded)
		case payment.SuspenseReopened:
			all.ForKey(e.SuspenseID).resolve(e.SuspenseID, SuspenseOpen, "", nil, nil, e.At)
			counts.Move(nil, SuspenseRefunded, SuspenseOpen)
		case payment.Reversed:
			if e.IsOfCredit() || e.SuspenseID == 0 {
				continue
			}
			all.ForKey(e.SuspenseID).shrink(e)
			if e.SuspenseClosed {
				counts.Move(nil, SuspenseOpen, SuspenseReversed)
			}
		}
	}
	for _, c := range all.List {
		decided.Add(c.id, c.reversed, readtable.NullIfZero(c.status), c.resolved, c.paidFrom, c.by, c.reason, c.at)
	}
	return readtable.ExecAll(ctx, tx, readtable.WriteBy(&received, insertSuspense), readtable.WriteBy(&decided, decideSuspense),
		readtable.WriteBy(counts.Batch(), countSuspense))
}

// suspenseChange holds a batch's changes to one item: the last decision, and the amount taken back.
type suspenseChange struct {
	id       int64
	reversed decimal.Decimal
	// status is empty unless the batch sets it.
	status string
	// resolved is true when an administrator released, refunded or reopened the item. by and reason are
	// texts, or nil for a reopened item.
	resolved   bool
	paidFrom   string
	by, reason any
	at         time.Time
}

func (c *suspenseChange) resolve(id int64, status, paidFrom string, by, reason any, at time.Time) {
	c.id, c.status, c.resolved, c.paidFrom, c.by, c.reason, c.at = id, status, true, paidFrom, by, reason, at
}

// shrink records money that was taken back. A released or refunded item keeps its status.
func (c *suspenseChange) shrink(e payment.Reversed) {
	c.id, c.reversed, c.at = e.SuspenseID, c.reversed.Add(e.Reversal.Amount), e.At
	if e.SuspenseClosed {
		c.status = SuspenseReversed
	}
}

// Shrink subtracts money that was taken back from an item. A resolved item keeps its status.
func (i *SuspenseItem) Shrink(e payment.Reversed) {
	i.ReversedAmount, i.UpdatedAt = i.ReversedAmount.Add(e.Reversal.Amount), e.At
	if e.SuspenseClosed && i.Status == SuspenseOpen {
		i.Status = SuspenseReversed
	}
}

// Resolve ends the item with a decision.
func (i *SuspenseItem) Resolve(status, by, reason string, at time.Time) {
	i.Status, i.ResolvedBy, i.Resolution, i.UpdatedAt = status, &by, &reason, at
}
