package payment

import (
	"cmp"
	"encoding/json"
	"time"

	"gateway/domain"
	"gateway/domain/connection"
	"gateway/domain/pricing"

	"github.com/shopspring/decimal"
)

// Identity is repeated in every event of a payment, so that no projector has to look anything up.
type Identity struct {
	// ID is the integer that the API shows, drawn from the sequence `transaction`.
	ID            int64  `json:"id"`
	TransactionID string `json:"transaction_id"`
	// ExternalID is the merchant's own reference, empty if none was sent.
	ExternalID string `json:"external_id"`
	ClientID   int64  `json:"client_id"`
	AppID      int64  `json:"app_id"`
	// Connection names the connection that the event is about: in Requested the one to ask, in an event about
	// money the one that received it.
	Connection string `json:"connection"`
	// Channel is va, ewallet, qris or invoice.
	Channel string `json:"channel"`
	// ChannelCode is the bank or wallet. For an invoice it is INVOICE until the invoice is paid, then the
	// channel it was paid with.
	ChannelCode string          `json:"channel_code"`
	Amount      decimal.Decimal `json:"amount"`
	// Metadata is the object of the request without its spaces; null if there was none.
	Metadata json.RawMessage `json:"metadata"`
	// CallbackURL is empty if there is no URL to call. It already contains the query parameter `via` if
	// metadata.type_transaksi asked for it.
	CallbackURL string `json:"callback_url"`
}

// PaymentID returns the integer id of the payment. The events of a payment have this method, because they embed
// its identity.
func (i Identity) PaymentID() int64 { return i.ID }

// OfConnection implements connection.Of.
func (i Identity) OfConnection() string { return i.Connection }

// FillIn implements domain.FilledIn: events that name no connection are those of the first one.
func (i *Identity) FillIn() { i.Connection = cmp.Or(i.Connection, connection.Xendit) }

// Requested is appended before the provider is called. It carries the rates in force.
type Requested struct {
	Identity
	CustomerName  string `json:"customer_name"`
	CustomerPhone string `json:"customer_phone"`
	SuccessURL    string `json:"success_url"`
	// FailureURL and Description belong to an invoice; empty in older events.
	FailureURL  string `json:"failure_url"`
	Description string `json:"description"`
	connection.Routed
	// Replaces is the transaction_id of the older payment that this one replaces; the following event Chained
	// repeats it. It is empty for none, and in older events.
	Replaces string `json:"replaces"`
	// Rates holds the rate of the channel by its code. For an invoice it holds the rates of all channels that
	// the invoice can be paid with, and INVOICE for the quote.
	Rates map[string]pricing.Rate `json:"rates"`
	// HoldUntilSettled lists the channel codes whose credits are not withdrawable before SETTLED.
	HoldUntilSettled []string        `json:"hold_until_settled"`
	VATRate          decimal.Decimal `json:"vat_rate"`
	// VATExempt is true if the payment is charged without VAT. VATRate is the general rate all the same: a rate that includes
	// the VAT shrinks by it. Absent means false.
	VATExempt bool `json:"vat_exempt,omitempty"`
	// Fee, VAT and Net are the quote for ChannelCode.
	Fee       decimal.Decimal `json:"fee"`
	VAT       decimal.Decimal `json:"vat"`
	Net       decimal.Decimal `json:"net_payment"`
	ExpiresAt time.Time       `json:"expires_at"`
	At        time.Time       `json:"at"`
}

// chargedVATRate returns the rate that the fee is charged with.
func (e Requested) chargedVATRate() decimal.Decimal {
	if e.VATExempt {
		return decimal.Zero
	}
	return e.VATRate
}

// RequestCmd requests a payment. It has the fields of the event Requested.
type RequestCmd Requested

// ErrTaken says that another payment has the transaction_id: two ids can end in the same digits. The
// caller tries the next one.
var ErrTaken = domain.Refuse(domain.Conflict, "transaction_id_taken", "the transaction_id is another payment's")

// Request opens the stream, before the provider is called. The caller has checked the
// amount against the channel's limits. Checks:
//
//  1. requested with the same ID: nothing happens, it is a retry
//  2. ErrTaken: requested with another ID
//  3. invalid_field channel_code: Rates has no rate for it
func Request(s State, cmd RequestCmd) ([]domain.Event, error) {
	if s.Exists() && s.ID == cmd.ID {
		return nil, nil
	}
	if s.Exists() {
		return nil, ErrTaken
	}
	if _, ok := cmd.Rates[cmd.ChannelCode]; !ok {
		return nil, domain.InvalidField("channel_code", "has no rate")
	}
	return []domain.Event{Requested(cmd)}, nil
}
