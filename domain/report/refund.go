package report

import (
	"gateway/domain/pricing"

	"github.com/shopspring/decimal"
)

// RefundOrder asks a provider to give money of a payment back to where it came from.
type RefundOrder struct {
	// Channel is how the payment was made; PaidWith the channel code that its money came by.
	Channel  pricing.Kind
	PaidWith string
	// TransactionID is the gateway's id of the payment, ProviderID that of the provider, PaymentID the provider's id of
	// the money.
	TransactionID, ProviderID, PaymentID string
	// Reference is ours for this attempt. It is stable: the same attempt may be sent again.
	Reference string
	// Amount is gross, in whole rupiah. Void asks to undo the whole payment instead.
	Amount decimal.Decimal
	Void   bool
	Reason string
	// Again says that the attempt was sent before: a refusal may be about what it made then.
	Again bool
	// ID is the provider's id of the refund; empty before the provider answered. Known are its ids of other refunds of the
	// money, also those of attempts that failed: a look-up that can't ask by our reference leaves them out.
	ID    string
	Known []string
}

// RefundRecord is what a provider says of a refund.
type RefundRecord struct {
	Connection string
	// ID is the refund's id at the provider.
	ID string
	// Status is Pending, Completed or Failed. Completed may become Failed days later.
	Status Status
	// Voided says that the provider undid the payment, with its fee, whatever it was asked for.
	Voided      bool
	Amount      decimal.Decimal
	FailureCode string
}
