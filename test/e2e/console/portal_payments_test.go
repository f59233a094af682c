package console

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"gateway/test/e2e/harness"
)

// leadsBelow checks for a redirect to a page below a path, and returns the page's path without query.
func (a answered) leadsBelow(t *testing.T, path string) string {
	t.Helper()
	target, _, _ := strings.Cut(a.Header.Get("Location"), "?")
	if a.Status != 303 || !strings.HasPrefix(target, path+"/") || len(target) <= len(path)+1 {
		t.Fatalf("status %d, location %q, want 303 below %s:\n%s", a.Status, target, path, a.text())
	}
	return target
}

func TestAPaymentOfEachChannelIsMadeAndSaysHowToPayIt(t *testing.T) {
	t.Parallel()
	v := owner(t, harness.NewMerchant(t))
	for _, c := range []struct {
		form url.Values
		says []string
	}{
		{url.Values{"channel": {"va"}, "bank_code": {"BNI"}, "customer_name": {"Budi"}}, []string{"Transfer to the BNI virtual account", "Virtual account BNI"}},
		{url.Values{"channel": {"qris"}}, []string{"Scan with", "00020101"}},
		{url.Values{"channel": {"invoice"}, "external_id": {"ORDER-77"}, "description": {"Kopi"}}, []string{"Open the invoice page", "ORDER-77"}},
		{url.Values{"channel": {"ewallet"}, "channel_code": {"DANA"}}, []string{"Open the e-wallet", "E-wallet DANA"}},
	} {
		c.form.Set("amount", "Rp150.000")
		path := v.post(t, "/portal/payments/new", c.form).leadsBelow(t, "/portal/payments")
		v.get(t, path).shows(t, append(c.says, "Rp150.000", "How the customer pays", "Payment requested")...)
	}
	if qr := v.get(t, v.post(t, "/portal/payments/new", url.Values{"channel": {"qris"}, "amount": {"20000"}}).leadsBelow(t, "/portal/payments")); !strings.Contains(qr.Body, `src="data:image/png;base64,`) {
		t.Error("the QR code has no picture")
	}
}

func TestEachTabOfANewPaymentHasTheFieldsOfItsChannel(t *testing.T) {
	t.Parallel()
	v := owner(t, harness.NewMerchant(t))
	for channel, labels := range map[string]struct{ has, lacks []string }{
		"":        {[]string{"Description"}, []string{"Bank of the virtual account"}},
		"va":      {[]string{"Bank of the virtual account", "Customer's name"}, []string{"Description"}},
		"qris":    {[]string{"Amount"}, []string{"Customer's"}},
		"ewallet": {[]string{"E-wallet", "Customer's phone"}, []string{"Customer's name"}},
		"nothing": {[]string{"Description"}, nil},
	} {
		v.get(t, "/portal/payments/new?channel="+channel).shows(t, labels.has...).hides(t, labels.lacks...)
	}
}

func TestARefusedPaymentKeepsTheFormAndItsChannel(t *testing.T) {
	t.Parallel()
	v := owner(t, harness.NewMerchant(t))
	refused := v.post(t, "/portal/payments/new", url.Values{"channel": {"va"}, "bank_code": {"BRI"}, "amount": {"a lot"}, "customer_name": {"Budi"}})
	refused.is(t, 400).says(t, "Bank of the virtual account")
	for _, kept := range []string{`value="a lot"`, `value="Budi"`, `<option value="BRI" selected>`, `aria-invalid="true"`} {
		if !strings.Contains(refused.Body, kept) {
			t.Errorf("the form lost %s:\n%s", kept, refused.Body)
		}
	}
	v.post(t, "/portal/payments/new", url.Values{"channel": {"va"}, "bank_code": {"BRI"}, "amount": {"50.000"}}).is(t, 400)
}

// A form that is sent twice, such as by a double click, makes one payment.
func TestAFormThatIsSentTwiceMakesOnePayment(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	v := owner(t, m)
	form := url.Values{"channel": {"invoice"}, "amount": {"75.000"}, "idempotency_key": {fmt.Sprintf("twice-%d", m.ID)}}
	first := v.post(t, "/portal/payments/new", form).leadsBelow(t, "/portal/payments")
	if second := v.post(t, "/portal/payments/new", form).leadsBelow(t, "/portal/payments"); second != first {
		t.Errorf("two payments were made: %s and %s", first, second)
	}
}
