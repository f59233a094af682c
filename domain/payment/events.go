package payment

import (
	"encoding/json"
	"time"

	"gateway/domain"
	"gateway/domain/pricing"

	"github.com/shopspring/decimal"
)

// Identity is what every event of a payment repeats, so that no projector has to
// look anything up.
type Identity struct {
	// ID is the integer the API shows, drawn from the sequence `transaction`.
	ID            int64  `json:"id"`
	TransactionID string `json:"transaction_id"`
	// ExternalID is the merchant's own reference, empty when none was sent.
	ExternalID string `json:"external_id"`
	ClientID   int64  `json:"client_id"`
	AppID      int64  `json:"app_id"`
	// Channel is va, ewallet, qris or invoice.
	Channel string `json:"channel"`
	// ChannelCode is the bank or wallet; INVOICE until an invoice is paid, then
	// the channel it was paid with.
	ChannelCode string          `json:"channel_code"`
	Amount      decimal.Decimal `json:"amount"`
	// Metadata is the object sent on create, byte for byte; null when none was.
	Metadata json.RawMessage `json:"metadata"`
	// CallbackURL is empty when nothing is to be called; the query `via` of
	// metadata.type_transaksi is joined to it already.
	CallbackURL string `json:"callback_url"`
}

// Requested is appended before the provider is called, with the rates in force.
type Requested struct {
	Identity
	CustomerName  string `json:"customer_name"`
	CustomerPhone string `json:"customer_phone"`
	SuccessURL    string `json:"success_url"`
	// Rates holds the rate of the channel, by channel code; for an invoice those
	// of all channels it can be paid with, and INVOICE for the quote.
	Rates map[string]pricing.Rate `json:"rates"`
	// HoldUntilSettled lists the channel codes among Rates whose credits are not
	// withdrawable before SETTLED.
	HoldUntilSettled []string        `json:"hold_until_settled"`
	VATRate          decimal.Decimal `json:"vat_rate"`
	// Fee, VAT and Net are the quote for ChannelCode.
	Fee       decimal.Decimal `json:"fee"`
	VAT       decimal.Decimal `json:"vat"`
	Net       decimal.Decimal `json:"net_payment"`
	ExpiresAt time.Time       `json:"expires_at"`
	At        time.Time       `json:"at"`
}

// Opened says that the provider took the payment.
type Opened struct {
	Identity
	ProviderID string    `json:"provider_id"`
	VANumber   string    `json:"va_number"`
	BankCode   string    `json:"bank_code"`
	QRString   string    `json:"qr_string"`
	PayURL     string    `json:"pay_url"`
	Deeplink   string    `json:"deeplink"`
	InvoiceURL string    `json:"invoice_url"`
	ExpiresAt  time.Time `json:"expires_at"`
	At         time.Time `json:"at"`
}

// Refused says that the provider did not take it: status FAILED, no callback.
type Refused struct {
	Identity
	Code    string    `json:"code"`
	Message string    `json:"message"`
	At      time.Time `json:"at"`
}

// Receipt is what the provider said of a payment that was made.
type Receipt struct {
	ProviderID string `json:"provider_id"`
	// ProviderPaymentID tells one genuine payment from a repeated notification.
	ProviderPaymentID string          `json:"provider_payment_id"`
	UserID            string          `json:"user_id"`
	PaidAmount        decimal.Decimal `json:"paid_amount"`
	PaidAt            time.Time       `json:"paid_at"`
	PaymentMethod     string          `json:"payment_method"`
	PaymentChannel    string          `json:"payment_channel"`
}

// Charge is what the service keeps of a paid amount: Fee + VAT + Net = the amount.
type Charge struct {
	Fee     decimal.Decimal `json:"fee"`
	VAT     decimal.Decimal `json:"vat"`
	Net     decimal.Decimal `json:"net_payment"`
	VATRate decimal.Decimal `json:"vat_rate"`
}

// Paid moves the payment to PAID. It happens once.
type Paid struct {
	Identity
	Receipt
	Charge
	PreviousStatus string `json:"previous_status"`
	// Late: the payment had EXPIRED.
	Late bool `json:"late"`
	// Held: the credit is withdrawable only from SETTLED on.
	Held bool `json:"held"`
	// SuspenseID is not 0 when the money came out of suspense; the ledger then
	// moved it with SuspenseReleased already.
	SuspenseID int64     `json:"suspense_id"`
	At         time.Time `json:"at"`
}

// Settled moves PAID to SETTLED. It carries the receipt and the charge of Paid.
type Settled struct {
	Identity
	Receipt
	Charge
	PreviousStatus string    `json:"previous_status"`
	Held           bool      `json:"held"`
	At             time.Time `json:"at"`
}

// Expired moves PENDING to EXPIRED.
type Expired struct {
	Identity
	ProviderID     string    `json:"provider_id"`
	PreviousStatus string    `json:"previous_status"`
	At             time.Time `json:"at"`
}

// Reasons for which money goes to suspense.
const (
	ReasonAmountMismatch = "amount_mismatch"
	ReasonSecondPayment  = "second_payment"
)

// Suspended says that money arrived which can't be credited as it is. The
// ChannelCode of its Identity is the channel that money came by, here and in the
// events that end it; the payment itself keeps its own.
type Suspended struct {
	Identity
	Receipt
	SuspenseID int64     `json:"suspense_id"`
	Reason     string    `json:"reason"`
	At         time.Time `json:"at"`
}

// SuspenseReleased gives suspended money to the client.
type SuspenseReleased struct {
	Identity
	Receipt
	Charge
	SuspenseID int64     `json:"suspense_id"`
	Held       bool      `json:"held"`
	By         string    `json:"by"`
	Reason     string    `json:"reason"`
	At         time.Time `json:"at"`
}

// SuspenseRefunded gives suspended money back through the provider.
type SuspenseRefunded struct {
	Identity
	Receipt
	SuspenseID int64     `json:"suspense_id"`
	By         string    `json:"by"`
	Reason     string    `json:"reason"`
	At         time.Time `json:"at"`
}

// SuspenseSettled says that the provider reported SETTLED for money that is still
// in suspense, so that a later release does not wait for it again. It moves nothing.
type SuspenseSettled struct {
	Identity
	SuspenseID int64     `json:"suspense_id"`
	At         time.Time `json:"at"`
}

// EventType is the wire name.
func (Requested) EventType() string        { return "payment.requested.v1" }
func (Opened) EventType() string           { return "payment.opened.v1" }
func (Refused) EventType() string          { return "payment.refused.v1" }
func (Paid) EventType() string             { return "payment.paid.v1" }
func (Settled) EventType() string          { return "payment.settled.v1" }
func (Expired) EventType() string          { return "payment.expired.v1" }
func (Suspended) EventType() string        { return "payment.suspended.v1" }
func (SuspenseReleased) EventType() string { return "payment.suspense_released.v1" }
func (SuspenseRefunded) EventType() string { return "payment.suspense_refunded.v1" }
func (SuspenseSettled) EventType() string  { return "payment.suspense_settled.v1" }

// Events lists a zero value of each event of this package, for the codec.
func Events() []domain.Event {
	return []domain.Event{
		Requested{},
		Opened{},
		Refused{},
		Paid{},
		Settled{},
		Expired{},
		Suspended{},
		SuspenseReleased{},
		SuspenseRefunded{},
		SuspenseSettled{},
	}
}
