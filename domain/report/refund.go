package report

import "github.com/shopspring/decimal"

// Refund is the provider's notification that it gave money of a payment back.
type Refund struct {
	// ID is the refund's own, as the provider's books name it (Booking.ProductID).
	ID string
	// ProviderID is the id of the payment at the provider.
	ProviderID string
	// Reference is ours: a transaction_id; empty where the provider does not say it.
	Reference string
	Status    Status
	// Amount is rupiah.
	Amount decimal.Decimal
	Reason string
}
