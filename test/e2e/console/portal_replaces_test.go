package console

import (
	"fmt"
	"html"
	"net/url"
	"regexp"
	"testing"

	"gateway/test/e2e/harness"
)

var againLink = regexp.MustCompile(`/portal/payments/new\?[^"]*replaces=[^"]*`)

func TestAPaymentThatEndedIsMadeAnewInItsPlace(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	v := owner(t, m)
	older := m.OpenInvoice(t, 75_000, object{"external_id": "ORDER-9"})
	m.Post(t, "/payments/"+older+"/cancel", nil).Wants(t, 200)
	path := "/portal/payments/" + older

	again := html.UnescapeString(againLink.FindString(v.get(t, path).shows(t, "Make a payment in its place").Body))
	form := v.get(t, again).shows(t, "Replaces the payment")
	for _, value := range []string{`value="` + older + `"`, `value="75.000"`, `value="ORDER-9"`} {
		if !regexp.MustCompile(regexp.QuoteMeta(value)).MatchString(form.Body) {
			t.Errorf("the form has no %s:\n%s", value, form.Body)
		}
	}
	newer := v.post(t, "/portal/payments/new", url.Values{
		"channel": {"qris"}, "amount": {"75000"}, "external_id": {"ORDER-9"}, "replaces": {older},
	}).leadsBelow(t, "/portal/payments")
	v.get(t, newer).shows(t, "Replaces "+older)
	v.get(t, path).shows(t, "Replaced by").hides(t, "Make a payment in its place")
}

func TestAPaymentThatIsPaidIsNotOfferedAnew(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	v := owner(t, m)
	paid := m.OpenInvoice(t, 75_000, nil)
	v.get(t, "/portal/payments/"+paid).shows(t, "Make a payment in its place")
	m.ActInSandbox(t, paid, "pay", nil)
	m.AwaitPayment(t, paid, "PAID")
	v.get(t, "/portal/payments/"+paid).shows(t, "Paid").hides(t, "Make a payment in its place")
	v.post(t, "/portal/payments/new", url.Values{"channel": {"qris"}, "amount": {"75000"}, "replaces": {paid}}).
		is(t, 400).says(t, "“Replaces the payment”: is PAID")
}

func TestAPayoutSaysWhoseAccountItGoesTo(t *testing.T) {
	t.Parallel()
	m := harness.NewFundedMerchant(t, 200_000)
	v := owner(t, m)
	id := fmt.Sprint(m.Withdraw(t, 50_000, "https://toko.example/withdrawn"))
	v.get(t, "/portal/withdrawals/"+id).shows(t, "Withdrawal "+id, "Account holder Toko Maju", "BCA ••••••7890", "Requested by You").hides(t, "1234567890")
	v.get(t, "/portal/withdrawals").shows(t, "Withdrawal "+id, "••••••7890")
}
