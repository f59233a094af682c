package report

import (
	"time"

	"gateway/domain/pricing"

	"github.com/shopspring/decimal"
)

// Status is the provider's status of a payment or payout, in one vocabulary for all its products.
type Status string

// A payment is Pending, Paid, Settled, Expired or Failed, or Reversed: it was paid, and the money is no longer there,
// in whole or in part. A payout is Pending, Completed, Failed or Reversed.
const (
	Pending   Status = "PENDING"
	Paid      Status = "PAID"
	Settled   Status = "SETTLED"
	Expired   Status = "EXPIRED"
	Failed    Status = "FAILED"
	Completed Status = "COMPLETED"
	Reversed  Status = "REVERSED"
)

// IsPaid reports whether the provider has received the customer's money.
func (s Status) IsPaid() bool { return s == Paid || s == Settled }

// Voided is the failure code of a wallet charge that the provider took back on the day of the payment. Such a
// charge had been paid.
const Voided = "VOIDED"

// Payment is the provider's report on one payment, from a notification or from the answer to a question.
// Amounts are in rupiah, times in UTC.
type Payment struct {
	// Connection names the connection that reports.
	Connection string
	Channel    pricing.Kind
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
	// Issuer is the provider's word for the app that a QRIS payment was made with; empty if it does not say.
	Issuer      string
	UserID      string
	FailureCode string
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

// Usable reports whether a customer can pay by the instructions. What a look-up returns may lack what only the answer to
// the creation had: the content of a QR code, or the address of a wallet's page.
func (i Instructions) Usable(channel pricing.Kind) bool {
	switch channel {
	case pricing.QRIS:
		return i.QRString != ""
	case pricing.EWallet:
		return i.PayURL != "" || i.Deeplink != ""
	default:
		return true
	}
}

// OpenRequest asks the provider for a payment. Channel, ExternalID and Amount are always required. Some
// channels need more: ChannelCode (BCA, OVO) for virtual accounts and e-wallets, CustomerName for virtual
// accounts, CustomerPhone for OVO, SuccessURL for the other e-wallets, CallbackURL for QRIS.
type OpenRequest struct {
	Channel     pricing.Kind
	ChannelCode string
	// ExternalID is the transaction_id, unique per payment. After an unknown outcome the gateway finds the
	// payment by it.
	ExternalID string
	// Number is the customerNo of a virtual account at a provider that lets us choose it: no other payment of
	// the connection has or had it. It is 0 for other payments.
	Number        int64
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

// Lookup names a payment that the provider is asked about, or told to close.
type Lookup struct {
	Channel pricing.Kind
	// ChannelCode, TransactionID and Number are those of the OpenRequest; TransactionID is its ExternalID.
	ChannelCode, TransactionID string
	Number                     int64
	// ProviderID is that of the instructions. It is empty after a creation with unknown outcome.
	ProviderID string
}

// The provider's APIs for payouts, by their names in events: the disbursements of its classic API, and the
// payouts API that succeeds them.
const (
	PayoutsV1 = "v1"
	PayoutsV2 = "v2"
)

// Payout is the provider's report on one payout (the provider calls it a disbursement), from a notification
// or from the answer to a question.
type Payout struct {
	// Connection names the connection that reports.
	Connection string
	ProviderID string
	// Reference is the gateway's: balance.Order.NewReference. The provider knows it as external_id.
	Reference   string
	Status      Status
	FailureCode string
	// Amount is in rupiah.
	Amount decimal.Decimal
	// Bank is the bank's code, empty if the provider does not report it.
	Bank string
	// AccountNumber is the bank account, empty if the provider does not report it.
	AccountNumber string
	// UpdatedAt is in UTC, and zero if the provider does not report it.
	UpdatedAt time.Time
}

// Refund is the provider's notification about a refund: that it returned money of a payment, or could not.
type Refund struct {
	// Connection names the connection that reports.
	Connection string
	// ID is the refund's own id, as in the provider's books (Booking.ProductID).
	ID string
	// ProviderID is the id of the payment at the provider.
	ProviderID string
	// Reference is ours: that of a refund that we asked for (RefundOrder.Reference), or the transaction_id; empty if
	// the provider does not report it.
	Reference string
	// Status is Pending, Completed or Failed. A refund that was Completed may fail later.
	Status Status
	// Voided says that the provider undid the payment, with its fee.
	Voided bool
	// Amount is in rupiah.
	Amount      decimal.Decimal
	Reason      string
	FailureCode string
}
