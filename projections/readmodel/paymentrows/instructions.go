package paymentrows

import (
	"gateway/domain/payment"
	"gateway/domain/pricing"
)

// Instructions tell how a customer pays. Only the fields of the payment's channel are set, and none when it
// can no longer be paid.
type Instructions struct {
	BankCode   *string `json:"bank_code,omitempty"`
	Deeplink   *string `json:"deeplink,omitempty"`
	InvoiceURL *string `json:"invoice_url,omitempty"`
	PayURL     *string `json:"pay_url,omitempty"`
	QRString   *string `json:"qr_string,omitempty"`
	VANumber   *string `json:"va_number,omitempty"`
}

// InstructionsOf selects what the provider returned for the channel.
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

// SingleTransaction is a transaction shown on its own, with payment instructions while it is open. Lists
// leave the instructions out.
type SingleTransaction struct {
	Transaction
	Instructions
}

// Single returns the transaction in the form in which it is shown on its own. A payment is open from the
// provider's answer until it is paid or ends.
func (t Transaction) Single() SingleTransaction {
	single := SingleTransaction{Transaction: t}
	if t.Status == payment.StatusPending && t.OpenedAt != nil {
		single.Instructions = InstructionsOf(t.Channel, t.Opening)
	}
	return single
}
