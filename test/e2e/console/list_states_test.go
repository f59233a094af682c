package console

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"gateway/domain/calendar"
	"gateway/test/e2e/harness"
	"gateway/test/poll"
)

func TestAListOfPaymentsShowsTheOrderAndWhyAPaymentIsInItsState(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	order := fmt.Sprint("=ORDER-", m.ID)
	made := m.Post(t, "/payments/va", object{"amount": 77_000, "bank_code": "BCA", "customer_name": "Budi", "external_id": order}).Wants(t, 201)
	v := owner(t, m)
	number := made.Text(t, "va_number")
	page := v.get(t, "/portal/payments?period=today&q="+number[:4]+"%20"+number[4:8]+"-"+number[8:]).is(t, http.StatusOK)
	page.shows(t, order, made.Text(t, "transaction.transaction_id"))
	if strings.Index(page.Body, ">Order number<") > strings.Index(page.Body, ">Transaction<") {
		t.Error("the gateway's id comes before the order number")
	}
	v.get(t, "/portal/payments?period=yesterday").is(t, http.StatusOK).hides(t, order)

	now := time.Now()
	file := v.get(t, "/portal/payments?period=this_month&format=csv").is(t, http.StatusOK)
	for _, want := range []string{
		"'" + order, "Order number", "Fee", "VAT", "Amount paid", "Created (WIB)", now.In(calendar.Calendar{}.Zone()).Format(time.DateOnly) + " ",
	} {
		if !strings.Contains(file.Body, want) {
			t.Errorf("the file has no %q:\n%s", want, file.Body)
		}
	}
}

func TestPaymentsThatWereCancelledReplacedOrAreUnderReviewAreListsOfTheirOwn(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	cancelled, replaced, wrong := m.OpenInvoice(t, 11_000, nil), m.OpenInvoice(t, 12_000, nil), m.OpenInvoice(t, 13_000, nil)
	m.Post(t, "/payments/"+cancelled+"/cancel", nil).Wants(t, 200)
	m.Post(t, "/payments/qris", object{"amount": 12_000, "replaces": replaced}).Wants(t, 201)
	m.ActInSandbox(t, wrong, "pay", object{"amount": 9_000})
	v, console := owner(t, m), staff(t, "support")
	poll.Until(t, "money under review", func() bool { return strings.Contains(v.get(t, "/portal/payments?state=under_review").Body, wrong) })
	all := []string{cancelled, replaced, wrong}
	for state, want := range map[string]string{"cancelled": cancelled, "replaced": replaced, "under_review": wrong} {
		for _, page := range []answered{
			v.get(t, "/portal/payments?state="+state), v.get(t, "/portal/payments?format=csv&state="+state),
			console.get(t, "/console/transactions?client_id="+fmt.Sprint(m.ID)+"&state="+state),
		} {
			page.is(t, http.StatusOK).shows(t, want)
			for _, other := range all {
				if other != want {
					page.hides(t, other)
				}
			}
		}
	}
	v.get(t, "/portal/payments?state=under_review").says(t, "Rp9.000 paid of Rp13.000")
	v.get(t, "/portal/payments?state=replaced").says(t, "A newer payment replaced it")
}

// A form sends its empty fields, too. The address of what it shows has only what is set, once, and a period stays relative.
func TestTheAddressOfAFilteredListIsCanonical(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	v, console := owner(t, m), staff(t, "support")
	for sent, canonical := range map[string]string{
		"/portal/payments?status=&state=&channel=&period=today&from=&to=&amount_from=&amount_to=&sort=&q=": "/portal/payments?period=today",
		"/portal/payments?status=&q=+&after=":                                 "/portal/payments",
		"/portal/payments?sort=newest&status=PAID":                            "/portal/payments?status=PAID",
		"/portal/payments?to=&period=this_month&amount_from=Rp+150.000&sort=": "/portal/payments?amount_from=150000&period=this_month",
		"/portal/payments?status=PAID&status=":                                "/portal/payments?status=PAID",
		"/portal/withdrawals?sort=oldest&status=":                             "/portal/withdrawals?sort=oldest",
		"/console/refunds?to=&status=&period=yesterday":                       "/console/refunds?period=yesterday",
		"/console/settlements?amount_to=2.000,50&client_id=&from=2026-11-01":  "/console/settlements?amount_to=2000.5&from=2026-11-01",
	} {
		by := v
		if strings.HasPrefix(sent, "/console") {
			by = console
		}
		got := by.get(t, sent).is(t, http.StatusSeeOther)
		if to := got.Header.Get("Location"); to != canonical {
			t.Errorf("%s leads to %s, want %s", sent, to, canonical)
		}
		by.get(t, canonical).is(t, http.StatusOK)
	}
}

func TestAListByAmountIsOfTheLast30DaysUnlessItsAddressNamesAPeriod(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	small, middle, large := m.OpenInvoice(t, 11_000, nil), m.OpenInvoice(t, 12_000, nil), m.OpenInvoice(t, 13_000, nil)
	v, console := owner(t, m), staff(t, "support")
	page := v.get(t, "/portal/payments?amount_from=12000&amount_to=12000").is(t, http.StatusOK)
	page.shows(t, middle, "Clear filters").hides(t, small, large)
	for _, part := range []string{`value="last_30_days" selected`, `value="12.000"`, "period=last_30_days"} {
		if !strings.Contains(page.Body, part) {
			t.Errorf("the page has no %s:\n%s", part, page.Body)
		}
	}
	of := fmt.Sprint("/console/transactions?client_id=", m.ID, "&sort=")
	for path, order := range map[string][]string{
		"/portal/payments?sort=amount_desc": {large, middle, small}, "/portal/payments?format=csv&sort=amount_asc": {small, middle, large},
		"/portal/payments?sort=oldest": {small, middle, large}, of + "amount_desc": {large, middle, small}, of + "oldest": {small, middle, large},
	} {
		by := v
		if strings.HasPrefix(path, "/console") {
			by = console
		}
		got, at := by.get(t, path).is(t, http.StatusOK), 0
		for _, id := range order {
			next := strings.Index(got.Body, id)
			if next < at {
				t.Errorf("%s: %s is not in its place", path, id)
			}
			at = next
		}
	}
	for _, list := range []string{"withdrawals", "settlements", "refunds", "transactions"} {
		for _, by := range []string{"period=today", "period=this_month&sort=amount_asc", "amount_from=1&from=2026-01-01&sort=amount_desc", "sort=oldest"} {
			console.get(t, "/console/"+list+"?"+by).is(t, http.StatusOK)
		}
	}
}
