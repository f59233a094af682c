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
	ID       int64 `json:"id"`
	Position int64 `json:"-"` // of the event that suspended it
	ClientID int64 `json:"client_id"`
	// ClientName is the client's name. It is filled for answers; queries leave it empty.
	ClientName    string `json:"client_name,omitempty"`
	TransactionID string `json:"transaction_id"`
	Order
	ProviderID        string `json:"provider_id"`
	ProviderPaymentID string `json:"provider_payment_id"`
	// Amount is the amount due, PaidAmount the amount received.
	Amount     decimal.Decimal `json:"amount"`
	PaidAmount decimal.Decimal `json:"paid_amount"`
	// ReversedAmount is the part of it that the provider took back while it was in suspense.
	ReversedAmount decimal.Decimal `json:"reversed_amount"`
	PaidAt         time.Time       `json:"paid_at"`
	PaymentChannel string          `json:"payment_channel"`
	// Reason is one of the reasons of package payment.
	Reason string `json:"reason"`
	Status string `json:"status"`
	// PaidFrom is payment.RefundFromProvider or RefundFromBank for a refund, else empty.
	PaidFrom string `json:"paid_from"`
	// ResolvedBy is the administrator who released or refunded it, and Resolution is the reason given. Both
	// are nil while it is open.
	ResolvedBy *string   `json:"resolved_by"`
	Resolution *string   `json:"resolution"`
	CreatedAt  time.Time `json:"created_at"`
	UpdatedAt  time.Time `json:"updated_at"`
}

func (i *SuspenseItem) columns(f *readtable.Fields) {
	f.At("id", &i.ID).At("position", &i.Position).At("client_id", &i.ClientID).At("transaction_id", &i.TransactionID)
	f.At("provider_id", &i.ProviderID).At("provider_payment_id", &i.ProviderPaymentID).At("amount", &i.Amount)
	f.At("paid_amount", &i.PaidAmount).At("reversed_amount", &i.ReversedAmount).At("paid_at", &i.PaidAt)
	f.At("payment_channel", &i.PaymentChannel).At("reason", &i.Reason).At("paid_from", &i.PaidFrom).At("resolved_by", &i.ResolvedBy)
	f.At("resolution", &i.Resolution).At("created_at", &i.CreatedAt).At("updated_at", &i.UpdatedAt)
	f.Later("status", &i.Status)
}

var suspenseTable = readtable.TableOf("suspense", (*SuspenseItem).columns)

// SuspenseItem returns one item.
func (q Queries) SuspenseItem(ctx context.Context, id int64) (SuspenseItem, error) {
	return suspenseTable.Get(ctx, q.DB, "WHERE id = $1", id)
}

// SuspenseFilter selects money in suspense. Fields that are empty select all.
type SuspenseFilter struct {
	Status string
	// From and To limit the time at which it was suspended; both are included.
	From, To time.Time
	// Selection is that of the paid amount. The items between From and To are looked at, so From should not be zero with it.
	readtable.Selection
}

// SuspenseItems returns a page of the items that the filter selects and their total number.
func (q Queries) SuspenseItems(ctx context.Context, f SuspenseFilter, p readtable.Page) ([]SuspenseItem, int64, error) {
	s := &readtable.Search{From: "suspense"}
	s.Equals("status", f.Status)
	if f.From.IsZero() && f.To.IsZero() && !f.HasAmounts() && !f.Sort.ByAmount() {
		return suspenseTable.ListPageBy(ctx, q.DB, "suspense_counts", s, f.Sort, p)
	}
	s.Between("created_at", f.From, f.To)
	f.Limit(s, "paid_amount")
	return suspenseTable.PageBy(ctx, q.DB, s, "", "id = ANY (?)", f.Sort, "paid_amount", p)
}

// SuspenseItems projects the money in suspense.
type SuspenseItems struct{}

// Name implements engine.Model.
func (SuspenseItems) Name() string { return "suspense" }

// Tables implements engine.Model.
func (SuspenseItems) Tables() []string { return []string{"suspense", "suspense_counts"} }

