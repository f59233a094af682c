package payments

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"gateway/test/e2e/harness"
)

func TestTransactionsAreFoundByWhatAMerchantKnowsOfThem(t *testing.T) {
	t.Parallel()
	m, other := harness.NewMerchant(t), harness.NewMerchant(t)
	odd := `a b=c & "d"%_.'`
	invoice := m.OpenInvoice(t, 50000, object{"external_id": "ORDER-17%", "metadata": object{"order": 17, odd: "x", "toko": "Käse & Söhne"}})
	va := m.Post(t, "/payments/va", object{"amount": 60000, "bank_code": "BCA", "customer_name": "Budi", "external_id": "ORDER-18"}).Wants(t, 201)
	m.Post(t, "/transactions", object{"total": 1000, "status": "LUNAS", "external_id": "ORDER-17"}).Wants(t, 201)
	theirs := other.OpenInvoice(t, 50000, object{"external_id": "ORDER-17%", "metadata": object{"order": 17}})
	m.ActInSandbox(t, va.Text(t, "transaction.transaction_id"), "pay", nil)
	m.AwaitPayment(t, va.Text(t, "transaction.transaction_id"), "PAID")

	for _, c := range []struct {
		query string
		total int
	}{
		{"", 3},
		{"status=PENDING", 1},
		{"status=LUNAS", 1},
		{"status=&q=&from=&external_id=", 3},
		{"channel=va", 1},
		{"channel=recorded&status=SELESAI", 0},
		{"external_id=ORDER-17", 1},
		{"external_id=ORDER-17%25", 1},
		{"q=ORDER-17", 2},
		{"q=ORDER-17%25", 1},
		{"q=ORDER", 3},
		{"q=%25", 0},
		{"q=ORDER_17", 0},
		{"q=" + va.Text(t, "va_number"), 1},
		{"q=" + va.Text(t, "provider_id"), 1},
		{"q=" + theirs, 0},
		{"q=" + invoice + "&channel=invoice&status=PENDING", 1},
		{"metadata[order]=17", 1},
		{"metadata%5Border%5D=17&status=PAID", 0},
		{"metadata[order]=17&metadata[toko]=K%C3%A4se+%26+S%C3%B6hne", 1},
		{"metadata[" + url.QueryEscape(odd) + "]=x", 1},
		{"metadata[order'%20OR%201%3D1--]=17", 0},
		{"client_id=" + fmt.Sprint(other.ID), 3},
		{"from=2020-01-01&to=2020-12-31", 0},
		{"from=2020-01-01", 3},
		{"per_page=1&page=3", 3},
	} {
		a := m.Get(t, "/transactions?%s", c.query).Wants(t, 200)
		if meta := a.Envelope["meta"].(map[string]any); harness.JSON(meta["total"]) != fmt.Sprint(c.total) {
			t.Errorf("%s finds %v, want %d", c.query, meta["total"], c.total)
		}
	}
}

func TestAFilterThatCanNotMeanAnythingIsRefused(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	for query, field := range map[string]string{
		"status=paid": "status", "status=DIBAYAR": "status", "channel=VA": "channel", "channel=card": "channel", "channel=": "channel",
		"from=yesterday": "from", "to=2026-02-30": "to", "from=2026-02-01&to=2026-01-31": "to",
		"metadata=17": "metadata", "metadata[]=17": "metadata", "metadata[a]=1&metadata[a]=2": "metadata", "metadata[a][b]=1": "metadata",
		"metadata[a]=1&metadata[b]=1&metadata[c]=1&metadata[d]=1&metadata[e]=1&metadata[f]=1": "metadata",
		"metadata[a]=%00": "metadata[a]", "q=" + strings.Repeat("x", 256): "q", "q=%00": "q", "external_id=%0A": "external_id", "per_page=101": "per_page",
	} {
		m.Get(t, "/transactions?%s", query).RefusesField(t, field)
	}
	if a := m.Get(t, "/transactions?status=paid"); !strings.Contains(string(a.Body), "PENDING, PAID, SETTLED, EXPIRED, FAILED") {
		t.Errorf("the known statuses are not named: %s", a.Body)
	}
}

// A date is a day in Jakarta. The last day is included.
func TestADateInAFilterIsADayInJakarta(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	a := m.Post(t, "/transactions", object{"total": 1000}).Wants(t, 201)
	created, err := time.Parse(time.RFC3339Nano, a.Text(t, "created_at"))
	if err != nil {
		t.Fatal(err)
	}
	day := func(days int) string { return created.Add(7*time.Hour).AddDate(0, 0, days).UTC().Format(time.DateOnly) }
	at := func(d time.Duration) string { return url.QueryEscape(created.Add(d).Format(time.RFC3339Nano)) }
	for query, total := range map[string]int{
		"from=" + day(0) + "&to=" + day(0): 1, "to=" + day(-1): 0, "from=" + day(1): 0,
		"from=" + at(0) + "&to=" + at(0): 1, "from=" + at(time.Microsecond): 0, "to=" + at(-time.Microsecond): 0,
	} {
		m.Get(t, "/transactions?%s", query).Wants(t, 200).HasMeta(t, total, 15, 1, 1)
	}
}
