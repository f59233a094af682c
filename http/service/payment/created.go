package payment

import (
	"time"

	"gateway/domain/payment"
	"gateway/domain/pricing"
	"gateway/http/service"
	"gateway/projections/readmodel"
)

// Created is a new payment, with how to pay it: of the optional fields only those of its
// channel are there. Its JSON is PaymentCreated of the API.
type Created struct {
	BankCode    *string               `json:"bank_code,omitempty"`
	Deeplink    *string               `json:"deeplink,omitempty"`
	ExpiresAt   time.Time             `json:"expires_at"`
	InvoiceURL  *string               `json:"invoice_url,omitempty"`
	PayURL      *string               `json:"pay_url,omitempty"`
	ProviderID  string                `json:"provider_id"`
	QRString    *string               `json:"qr_string,omitempty"`
	Transaction readmodel.Transaction `json:"transaction"`
	VANumber    *string               `json:"va_number,omitempty"`
}

func createdOf(s payment.State) Created {
	o := s.Opening
	created := Created{Transaction: transactionOf(s), ProviderID: o.ProviderID, ExpiresAt: s.ExpiresAt}
	switch pricing.Kind(s.Channel) {
	case pricing.VA:
		created.VANumber, created.BankCode = &o.VANumber, &o.BankCode
	case pricing.EWallet:
		created.PayURL, created.Deeplink = &o.PayURL, &o.Deeplink
	case pricing.QRIS:
		created.QRString = &o.QRString
	case pricing.Invoice:
		created.InvoiceURL = &o.InvoiceURL
	}
	return created
}

// transactionOf is the payment as the read models show it.
func transactionOf(s payment.State) readmodel.Transaction {
	t := readmodel.Transaction{
		ID: s.ID, TransactionID: s.TransactionID, ExternalID: service.NilIfEmpty(s.ExternalID), ClientID: s.ClientID,
		AppID: &s.AppID, Channel: s.Channel, ChannelCode: &s.ChannelCode, Total: s.Amount,
		Fee: &s.Charge.Fee, VAT: &s.Charge.VAT, NetPayment: &s.Charge.Net, Status: s.Status,
		ExpiresAt: &s.ExpiresAt, Metadata: s.Metadata, CreatedAt: s.RequestedAt, UpdatedAt: s.RequestedAt,
	}
	if s.Opened() {
		t.UpdatedAt = s.Opening.At
	}
	if s.Paid() {
		t.PaidAmount, t.PaidAt = &s.Receipt.PaidAmount, &s.Receipt.PaidAt
	}
	return t
}
