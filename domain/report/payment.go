package report

import (
	"time"

	"gateway/domain/pricing"

	"github.com/shopspring/decimal"
)

// Voided is the failure code of a wallet charge that the provider took back on the day of the payment. Such a
// charge had been paid.
const Voided = "VOIDED"

// Payment is the provider's report on one payment, from a notification or from the answer to a question.
// Amounts are in rupiah, times in UTC.
type Payment struct {
	Channel pricing.Kind
	// ProviderID is the id that the provider gave to the payment when it was created.
	ProviderID string
	// PaymentID identifies one transfer of money. A repeated notification of the same transfer carries the
	// same id. The answer to a question describes the first transfer.
	PaymentID string
	// TransactionID is the gateway's id. The provider knows it as external_id or reference_id.
	TransactionID string
	Status        Status
	// Amount is what was due. A VA or QRIS notification contains only the paid amount, which is then used
	// here too.
	Amount decimal.Decimal
	// PaidAmount and PaidAt are zero unless Status is Paid or Settled.
	PaidAmount decimal.Decimal
	PaidAt     time.Time
	// ChannelCode is the bank or wallet as the gateway names it: BCA, OVO, QRIS.
	ChannelCode string
	// PaymentMethod and PaymentChannel are the provider's own words.
	PaymentMethod  string
	PaymentChannel string
	UserID         string
	FailureCode    string
	// Instructions is empty in a notification.
	Instructions Instructions
}

// Instructions holds what a customer needs to pay. Only the fields of the payment's channel are set.
// ExpiresAt is nil if the provider sends no expiry.
type Instructions struct {
	ProviderID string
	VANumber   string
	BankCode   string
	QRString   string
	PayURL     string
	Deeplink   string
	InvoiceURL string
	ExpiresAt  *time.Time
	UserID     string
}
