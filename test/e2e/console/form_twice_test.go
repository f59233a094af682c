package console

import (
	"net/url"
	"regexp"
	"strings"
	"sync"
	"testing"

	"gateway/test/e2e/harness"
)

var formKey = regexp.MustCompile(`name="idempotency_key" value="([^"]+)"`)

// keyOf is the idempotency key of the first form that is sent to the path.
func (a answered) keyOf(t *testing.T, action string) string {
	t.Helper()
	_, form, _ := strings.Cut(a.Body, `action="`+action+`"`)
	key := formKey.FindStringSubmatch(form)
	if key == nil {
		t.Fatalf("the page has no form that goes to %s:\n%s", action, a.text())
	}
	return key[1]
}

func TestAFormThatIsSentTwiceMakesOneThingAndSaysSo(t *testing.T) {
	t.Parallel()
	v := owner(t, harness.NewFundedMerchant(t, 200_000))
	for _, c := range []struct {
		page string
		form url.Values
		list string
	}{
		{"/portal/payments/new", url.Values{"channel": {"qris"}, "amount": {"20000"}}, "/portal/payments"},
		{"/portal/withdrawals/new", url.Values{"jumlah": {"20000"}, "url": {"https://toko.example/x"}}, "/portal/withdrawals"},
	} {
		c.form.Set("idempotency_key", v.get(t, c.page).keyOf(t, c.page))
		made := v.post(t, c.page, c.form).leadsBelow(t, c.list)
		again := v.post(t, c.page, c.form)
		if again.leadsBelow(t, c.list) != made {
			t.Errorf("the form that was sent twice leads to %s and %s", made, again.Header.Get("Location"))
		}
		v.get(t, again.Header.Get("Location")).shows(t, "This form had been sent before")
		v.get(t, made).hides(t, "This form had been sent before")
		v.get(t, c.list).shows(t, "Rows: 1")

		c.form.Set("amount", "30000")
		c.form.Set("jumlah", "30000")
		v.post(t, c.page, c.form).is(t, 409).says(t, "This form had been sent with other values")
		v.get(t, c.list).shows(t, "Rows: 1")
	}
}

func TestAFormThatIsSentTwiceAtOnceMakesOneThing(t *testing.T) {
	t.Parallel()
	v := owner(t, harness.NewMerchant(t))
	form := url.Values{"channel": {"invoice"}, "amount": {"20000"}, "idempotency_key": {v.get(t, "/portal/payments/new").keyOf(t, "/portal/payments/new")}}
	answers := make([]answered, 5)
	var sent sync.WaitGroup
	for i := range answers {
		sent.Go(func() { answers[i] = v.post(t, "/portal/payments/new", form) })
	}
	sent.Wait()
	for _, a := range answers {
		a.leadsBelow(t, "/portal/payments")
	}
	v.get(t, "/portal/payments").shows(t, "Rows: 1")
}
