package payments

import (
	"net/url"
	"strings"
	"testing"

	"gateway/test/e2e/harness"
)

// The search finds a payment by its customer, however the number is typed and in any order of the words, for those administrators who
// talk to merchants. An erasure takes the customer from the search, the lists and the payment, and can't be undone.
func TestAnErasedCustomerIsNeitherFoundNorShown(t *testing.T) {
	t.Parallel()
	g := harness.Start(t, nil)
	m, admin := g.NewMerchant(t), g.Admin(t)
	support, auditor := g.AddAdmin(t, "support"), g.AddAdmin(t, "auditor")
	va := m.Post(t, "/payments/va", object{
		"amount": 50000, "bank_code": "BCA", "customer_name": "Ibu Zulaikha  Prameswari-Hadi", "external_id": "ORDER-Z",
	}).Wants(t, 201).Text(t, "transaction.transaction_id")
	ovo := m.Post(t, "/payments/ewallet", object{
		"amount": 50000, "channel_code": "OVO", "customer_phone": "0812-9988 7766",
	}).Wants(t, 201).Text(t, "transaction.transaction_id")
	finds := func(by harness.Caller, text, id string, want bool) {
		t.Helper()
		found := harness.JSON(by.Get(t, "/admin/search?q=%s", url.QueryEscape(text)).Wants(t, 200).Envelope["data"])
		if strings.Contains(found, id) != want {
			t.Errorf("a search for %q finds %v, and must find %s: %v", text, found, id, want)
		}
	}
	names := []string{"zulaikha", "PRAMESWARI zulaikha", "hadi ibu"}
	phones := []string{"081299887766", "+6281299887766", "62 812 9988 7766", "0812-9988-7766"}
	for _, name := range names {
		finds(support, name, va, true)
		finds(auditor, name, va, false)
	}
	for _, phone := range phones {
		finds(admin, phone, ovo, true)
	}
	for _, text := range []string{"zula", "zulaikha budi", "0812"} {
		finds(admin, text, va, false)
	}
	list := harness.JSON(m.Get(t, "/transactions?q=ORDER-Z").Wants(t, 200).Envelope["data"])
	for _, said := range []string{"Prameswari", `"va_number"`} {
		if !strings.Contains(list, said) {
			t.Errorf("the list of payments lacks %s: %s", said, list)
		}
	}

	path := "/admin/transactions/" + va + "/forget"
	admin.Post(t, path, nil).RefusesField(t, "reason")
	admin.Post(t, path, object{"reason": "asked for"}).Refuses(t, 409, "payment_pending")
	support.Post(t, path, object{"reason": "asked for"}).Refuses(t, 403, "role_forbidden")
	g.Anonymous().Post(t, path, object{"reason": "r"}).Refuses(t, 401, "invalid_token")
	admin.Post(t, "/admin/transactions/INV-1-1700000000000000000/forget", object{"reason": "r"}).Refuses(t, 404, "not_found")
	for _, id := range []string{va, ovo} {
		m.ActInSandbox(t, id, "pay", nil)
		m.AwaitPayment(t, id, "PAID")
		for range 2 {
			admin.Post(t, "/admin/transactions/"+id+"/forget", object{"reason": "asked for"}).Wants(t, 200)
		}
	}
	for _, name := range names {
		finds(admin, name, va, false)
	}
	for _, phone := range phones {
		finds(admin, phone, ovo, false)
	}
	for _, answer := range []string{
		harness.JSON(m.Get(t, "/transactions?q=ORDER-Z").Wants(t, 200).Envelope["data"]),
		harness.JSON(admin.Get(t, "/admin/transactions/%s", va).Wants(t, 200).Envelope["data"]),
		harness.JSON(admin.Get(t, "/admin/timeline/%s", "transactions%2F"+va).Wants(t, 200).Envelope["data"]),
	} {
		if strings.Contains(answer, "Prameswari") {
			t.Errorf("the customer is shown after the erasure: %s", answer)
		}
	}
}
