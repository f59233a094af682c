package console

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"gateway/test/e2e/harness"
)

func TestAMerchantRegistersAndWaitsForApproval(t *testing.T) {
	t.Parallel()
	g := harness.Shared(t)
	v, email := newVisitor(t, g), g.NextEmail()
	form := url.Values{"nama": {"Toko Baru"}, "email": {email}, "password": {"short"}}
	if refused := v.post(t, "/portal/register", form).is(t, 400); !strings.Contains(refused.Body, `value="Toko Baru"`) {
		t.Errorf("the form lost what was typed:\n%s", refused.Body)
	}
	form.Set("password", harness.Password)
	v.post(t, "/portal/register", form).leadsTo(t, "/portal/login")
	v.logIn(t, "/portal", email, harness.Password)
	v.get(t, "/portal").shows(t, "waits for an administrator's approval")
	v.get(t, "/portal/payments").is(t, 403)
}

func TestAMerchantFindsAPaymentAndSeesWhyItIsAsItIs(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	id := m.Post(t, "/payments/invoice", object{"amount": 50_000, "external_id": "ORDER-<b>1"}).Wants(t, 201).Text(t, "transaction.transaction_id")
	v := owner(t, m)
	v.get(t, "/portal/payments").shows(t, id, "Rp50.000", "Pending")
	v.get(t, "/portal/payments?status=PAID").shows(t, "Nothing matches").hides(t, id)
	v.get(t, "/portal/search?q="+url.QueryEscape("ORDER-<b>1")).shows(t, id)
	v.get(t, "/portal/payments/"+id).shows(t, "ORDER-<b>1", "Timeline", "payment.requested.v1")
	if csv := v.get(t, "/portal/payments?format=csv"); csv.Header.Get("Content-Type") != "text/csv; charset=utf-8" || len(csv.Body) < len(id) {
		t.Errorf("the CSV is %q", csv.Body)
	}
	owner(t, harness.NewMerchant(t)).get(t, "/portal/payments/"+id).is(t, 404)
}

func TestAMerchantPlaysTheCustomerAndCancels(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	v := owner(t, m)
	path := func() string {
		return "/portal/payments/" + m.Post(t, "/payments/invoice", object{"amount": 50_000}).Wants(t, 201).Text(t, "transaction.transaction_id")
	}
	paid := path()
	v.post(t, paid+"/pay", url.Values{"amount": {"a lot"}}).is(t, 400)
	v.post(t, paid+"/pay", url.Values{"amount": {"Rp50.000"}}).leadsTo(t, paid)
	cancelled := path()
	v.post(t, cancelled+"/cancel", nil).leadsTo(t, cancelled)
	v.get(t, cancelled).shows(t, "Expired")
}

func TestAnotherClientsThingsAreNotFound(t *testing.T) {
	t.Parallel()
	m, other := harness.NewMerchant(t), harness.NewMerchant(t)
	id := m.Post(t, "/payments/invoice", object{"amount": 50_000}).Wants(t, 201).Text(t, "transaction.transaction_id")
	v := owner(t, other)
	for _, act := range []string{"cancel", "pay", "settle", "expire"} {
		if got := v.post(t, fmt.Sprintf("/portal/payments/%s/%s", id, act), nil); got.Status != 404 {
			t.Errorf("%s: %d, want 404", act, got.Status)
		}
	}
}
