package payment

import (
	"encoding/json"
	"time"

	"gateway/domain"
	"gateway/domain/pricing"

	"github.com/shopspring/decimal"
)

// Identity is repeated by every event of a payment, so that no projector has to look
// anything up.
type Identity struct {
	// ID is the integer that the API shows, drawn from the sequence `transaction`.
	ID            int64  `json:"id"`
	TransactionID string `json:"transaction_id"`
	// ExternalID is the merchant's own reference, empty when none was sent.
	ExternalID string `json:"external_id"`
	ClientID   int64  `json:"client_id"`
	AppID      int64  `json:"app_id"`
	// Channel is va, ewallet, qris or invoice.
	Channel string `json:"channel"`
	// ChannelCode is the bank or wallet. That of an invoice is INVOICE until it is paid,
	// then the channel it was paid with.
	ChannelCode string          `json:"channel_code"`
	Amount      decimal.Decimal `json:"amount"`
	// Metadata is the object of the request without its spaces; null when there was none.
	Metadata json.RawMessage `json:"metadata"`
	// CallbackURL is empty when there is nothing to call. The query parameter `via` is
	// part of it already, when metadata.type_transaksi asked for it.
	CallbackURL string `json:"callback_url"`
}

// Requested is appended before the provider is called. It carries the rates in force.
type Requested struct {
	Identity
	CustomerName  string `json:"customer_name"`
	CustomerPhone string `json:"customer_phone"`
	SuccessURL    string `json:"success_url"`
	// FailureURL and Description are those of an invoice; empty in events of before.
	FailureURL  string `json:"failure_url"`
	Description string `json:"description"`
	// Replaces is the transaction_id of the older payment that this one replaces: the event Chained
	// after it says so, too. It is empty for none, and in events of before.
	Replaces string `json:"replaces"`
	// Rates holds the rate of the channel by its code. For an invoice it holds the rates
	// of all channels that the invoice can be paid with, and INVOICE for the quote.
	Rates map[string]pricing.Rate `json:"rates"`
	// HoldUntilSettled lists the channel codes whose credits are not withdrawable before
	// SETTLED.
	HoldUntilSettled []string        `json:"hold_until_settled"`
	VATRate          decimal.Decimal `json:"vat_rate"`
	// Fee, VAT and Net are the quote for ChannelCode.
	Fee       decimal.Decimal `json:"fee"`
	VAT       decimal.Decimal `json:"vat"`
	Net       decimal.Decimal `json:"net_payment"`
	ExpiresAt time.Time       `json:"expires_at"`
	At        time.Time       `json:"at"`
}

// RequestCmd requests a payment. It has the fields of the event Requested.
type RequestCmd Requested

// ErrTaken says that the transaction_id is another payment's: two instances can draw the
// same nanosecond. The caller tries the next one.
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
