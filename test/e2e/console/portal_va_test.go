package console

import (
	"net/url"
	"regexp"
	"strings"
	"testing"

	"gateway/test/e2e/harness"
)

func TestAPaidVirtualAccountStillShowsItsNumber(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	v := owner(t, m)
	form := url.Values{"channel": {"va"}, "bank_code": {"BNI"}, "customer_name": {"Budi"}, "amount": {"150000"}}
	path := v.post(t, "/portal/payments/new", form).leadsBelow(t, "/portal/payments")
	said := regexp.MustCompile(`Virtual account number (\d+)`).FindStringSubmatch(v.get(t, path).text())
	if said == nil {
		t.Fatal("the open payment has no number")
	}
	id := strings.TrimPrefix(path, "/portal/payments/")
	m.ActInSandbox(t, id, "pay", object{})
	m.AwaitPayment(t, id, "PAID")
	v.get(t, path).shows(t, "Paid", said[0]).hides(t, "How the customer pays")
	staff(t, "support").get(t, "/console/transactions/"+id).shows(t, said[0])
}
