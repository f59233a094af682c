package portal

import (
	"testing"

	"gateway/test/e2e/harness"
)

func TestTheOverviewCountsThePaymentsOfTheClient(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	c := m.LogIn(t)
	paid := m.OpenInvoice(t, 50_000, nil)
	m.ActInSandbox(t, paid, "pay", nil)
	m.AwaitPayment(t, paid, "PAID")
	m.OpenInvoice(t, 70_000, nil)
	m.Post(t, "/transactions", object{"total": 1, "status": "PAID"}).Wants(t, 201)
	c.Get(t, "/me/overview?days=30").Wants(t, 200).Is(t, object{"created": 2, "paid": 1, "amount": 50_000})
	c.Get(t, "/me/overview").Wants(t, 200).Is(t, object{"created": 2, "paid": 1})
	c.Get(t, "/me/overview?days=31").RefusesField(t, "days")
	c.Get(t, "/me/transactions?only=payments").Wants(t, 200).HasMeta(t, 2, 15, 1, 1)
	c.Get(t, "/me/transactions?only=paid").Wants(t, 200).HasMeta(t, 1, 15, 1, 1)
	c.Get(t, "/me/transactions?arrives_on=2026-01-31").Wants(t, 200).HasMeta(t, 0, 15, 1, 1)
	c.Get(t, "/me/transactions?arrives_on=soon").RefusesField(t, "arrives_on")
	c.Get(t, "/me/transactions?channel_code=BCA").RefusesField(t, "from")
}
