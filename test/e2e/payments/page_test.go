package payments

import (
	"html"
	"io"
	"net/http"
	"strings"
	"testing"

	"gateway/test/e2e/harness"
	"gateway/test/poll"
	"gateway/test/receiver"
)

// pageOf gets the simulator's page of a payment.
func pageOf(t *testing.T, url string) string {
	t.Helper()
	response, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		t.Fatalf("GET %s: %d, %v", url, response.StatusCode, err)
	}
	return html.UnescapeString(string(text))
}

func TestWhatAMerchantSaysOfAnInvoiceReachesTheCustomersPage(t *testing.T) {
	t.Parallel()
	m, r := harness.NewMerchant(t), receiver.New(t)
	created := m.Post(t, "/payments/invoice", object{
		"amount": 50000, "external_id": "ORDER-77", "description": "Kopi Gayo: 2 kg", "customer_name": "Budi Santoso",
		"success_url": "https://toko.example/ok?x=1", "failure_url": "https://toko.example/no", "metadata": object{"callback_url": r.URL},
	}).Wants(t, 201)
	url, id := created.Text(t, "invoice_url"), created.Text(t, "transaction.transaction_id")
	page := pageOf(t, url)
	for _, text := range []string{m.Get(t, "/account").Text(t, "nama"), "Kopi Gayo: 2 kg", "Budi Santoso"} {
		if !strings.Contains(page, text) {
			t.Errorf("the page lacks %q: %s", text, page)
		}
	}
	m.ActInSandbox(t, id, "pay", nil)
	r.Next(t)
	poll.Until(t, "the page says that the shop was told", func() bool { return strings.Contains(pageOf(t, url), "sudah diberi tahu") })
	if !strings.Contains(pageOf(t, url), `href="https://toko.example/ok?x=1"`) {
		t.Error("the page does not lead to success_url")
	}
	for _, field := range []string{"success_url", "failure_url"} {
		m.Post(t, "/payments/invoice", object{"amount": 50000, field: "ftp://toko.example"}).RefusesField(t, field)
	}
	m.Post(t, "/payments/invoice", object{"amount": 50000, "description": strings.Repeat("x", 256)}).RefusesField(t, "description")
}

// The pages of every channel show the shop and the order. They never say that a shop without a callback URL was
// notified.
func TestThePagesOfAllChannelsNameTheShopAndTheOrder(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	shop := m.Get(t, "/account").Text(t, "nama")
	va := m.Post(t, "/payments/va", object{"amount": 50000, "bank_code": "BCA", "customer_name": "Budi", "external_id": "ORDER-1"}).Wants(t, 201)
	qr := m.Post(t, "/payments/qris", object{"amount": 50000, "external_id": "ORDER-1"}).Wants(t, 201)
	for path, a := range map[string]answer{"/simulator/virtual-accounts/": va, "/simulator/qr-codes/": qr} {
		url := harness.Shared(t).URL + path + a.Text(t, "provider_id")
		if page := pageOf(t, url); !strings.Contains(page, shop) || !strings.Contains(page, "ORDER-1") {
			t.Errorf("%s: %s", path, page)
		}
		id := a.Text(t, "transaction.transaction_id")
		m.ActInSandbox(t, id, "pay", nil)
		m.AwaitPayment(t, id, "PAID")
		if page := pageOf(t, url); strings.Contains(page, "diberi tahu") || !strings.Contains(page, "Pembayaran berhasil") {
			t.Errorf("%s, paid: %s", path, page)
		}
	}
}
