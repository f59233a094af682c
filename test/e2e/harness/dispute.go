package harness

import (
	"encoding/base64"
	"fmt"
	"testing"
	"time"

	"gateway/test/poll"
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

// PlayDispute has a customer pay by QRIS and dispute it at the simulated provider, as the body says.
func (m Merchant) PlayDispute(tb testing.TB, amount int64, body any) (id int64, transactionID string) {
	tb.Helper()
	transactionID = m.PayQRIS(tb, amount)
	m.ActInSandbox(tb, transactionID, "dispute", body)
	return m.AwaitDispute(tb, transactionID), transactionID
}

// AwaitDispute waits for a dispute of the payment that needs a response, and returns its id.
func (m Merchant) AwaitDispute(tb testing.TB, transactionID string) (id int64) {
	tb.Helper()
	poll.Until(tb, "the dispute of "+transactionID+" is told", func() bool {
		list := m.Get(tb, "/disputes?status=needs_response").Wants(tb, 200)
		for n, of := range list.Column(tb, "transaction_id") {
			if of == JSON(transactionID) {
				id = list.ID(tb, fmt.Sprint(n, ".id"))
			}
		}
		return id != 0
	})
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
