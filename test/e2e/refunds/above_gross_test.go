package refunds

import (
	"strings"
	"testing"

	"gateway/test/e2e/harness"
	"gateway/test/poll"
)

// The customer has the money back by a refund, and then by a chargeback, too: the merchant bears both, and a person is told.
func TestAChargebackAfterARefundIsShownToAPerson(t *testing.T) {
	t.Parallel()
	m, admin := harness.NewMerchant(t), harness.Shared(t).Admin(t)
	m.Earn(t, 100_000)
	id := pay(t, m, "qris", object{"amount": 100_000})
	path, _ := refund(t, m, object{"transaction_id": id, "reason": "other", "amount": 60_000})
	await(t, m, path, "succeeded")
	admin.Post(t, "/admin/disputes", object{
		"transaction_id": id, "provider_dispute_id": "dsp-" + id, "reason": "FRAUD", "due_by": "2099-01-01T00:00:00Z",
	}).Wants(t, 201).Is(t, object{"amount": 40_000})
	dispute := m.Get(t, "/disputes?transaction_id=%s", id).Wants(t, 200).List(t)[0].(map[string]any)["id"]
	admin.Post(t, "/admin/disputes/deductions", object{
		"reference": "bulk-" + id, "amount": 100_000, "disputes": []object{{"dispute_id": dispute, "amount": 100_000}},
	}).Wants(t, 200)
	m.Get(t, "/payments/%s/status", id).Wants(t, 200).Is(t, object{"reversed_amount": 160_000})
	poll.Until(t, "a person is told", func() bool {
		return strings.Contains(string(admin.Get(t, "/admin/attention").Wants(t, 200).Body), "reversals_above_gross")
	})
}
