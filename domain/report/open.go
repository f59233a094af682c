package report

import (
	"time"

	"gateway/domain/pricing"

	"github.com/shopspring/decimal"
)

// OpenRequest asks the provider for a payment. Channel, ExternalID and Amount are always required. Some
// channels need more: ChannelCode (BCA, OVO) for virtual accounts and e-wallets, CustomerName for virtual
// accounts, CustomerPhone for OVO, SuccessURL for the other e-wallets, CallbackURL for QRIS.
type OpenRequest struct {
	Channel     pricing.Kind
	ChannelCode string
	// ExternalID is the transaction_id, unique per payment. After an unknown outcome the gateway finds the
	// payment by it.
	ExternalID    string
	Amount        decimal.Decimal
	CustomerName  string
	CustomerPhone string
	SuccessURL    string
	// FailureURL is where the customer goes if an invoice was not paid.
	FailureURL string
	// Description is shown to the customer of an invoice or an e-wallet charge.
	Description string
	// ExpiresAt is sent for invoices and virtual accounts. The provider has no expiry for
	// the other channels. The zero time sends none.
	ExpiresAt   time.Time
	CallbackURL string
}
