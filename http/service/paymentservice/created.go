package paymentservice

import (
	"time"

	"gateway/domain/payment"
	"gateway/http/service"
	"gateway/projections/readmodel/paymentrows"
)

// Created is a new payment with instructions to pay it. Its JSON is PaymentCreated of the API.
type Created struct {
	paymentrows.Instructions
	ExpiresAt   time.Time               `json:"expires_at"`
	ProviderID  string                  `json:"provider_id"`
	Transaction paymentrows.Transaction `json:"transaction"`
}

func createdOf(s payment.State) Created {
	return Created{
		Instructions: paymentrows.InstructionsOf(s.Channel, openingOf(s.Opening)),
		Transaction:  transactionOf(s), ProviderID: s.Opening.ProviderID, ExpiresAt: s.ExpiresAt,
	}
}

func openingOf(o payment.Opened) paymentrows.Opening {
	return paymentrows.Opening{
		ProviderID: o.ProviderID, VANumber: o.VANumber, BankCode: o.BankCode, QRString: o.QRString,
		PayURL: o.PayURL, Deeplink: o.Deeplink, InvoiceURL: o.InvoiceURL,
	}
}

// transactionOf returns the payment in the form of the read models.
func transactionOf(s payment.State) paymentrows.Transaction {
	t := paymentrows.Transaction{
		ID: s.ID, TransactionID: s.TransactionID, ExternalID: service.NilIfEmpty(s.ExternalID), ClientID: s.ClientID,
		AppID: &s.AppID, Channel: s.Channel, ChannelCode: &s.ChannelCode, Total: s.Amount,
		Fee: &s.Charge.Fee, VAT: &s.Charge.VAT, NetPayment: &s.Charge.Net, Status: s.Status,
		Replaces: service.NilIfEmpty(s.Replaces), ExpiresAt: &s.ExpiresAt, Metadata: s.Metadata,
		CreatedAt: s.RequestedAt, UpdatedAt: s.RequestedAt,
	}
	if s.Opened() {
		t.UpdatedAt = s.Opening.At
	}
	if s.Paid() {
		t.PaidAmount, t.PaidAt = &s.Receipt.PaidAmount, &s.Receipt.PaidAt
	}
	return t
}
