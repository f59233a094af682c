package report

import "github.com/shopspring/decimal"

// Refund is the provider's notification that it returned money of a payment.
type Refund struct {
	// ID is the refund's own id, as in the provider's books (Booking.ProductID).
	ID string
	// ProviderID is the id of the payment at the provider.
	ProviderID string
	// Reference is the gateway's transaction_id; empty if the provider does not report it.
	Reference string
	Status    Status
	// Amount is in rupiah.
	Amount decimal.Decimal
	Reason string
}
