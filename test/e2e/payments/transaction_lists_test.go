package payments

import (
	"encoding/json"
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

// A payment is cancelled until money is credited after all, and replaced whatever became of it. It is under review while any of
// its money waits for a decision.
func TestTransactionsAreFoundByAStateThatNoStatusTells(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	open, cancelled, wrong := m.OpenInvoice(t, 10000, nil), m.OpenInvoice(t, 20000, nil), m.OpenInvoice(t, 30000, nil)
	paidAfterAll := m.OpenInvoice(t, 40000, nil)
	for _, id := range []string{cancelled, paidAfterAll} {
		m.Post(t, "/payments/"+id+"/cancel", nil).Wants(t, 200)
	}
	newer := m.Post(t, "/payments/qris", object{"amount": 10000, "replaces": open}).Wants(t, 201).Text(t, "transaction.transaction_id")
	m.ActInSandbox(t, wrong, "pay", object{"amount": 29000})
	suspended(t, wrong)
	m.ActInSandbox(t, paidAfterAll, "pay", nil)
	m.AwaitPayment(t, paidAfterAll, "PAID")
	asAdmin := harness.Shared(t).Admin(t)
	for query, want := range map[string][]string{
		"state=cancelled": {cancelled}, "state=replaced": {open}, "state=under_review": {wrong}, "": {newer, paidAfterAll, wrong, cancelled, open},
		"state=cancelled&status=PENDING": {}, "state=replaced&status=EXPIRED&channel=invoice": {open}, "state=under_review&status=PENDING": {wrong},
		"state=cancelled&from=2020-01-01&to=2020-12-31": {}, "state=under_review&q=" + wrong: {wrong}, "state=under_review&q=" + open: {},
	} {
		for _, a := range []harness.Answer{
			m.Get(t, "/transactions?%s", query).Wants(t, 200),
			asAdmin.Get(t, "/admin/transactions?client_id=%d&%s", m.ID, query).Wants(t, 200),
		} {
			a.HasMeta(t, len(want), 15, 1, 1)
			for i, row := range a.List(t) {
				if got := row.(map[string]any)["transaction_id"]; got != want[i] {
					t.Errorf("%s: %v is at place %d, want %s", query, got, i, want[i])
				}
			}
		}
	}
	asAdmin.Get(t, "/admin/transactions?state=under_review&q=%s", wrong).Wants(t, 200).HasMeta(t, 1, 15, 1, 1)
	asAdmin.Get(t, "/admin/transactions?state=paid").RefusesField(t, "state")
}

// The amounts are looked for in a period. The pages of an order by amount follow each other without a gap, although some amounts are
// equal.
func TestTransactionsAreFoundByAmountAndInEachOrder(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	for _, total := range []string{"300", "100.50", "200", "200", "5000"} {
		m.Post(t, "/transactions", object{"total": json.RawMessage(total)}).Wants(t, 201)
	}
	asAdmin := harness.Shared(t).Admin(t)
	totals := func(a harness.Answer) (all []string) {
		for _, row := range a.Wants(t, 200).List(t) {
			all = append(all, harness.JSON(row.(map[string]any)["total"]))
		}
		return all
	}
	for query, want := range map[string]string{
		"sort=newest": "5000 200 200 100.5 300", "sort=oldest": "300 100.5 200 200 5000",
		"from=2020-01-01&sort=amount_asc": "100.5 200 200 300 5000", "from=2020-01-01&sort=amount_desc": "5000 300 200 200 100.5",
		"from=2020-01-01&amount_from=200": "5000 200 200 300", "from=2020-01-01&amount_to=200.00&sort=oldest": "100.5 200 200",
		"from=2020-01-01&amount_from=200&amount_to=200": "200 200", "from=2020-01-01&amount_from=0&amount_to=100.49": "",
		"from=2020-01-01&amount_from=200&channel=recorded&status=PENDING&sort=amount_desc": "5000 300 200 200",
	} {
		if got := strings.Join(totals(m.Get(t, "/transactions?%s", query)), " "); got != want {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
		if got := strings.Join(totals(asAdmin.Get(t, "/admin/transactions?client_id=%d&%s", m.ID, query)), " "); got != want {
			t.Errorf("the administrator's %s: %s, want %s", query, got, want)
		}
	}
	for query, want := range map[string]string{
		"from=2020-01-01&sort=amount_desc": "5000 300 200 200 100.5", "from=2020-01-01&sort=amount_asc": "100.5 200 200 300 5000",
		"sort=oldest": "300 100.5 200 200 5000",
	} {
		var got []string
		for path := "/transactions?per_page=1&" + query; path != ""; {
			a := m.Get(t, "%s", path)
			got = append(got, totals(a)...)
			path, _, _ = strings.Cut(strings.TrimPrefix(a.Header.Get("Link"), "</api/v2"), ">")
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s page by page: %v, want %s", query, got, want)
		}
	}
}

func TestAnAmountOrAnOrderThatCanNotBeMeantIsRefusedInEachList(t *testing.T) {
	t.Parallel()
	m, asAdmin := harness.NewMerchant(t), harness.Shared(t).Admin(t)
	for query, field := range map[string]string{
		"amount_from=-1": "amount_from", "amount_from=1e6": "amount_from", "amount_to=150.000": "amount_to", "amount_to=1%2C5": "amount_to",
		"amount_from=NaN": "amount_from", "amount_to=12345678901234": "amount_to", "amount_from=9&amount_to=8": "amount_to",
		"sort=cheapest": "sort", "sort=amount_desc&from=": "from", "amount_from=1&from=": "from",
	} {
		if strings.HasSuffix(query, "from=") {
			query = strings.TrimSuffix(query, "&from=")
		} else {
			query += "&from=2020-01-01"
		}
		for _, list := range []string{"/transactions", "/withdrawals", "/settlements", "/refunds"} {
			m.Get(t, "%s?%s", list, query).RefusesField(t, field)
		}
		for _, list := range []string{"transactions", "withdrawals", "settlements", "refunds", "suspense"} {
			asAdmin.Get(t, "/admin/%s?%s", list, query).RefusesField(t, field)
		}
	}
	for _, list := range []string{"withdrawals", "settlements", "refunds", "suspense"} {
		for _, order := range []string{"newest", "oldest", "amount_desc", "amount_asc"} {
			asAdmin.Get(t, "/admin/%s?from=2020-01-01&to=2020-01-02&amount_from=1&amount_to=2&sort=%s", list, order).Wants(t, 200).
				HasMeta(t, 0, 15, 1, 1)
		}
		asAdmin.Get(t, "/admin/%s?sort=oldest", list).Wants(t, 200)
	}
}

func TestAFilterThatCanNotMeanAnythingIsRefused(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	for query, field := range map[string]string{
		"status=paid": "status", "status=DIBAYAR": "status", "channel=VA": "channel", "state=CANCELLED": "state", "channel=card": "channel", "channel=": "channel",
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
