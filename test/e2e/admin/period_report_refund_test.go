package admin

import (
	"fmt"
	"testing"

	"gateway/test/e2e/harness"
	"gateway/test/poll"
)

// A gateway of its own, whose log has nothing else.
func TestTheFeeOfABouncedRefundComesBackAtItsVATRate(t *testing.T) {
	t.Parallel()
	g := harness.Start(t, harness.Settings{})
	m, admin := g.NewMerchant(t), g.Admin(t)
	id := m.Post(t, "/payments/ewallet", object{"amount": 100_000, "channel_code": "DANA"}).Wants(t, 201).Text(t, "transaction.transaction_id")
	m.ActInSandbox(t, id, "pay", nil)
	m.AwaitBalance(t, 98_335)
	a := m.Post(t, "/refunds", object{
		"transaction_id": id, "amount": 40_000, "reason": "other", "to": object{"bank": "BCA", "norek": "1234567890", "account_holder": "Budi"},
	}).Wants(t, 201)
	refund := fmt.Sprintf("/refunds/%d", a.ID(t, "id"))
	admin.Post(t, "/admin"+refund+"/approve", nil).Wants(t, 200)
	for _, step := range []struct {
		does, status string
		balance      int64
	}{{"complete", "succeeded", 53_335}, {"bounce", "failed", 98_335}} {
		m.Post(t, "/sandbox"+refund+"/"+step.does, nil).Wants(t, 200)
		poll.Until(t, refund+" is "+step.status, func() bool { return m.Get(t, "%s", refund).Wants(t, 200).Text(t, "status") == step.status })
		m.AwaitBalance(t, step.balance)
	}
	poll.Until(t, "all three movements are in the report", func() bool {
		report := admin.Get(t, "/admin/period-report").Wants(t, 200)
		return harness.JSON(report.Field(t, "total.count")) == "3"
	})
	admin.Get(t, "/admin/period-report").Wants(t, 200).Is(t, object{"vat_rates": []any{object{"vat_rate": 11, "count": 3, "fee": 1500, "vat": 165}}})
}
