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

// Statuses of a SuspenseItem.
const (
	SuspenseOpen     = "open"
	SuspenseReleased = "released"
	SuspenseRefunded = "refunded"
	SuspenseReversed = "reversed"
)

// SuspenseItem is money that arrived and could not be credited as it was (API
// reference: Admin suspense).
type SuspenseItem struct {
	ID       int64 `db:"id" json:"id"`
	ClientID int64 `db:"client_id" json:"client_id"`
	// ClientName is the client's name in answers; queries leave it empty.
	ClientName        string `db:"-" json:"client_name,omitempty"`
	TransactionID     string `db:"transaction_id" json:"transaction_id"`
	ProviderID        string `db:"provider_id" json:"provider_id"`
	ProviderPaymentID string `db:"provider_payment_id" json:"provider_payment_id"`
	// Amount is the amount due, PaidAmount the amount received.
	Amount     decimal.Decimal `db:"amount" json:"amount"`
	PaidAmount decimal.Decimal `db:"paid_amount" json:"paid_amount"`
	// ReversedAmount is what the provider took back of it while it was in suspense.
	ReversedAmount decimal.Decimal `db:"reversed_amount" json:"reversed_amount"`
	PaidAt         time.Time       `db:"paid_at" json:"paid_at"`
	PaymentChannel string          `db:"payment_channel" json:"payment_channel"`
	// Reason is one of the reasons of package payment.
	Reason string `db:"reason" json:"reason"`
	Status string `db:"status" json:"status"`
	// ResolvedBy is the administrator who released or refunded it, Resolution his reason; nil
	// while it is open.
	ResolvedBy *string   `db:"resolved_by" json:"resolved_by"`
	Resolution *string   `db:"resolution" json:"resolution"`
	CreatedAt  time.Time `db:"created_at" json:"created_at"`
	UpdatedAt  time.Time `db:"updated_at" json:"updated_at"`
}

var suspenseTable = tableOf[SuspenseItem]("suspense")

// SuspenseItem returns one item.
func (q *Queries) SuspenseItem(ctx context.Context, id int64) (SuspenseItem, error) {
	return suspenseTable.get(ctx, q, "WHERE id = $1", id)
}

// SuspenseItems returns a page of the items and the number of all: of one status,
// unless it is empty.
func (q *Queries) SuspenseItems(ctx context.Context, status string, p Page) ([]SuspenseItem, int64, error) {
	return suspenseTable.listPage(ctx, q, "suspense_counts", filter{}.where("status", status), p)
}

// suspense projects the money in suspense.
type suspense struct{}

func (suspense) Name() string     { return "suspense" }
func (suspense) Tables() []string { return []string{"suspense", "suspense_counts"} }

var (
	insertSuspense = insertStatement("suspense", "id bigint", "position bigint", "client_id bigint", "transaction_id text",
		"provider_id text", "provider_payment_id text", "amount numeric", "paid_amount numeric", "paid_at timestamptz",
		"payment_channel text", "reason text", "status text", "created_at timestamptz", "updated_at timestamptz")
	resolveSuspense = updateStatement("suspense", []string{"id bigint"},
		"status text", "resolved_by text", "resolution text", "updated_at timestamptz")
	// shrinkSuspense leaves the status of an item that still has money as it is.
	shrinkSuspense = `UPDATE suspense AS t SET reversed_amount = t.reversed_amount + n.reversed_amount,
		status = COALESCE(n.status, t.status), updated_at = n.updated_at FROM ` +
		unnested("id bigint", "reversed_amount numeric", "status text", "updated_at timestamptz") + " WHERE t.id = n.id"
	countSuspense = addToCounters("suspense_counts")
)

// Applies implements engine.Selective.
func (suspense) Applies() []domain.Event {
	return []domain.Event{payment.Suspended{}, payment.SuspenseReleased{}, payment.SuspenseRefunded{}, payment.Reversed{}}
}

// Apply implements engine.Model.
func (suspense) Apply(ctx context.Context, tx *engine.Tx, events []eventstore.Envelope) error {
	var received, resolved, shrunk batch
	var reversed changes[int64, suspenseReversal]
	counts := counterChanges{}
	for _, env := range events {
		switch e := env.Event.(type) {
		case payment.Suspended:
			received.add(e.SuspenseID, env.Position.Commit, e.ClientID, e.TransactionID, e.ProviderID, e.ProviderPaymentID,
				e.Amount, e.PaidAmount, e.PaidAt, e.PaymentChannel, e.Reason, SuspenseOpen, e.At, e.At)
			counts.move(nil, "", SuspenseOpen)
		case payment.SuspenseReleased: // an item is released or refunded once
			resolved.add(e.SuspenseID, SuspenseReleased, e.By, e.Reason, e.At)
			noteLater(&reversed, e.SuspenseID, e.At)
			counts.move(nil, SuspenseOpen, SuspenseReleased)
		case payment.SuspenseRefunded:
			resolved.add(e.SuspenseID, SuspenseRefunded, e.By, e.Reason, e.At)
			noteLater(&reversed, e.SuspenseID, e.At)
			counts.move(nil, SuspenseOpen, SuspenseRefunded)
		case payment.Reversed:
			if e.IsOfCredit() || e.SuspenseID == 0 {
				continue
			}
			r := reversed.forKey(e.SuspenseID)
			r.id, r.amount, r.at = e.SuspenseID, r.amount.Add(e.Reversal.Amount), e.At
			if e.SuspenseClosed {
				r.status = SuspenseReversed
				counts.move(nil, SuspenseOpen, SuspenseReversed)
			}
		}
	}
	for _, r := range reversed.list {
		shrunk.add(r.id, r.amount, nullIfZero(r.status), r.at)
	}
	// A batch resolves an item and takes back of it in either order: only what is still
	// open is closed by a reversal, and what was resolved keeps its status.
	return execAll(ctx, tx,
		write{&received, insertSuspense}, write{&resolved, resolveSuspense}, write{&shrunk, shrinkSuspense}, write{counts.batch(), countSuspense})
}

// noteLater keeps the time of an event that follows a reversal of the same item in a batch:
// the statement that shrinks items is the last one.
func noteLater(reversed *changes[int64, suspenseReversal], id int64, at time.Time) {
	if r, reversedBefore := reversed.byKey[id]; reversedBefore {
		r.at = at
	}
}

// suspenseReversal is what a batch takes back of one item; status is empty while it has
// money left.
type suspenseReversal struct {
	id     int64
	amount decimal.Decimal
	status string
	at     time.Time
}
