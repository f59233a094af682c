package readmodel

import (
	"context"
	"time"

	"github.com/shopspring/decimal"
)

// Statuses of a SuspenseItem.
const (
	SuspenseOpen     = "open"
	SuspenseReleased = "released"
	SuspenseRefunded = "refunded"
)

// SuspenseItem is money that could not be credited as it arrived.
type SuspenseItem struct {
	ID                int64  `db:"id" json:"id"`
	ClientID          int64  `db:"client_id" json:"client_id"`
	TransactionID     string `db:"transaction_id" json:"transaction_id"`
	ProviderID        string `db:"provider_id" json:"provider_id"`
	ProviderPaymentID string `db:"provider_payment_id" json:"provider_payment_id"`
	// Amount is what was due, PaidAmount what came.
	Amount         decimal.Decimal `db:"amount" json:"amount"`
	PaidAmount     decimal.Decimal `db:"paid_amount" json:"paid_amount"`
	PaidAt         time.Time       `db:"paid_at" json:"paid_at"`
	PaymentChannel string          `db:"payment_channel" json:"payment_channel"`
	// Reason is payment.ReasonAmountMismatch or payment.ReasonSecondPayment.
	Reason string `db:"reason" json:"reason"`
	Status string `db:"status" json:"status"`
	// ResolvedBy and Resolution are who released or refunded it, and why.
	ResolvedBy *string   `db:"resolved_by" json:"resolved_by"`
	Resolution *string   `db:"resolution" json:"resolution"`
	CreatedAt  time.Time `db:"created_at" json:"created_at"`
	UpdatedAt  time.Time `db:"updated_at" json:"updated_at"`
}

var suspenseTable = tableOf[SuspenseItem]("suspense")

// SuspenseItem finds one.
func (q *Queries) SuspenseItem(ctx context.Context, id int64) (SuspenseItem, error) {
	return suspenseTable.one(ctx, q, "WHERE id = $1", id)
}

// SuspenseItems lists them, of one status unless it is empty, and gives their
// total number.
func (q *Queries) SuspenseItems(ctx context.Context, status string, p Page) ([]SuspenseItem, int64, error) {
	return suspenseTable.page(ctx, q, "suspense_counts", filter{}.where("status", status), p)
}
