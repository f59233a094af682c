package console

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"gateway/domain/calendar"
	"gateway/test/e2e/harness"
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
