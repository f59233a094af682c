package harness

import (
	"encoding/base64"
	"testing"
	"time"
)

// Dispute has a customer pay by QRIS, and an administrator enter that the customer disputes it. The answer can be given for an hour.
func (m Merchant) Dispute(tb testing.TB, amount int64) (id int64, transactionID string) {
	tb.Helper()
	transactionID = m.PayQRIS(tb, amount)
	return m.Gateway.Admin(tb).Post(tb, "/admin/disputes", Disputed(transactionID)).Wants(tb, 201).ID(tb, "id"), transactionID
}

// PayQRIS has a customer pay by QRIS, and returns the transaction_id.
func (m Merchant) PayQRIS(tb testing.TB, amount int64) string {
	tb.Helper()
	id := m.Post(tb, "/payments/qris", Object{"amount": amount}).Wants(tb, 201).Text(tb, "transaction.transaction_id")
	m.ActInSandbox(tb, id, "pay", nil)
	m.AwaitPayment(tb, id, "PAID")
	return id
}

// Disputed is what an administrator enters of a dispute of the whole payment.
func Disputed(transactionID string) Object {
	return Object{
		"transaction_id": transactionID, "provider_dispute_id": "dsp-" + transactionID, "reason": "goods not received",
		"due_by": time.Now().Add(time.Hour).UTC().Format(time.RFC3339),
	}
}

// PDF is a small PDF with the text in it, in base64.
func PDF(text string) string {
	return base64.StdEncoding.EncodeToString([]byte("%PDF-1.4\n% " + text + "\n%%EOF\n"))
}
