package e2e

import "testing"

// The portal lists what the key lists, by status too; whoever else's id is given.
func TestOnesOwnTransactionsInThePortal(t *testing.T) {
	t.Parallel()
	m, other := newMerchant(t), newMerchant(t)
	c := m.portal(t)
	paid := m.invoice(t, 50000, nil)
	m.sandbox(t, paid, "pay", nil)
	id := m.reaches(t, paid, "PAID").id(t, "id")
	m.post(t, "/transactions", object{"total": 1, "status": "LUNAS"}).wants(t, 201)
	m.invoice(t, 50000, nil)
	theirs := other.post(t, "/transactions", object{"total": 1}).wants(t, 201).id(t, "id")

	c.get(t, "/me/transactions?client_id=%d", other.id).wants(t, 200).listOf(t, transactionShape).hasMeta(t, 3, 15, 1, 1)
	c.get(t, "/me/transactions?client_id=x&per_page=2&page=2").wants(t, 200).hasMeta(t, 3, 2, 2, 2)
	for status, total := range map[string]int{"PAID": 1, "LUNAS": 1, "PENDING": 1, "EXPIRED": 0, "paid": 0} {
		c.get(t, "/me/transactions?status=%s", status).wants(t, 200).hasMeta(t, total, 15, 1, 1)
	}
	for _, field := range []string{"page", "per_page"} {
		c.get(t, "/me/transactions?%s=0", field).refusesField(t, field)
	}
	c.get(t, "/me/transactions?status=%%00").refusesField(t, "status")

	c.get(t, "/me/transactions/%d?client_id=%d", id, other.id).wants(t, 200).has(t, "", transactionShape).is(t, object{
		"id": id, "transaction_id": paid, "status": "PAID",
	})
	foreign := c.get(t, "/me/transactions/%d", theirs).refuses(t, 404, "not_found")
	missing := c.get(t, "/me/transactions/999999999").refuses(t, 404, "not_found")
	if string(foreign.body) != string(missing.body) {
		t.Errorf("another client's is told from none: %s, %s", foreign.body, missing.body)
	}
	c.get(t, "/me/transactions/x").refusesField(t, "id")
}