var (
	insertSuspense = readtable.Insert("suspense", (*SuspenseItem).columns)
	// decideSuspense leaves the status of an item unchanged when no event of the batch sets one.
	decideSuspense = readtable.Custom(`UPDATE suspense AS t SET reversed_amount = t.reversed_amount + n.reversed_amount,
		updated_at = n.updated_at, status = COALESCE(n.status, t.status),
		paid_from = CASE WHEN n.resolved THEN n.paid_from ELSE t.paid_from END,
		resolved_by = CASE WHEN n.resolved THEN n.resolved_by ELSE t.resolved_by END,
		resolution = CASE WHEN n.resolved THEN n.resolution ELSE t.resolution END FROM {rows} WHERE t.id = n.id`,
		(*suspenseChange).columns, "id", "reversed_amount", "status", "resolved", "paid_from", "resolved_by", "resolution", "updated_at")
	countSuspense = readtable.CounterIn("suspense_counts")
)

// Applies implements engine.Selective.
func (SuspenseItems) Applies() []domain.Event {
	return []domain.Event{
		payment.Suspended{}, payment.SuspenseReleased{}, payment.SuspenseRefunded{}, payment.SuspenseReopened{}, payment.Reversed{},
	}
}

// Apply implements engine.Model.
func (SuspenseItems) Apply(ctx context.Context, tx *engine.Tx, events []eventstore.Envelope) error {
	var received []*SuspenseItem
	var all readtable.Changes[int64, suspenseChange]
	counts := readtable.Counts{}
	for _, env := range events {
		switch e := env.Event.(type) {
		case payment.Suspended:
			received = append(received, &SuspenseItem{
				ID: e.SuspenseID, Position: env.Position.Commit, ClientID: e.ClientID, TransactionID: e.TransactionID, ProviderID: e.ProviderID,
				ProviderPaymentID: e.ProviderPaymentID, Amount: e.Amount, PaidAmount: e.PaidAmount, PaidAt: e.PaidAt,
				PaymentChannel: e.PaymentChannel, Reason: e.Reason, Status: SuspenseOpen, CreatedAt: e.At, UpdatedAt: e.At,
			})
			counts.Move(readtable.Scope{}, "", SuspenseOpen)
		case payment.SuspenseReleased:
			all.ForKey(e.SuspenseID).resolve(e.SuspenseID, SuspenseReleased, "", &e.By, &e.Reason, e.At)
			counts.Move(readtable.Scope{}, SuspenseOpen, SuspenseReleased)
		case payment.SuspenseRefunded:
			all.ForKey(e.SuspenseID).resolve(e.SuspenseID, SuspenseRefunded, e.PaidFrom, &e.By, &e.Reason, e.At)
			counts.Move(readtable.Scope{}, SuspenseOpen, SuspenseRefunded)
		case payment.SuspenseReopened:
			all.ForKey(e.SuspenseID).resolve(e.SuspenseID, SuspenseOpen, "", nil, nil, e.At)
			counts.Move(readtable.Scope{}, SuspenseRefunded, SuspenseOpen)
		case payment.Reversed:
			if e.IsOfCredit() || e.SuspenseID == 0 {
				continue
			}
			all.ForKey(e.SuspenseID).shrink(e)
			if e.SuspenseClosed {
				counts.Move(readtable.Scope{}, SuspenseOpen, SuspenseReversed)
			}
		}
	}
	return readtable.Run(ctx, tx, insertSuspense.Rows(received...), decideSuspense.Rows(all.List...), countSuspense.Add(counts))
}

// suspenseChange holds a batch's changes to one item: the last decision, and the amount taken back. The status is
// empty unless the batch sets it.
type suspenseChange struct {
	SuspenseItem
	// resolved is true when an administrator released, refunded or reopened the item.
	resolved bool
}

func (c *suspenseChange) columns(f *readtable.Fields) {
	c.SuspenseItem.columns(f)
	f.Apart("resolved", &c.resolved)
}

// resolve records a decision. by and reason are nil for a reopened item.
func (c *suspenseChange) resolve(id int64, status, paidFrom string, by, reason *string, at time.Time) {
	c.ID, c.Status, c.resolved, c.PaidFrom, c.ResolvedBy, c.Resolution, c.UpdatedAt = id, status, true, paidFrom, by, reason, at
}

// shrink records money that was taken back. A released or refunded item keeps its status.
func (c *suspenseChange) shrink(e payment.Reversed) {
	c.ID, c.ReversedAmount, c.UpdatedAt = e.SuspenseID, c.ReversedAmount.Add(e.Reversal.Amount), e.At
	if e.SuspenseClosed {
		c.Status = SuspenseReversed
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
