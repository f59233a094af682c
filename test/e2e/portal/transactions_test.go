package portal

import (
	"testing"

	"gateway/test/e2e/harness"
)

// The portal lists the same transactions as the API key does, and can filter them by
// status. A client_id in the query is ignored.
func TestThePortalShowsOnlyTheClientsOwnTransactions(t *testing.T) {
	t.Parallel()
	m, other := harness.NewMerchant(t), harness.NewMerchant(t)
	c := m.LogIn(t)
	paid := m.OpenInvoice(t, 50000, nil)
	m.ActInSandbox(t, paid, "pay", nil)
	id := m.AwaitPayment(t, paid, "PAID").ID(t, "id")
	m.Post(t, "/transactions", object{"total": 1, "status": "LUNAS"}).Wants(t, 201)
	m.OpenInvoice(t, 50000, nil)
	theirs := other.Post(t, "/transactions", object{"total": 1}).Wants(t, 201).ID(t, "id")

	c.Get(t, "/me/transactions?client_id=%d", other.ID).Wants(t, 200).ListOf(t, harness.TransactionShape).HasMeta(t, 3, 15, 1, 1)
	c.Get(t, "/me/transactions?client_id=x&per_page=2&page=2").Wants(t, 200).HasMeta(t, 3, 2, 2, 2)
	for status, total := range map[string]int{"PAID": 1, "LUNAS": 1, "PENDING": 1, "EXPIRED": 0} {
		c.Get(t, "/me/transactions?status=%s", status).Wants(t, 200).HasMeta(t, total, 15, 1, 1)
	}
	c.Get(t, "/me/transactions?status=paid").RefusesField(t, "status")
	c.Get(t, "/me/transactions?q=%s&channel=invoice", paid).Wants(t, 200).HasMeta(t, 1, 15, 1, 1)
	for _, field := range []string{"page", "per_page"} {
		c.Get(t, "/me/transactions?%s=0", field).RefusesField(t, field)
	}
	c.Get(t, "/me/transactions?status=%%00").RefusesField(t, "status")

	c.Get(t, "/me/transactions/%d?client_id=%d", id, other.ID).Wants(t, 200).Has(t, "", harness.TransactionShape).Is(t, object{
		"id": id, "transaction_id": paid, "status": "PAID",
	})
	foreign := c.Get(t, "/me/transactions/%d", theirs).Refuses(t, 404, "not_found")
	missing := c.Get(t, "/me/transactions/999999999").Refuses(t, 404, "not_found")
	if string(foreign.Body) != string(missing.Body) {
		t.Errorf("another client's is told from none: %s, %s", foreign.Body, missing.Body)
	}
	c.Get(t, "/me/transactions/x").RefusesField(t, "id")
}
