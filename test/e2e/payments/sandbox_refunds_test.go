package payments

import (
	"testing"

	"gateway/test/e2e/harness"
	"gateway/test/poll"
)

// The amount is one of a refund that the simulated provider keeps pending.
func TestTheSandboxEndsRefunds(t *testing.T) {
	t.Parallel()
	g, m := harness.Shared(t), harness.NewMerchant(t)
	id := m.Post(t, "/payments/qris", object{"amount": 100_000}).Wants(t, 201).Text(t, "transaction.transaction_id")
	m.ActInSandbox(t, id, "pay", nil)
	m.AwaitPayment(t, id, "PAID")
	refund := func() string {
		a := m.Post(t, "/refunds", object{"transaction_id": id, "reason": "other", "amount": 30_305}).Wants(t, 201)
		path := "/refunds/" + harness.JSON(a.Field(t, "id"))
		poll.Until(t, "the provider has it", func() bool {
			return !g.Admin(t).Get(t, "/admin%s", path).Wants(t, 200).Matches(t, object{"provider_id": ""})
		})
		return path
	}
	is := func(path, status string) {
		poll.Until(t, path+" is "+status, func() bool { return m.Get(t, "%s", path).Wants(t, 200).Matches(t, object{"status": status}) })
	}
	path := refund()
	m.Post(t, "/sandbox"+path+"/complete", nil).Wants(t, 200)
	is(path, "succeeded")
	m.Post(t, "/sandbox"+path+"/bounce", nil).Wants(t, 200)
	is(path, "failed")
	path = refund()
	m.Post(t, "/sandbox"+path+"/fail", nil).Wants(t, 200)
	is(path, "failed")
	m.Post(t, "/sandbox/payments/"+id+"/charge-back", object{"amount": 1_000}).Wants(t, 200)
	m.Post(t, "/sandbox/payments/"+id+"/charge-back", object{"amount": 99_001}).Refuses(t, 400, "not_possible")
}
