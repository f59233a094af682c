package harness

import (
	"testing"
)

// Notify sends a notification of the provider.
func (g *Gateway) Notify(t *testing.T, kind string, body any) Answer {
	t.Helper()
	return g.Anonymous().With("X-Callback-Token", CallbackToken).Post(t, "/provider/callbacks/"+kind, body)
}

// PaidInvoice is a notification that the invoice was paid by OVO.
func PaidInvoice(created Answer, t *testing.T, paymentID string) Object {
	t.Helper()
	return Object{
		"id": created.Text(t, "provider_id"), "payment_id": paymentID, "external_id": created.Text(t, "transaction.transaction_id"),
		"user_id": "merchant-7", "status": "PAID", "amount": created.Field(t, "transaction.total"),
		"paid_amount": created.Field(t, "transaction.total"), "paid_at": "2026-01-02T03:04:05Z",
		"payment_method": "EWALLET", "payment_channel": "OVO", "currency": "IDR",
	}
}
