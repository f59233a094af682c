// Package refunds tests refunds end to end: what a merchant asks for, on each channel, and what became of it.
package refunds

import (
	"testing"

	"gateway/test/e2e/harness"
	"gateway/test/poll"
)

func TestMain(m *testing.M) { harness.Main(m, "refunds") }

func TestTheSameHoldsOnEventStoreDB(t *testing.T) { harness.RunOnEventStoreDB(t, "") }

type object = harness.Object

// pay has a payment by a channel paid, and returns its transaction_id.
func pay(t *testing.T, m harness.Merchant, channel string, body object) string {
	t.Helper()
	id := m.Post(t, "/payments/"+channel, body).Wants(t, 201).Text(t, "transaction.transaction_id")
	m.ActInSandbox(t, id, "pay", nil)
	m.AwaitPayment(t, id, "PAID")
	return id
}

func wallet(amount int64) object { return object{"amount": amount, "channel_code": "DANA"} }

// refund asks for a refund, and returns its path.
func refund(t *testing.T, m harness.Merchant, body object) (path string, a harness.Answer) {
	t.Helper()
	a = m.Post(t, "/refunds", body).Wants(t, 201)
	return "/refunds/" + harness.JSON(a.Field(t, "id")), a
}

func await(t *testing.T, m harness.Merchant, path, status string) harness.Answer {
	t.Helper()
	var a harness.Answer
	poll.Until(t, path+" is "+status, func() bool {
		a = m.Get(t, "%s", path).Wants(t, 200)
		return a.Text(t, "status") == status
	})
	return a
}
