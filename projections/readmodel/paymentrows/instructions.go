package paymentrows

import (
	"gateway/domain/payment"
	"gateway/domain/pricing"
)

// Instructions are how a customer pays: of the fields only those of the payment's channel
// are there, and none where it can't be paid any more.
type Instructions struct {
	BankCode   *string `json:"bank_code,omitempty"`
	Deeplink   *string `json:"deeplink,omitempty"`
	InvoiceURL *string `json:"invoice_url,omitempty"`
	PayURL     *string `json:"pay_url,omitempty"`
	QRString   *string `json:"qr_string,omitempty"`
	VANumber   *string `json:"va_number,omitempty"`
}

// InstructionsOf picks what the provider gave for the channel.
func InstructionsOf(channel string, o Opening) Instructions {
	switch pricing.Kind(channel) {
	case pricing.VA:
		return Instructions{VANumber: &o.VANumber, BankCode: &o.BankCode}
	case pricing.EWallet:
		return Instructions{PayURL: &o.PayURL, Deeplink: &o.Deeplink}
	case pricing.QRIS:
		return Instructions{QRString: &o.QRString}
	case pricing.Invoice:
		return Instructions{InvoiceURL: &o.InvoiceURL}
	}
	return Instructions{}
}

// SingleTransaction is a transaction as it is shown alone: with its instructions while it
// is open. Lists leave them out.
type SingleTransaction struct {
	Transaction
	Instructions
}

// Single is the transaction as it is shown alone. A payment is open from the provider's
// answer until it is paid or ends.
func (t Transaction) Single() SingleTransaction {
	single := SingleTransaction{Transaction: t}
	if t.Status == payment.StatusPending && t.OpenedAt != nil {
		single.Instructions = InstructionsOf(t.Channel, t.Opening)
	}
	return single
}
