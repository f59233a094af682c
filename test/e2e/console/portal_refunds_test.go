package console

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"gateway/test/e2e/harness"
)

// paid has a payment by a channel paid, and returns its transaction_id.
func paid(t *testing.T, m harness.Merchant, channel string, body object) string {
	t.Helper()
	id := m.Post(t, "/payments/"+channel, body).Wants(t, 201).Text(t, "transaction.transaction_id")
	m.ActInSandbox(t, id, "pay", nil)
	m.AwaitPayment(t, id, "PAID")
	return id
}

// A merchant without a developer gives an order's money back, and sees when the customer has it.
func TestAMerchantRefundsAPaymentInTheConsole(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	v := owner(t, m)
	id := paid(t, m, "ewallet", object{"amount": 100_000, "channel_code": "DANA"})
	payment := "/portal/payments/" + id
	v.get(t, payment).shows(t, "All of it: Rp100.000", "Void at the provider", "At once", "Fee of the payment that comes back to you Rp1.665",
		"Your balance falls in the end by Rp98.335", "A part of Rp100.000", "Transfer to a bank account", "At most", "Check before it is sent")
	form := url.Values{"amount": {""}, "reason": {"cancelled"}, "external_id": {"RETUR-1"}}
	m.AwaitBalance(t, 98_335)
	v.post(t, payment+"/refund", form).shows(t, "Your available balance is Rp98.335", "needs Rp100.000 of it").hides(t, "Yes, give")
	m.Earn(t, 5_000)
	form.Set("idempotency_key", "first-form")
	sure := v.post(t, payment+"/refund", form).shows(t, "Nothing was sent yet", "Give Rp100.000 back to the customer?", "Held now Rp100.000",
		"from the available balance Rp100.000", "Yes, give Rp100.000 back", "The order was cancelled")
	m.HasBalance(t, 103_335, 103_335, 0, 0)
	if !strings.Contains(sure.Body, `name="idempotency_key" value="first-form"`) {
		t.Errorf("the second step does not keep the key of the first:\n%s", sure.Body)
	}
	form.Set("sure", "true")
	path := v.post(t, payment+"/refund", form).leadsBelow(t, "/portal/refunds")
	if again := v.post(t, payment+"/refund", form).leadsBelow(t, "/portal/refunds"); again != path {
		t.Errorf("the form was sent twice and made %s and %s", path, again)
	}
	v.until(t, path, "Succeeded").shows(t, "The customer has the money Since", "RETUR-1", "The order was cancelled", "Rp100.000 has left the balance")
	m.HasBalance(t, 5_000, 5_000, 0, 0)
	v.get(t, payment).shows(t, "Refunds of this payment", "All money of this payment was given back").hides(t, "Check before it is sent")
	v.get(t, "/portal/refunds").shows(t, "RETUR-1", "Rp100.000", "Succeeded", id)
	v.get(t, "/portal/refunds?status=failed").hides(t, "RETUR-1")
	if file := v.get(t, "/portal/refunds?format=csv"); !strings.Contains(file.Body, "RETUR-1") || !strings.Contains(file.Body, "100000.00") {
		t.Errorf("the file has no refund:\n%s", file.Body)
	}
	v.get(t, path+"?format=csv").is(t, 200)
	owner(t, harness.NewMerchant(t)).get(t, path).is(t, 404)
	viewer := person(t, m, "viewer")
	viewer.get(t, path).shows(t, "Succeeded")
	viewer.get(t, payment).shows(t, "Refunds of this payment")
}

func TestAPartThatNeedsABankAccountAsksForIt(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	v, finance := owner(t, m), person(t, m, "finance")
	id := paid(t, m, "ewallet", object{"amount": 100_000, "channel_code": "DANA"})
	m.AwaitBalance(t, 98_335)
	action := "/portal/payments/" + id + "/refund"
	form := url.Values{"amount": {"40.000"}, "reason": {"other"}}
	for field, values := range map[string]url.Values{
		"Bank":                    form,
		"Amount for the customer": {"amount": {"100.001"}, "reason": {"other"}},
		"Why it is given back":    {"amount": {""}},
	} {
		v.post(t, action, values).is(t, 400).says(t, "“"+field+"”")
	}
	v.post(t, action, url.Values{"amount": {"many"}, "reason": {"other"}}).is(t, 400).says(t, "“Amount for the customer”: must be an amount such as")
	for _, amount := range []string{"0,5", "-1", "0"} {
		v.post(t, action, url.Values{"amount": {amount}, "reason": {"other"}}).is(t, 400).says(t, "“Amount for the customer”: must be whole rupiah above 0")
	}
	form.Set("to.bank", "BCA")
	form.Set("to.norek", "1234567890")
	form.Set("to.account_holder", "Budi Santoso")
	finance.post(t, action, form).shows(t, "Give Rp40.000 back", "BCA 1234567890, Budi Santoso", "Rp5.000", "At most Rp45.000")
	form.Set("sure", "true")
	path := finance.post(t, action, form).leadsBelow(t, "/portal/refunds")
	v.get(t, path).shows(t, "Pending", "It waits for our administrator", "BCA 1234567890, Budi Santoso", "Cancel the refund").hides(t, "Approve the refund")
	v.post(t, path+"/approve", nil).is(t, 403)
	v.post(t, path+"/cancel", nil).leadsTo(t, path)
	v.get(t, path).shows(t, "Cancelled", "Rp40.000 is back on the balance").hides(t, "Cancel the refund")
	m.HasBalance(t, 98_335, 98_335, 0, 0)
}

func TestARefundAboveTheCapIsApprovedInTheConsole(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	harness.Shared(t).Admin(t).Put(t, m.AdminPath(""), object{"is_auto_approve_withdrawal": false, "daily_refund_cap": 0}).Wants(t, 200)
	v := owner(t, m)
	id := paid(t, m, "qris", object{"amount": 100_000})
	ask := func() string {
		return v.post(t, "/portal/payments/"+id+"/refund", url.Values{"amount": {"30.000"}, "reason": {"other"}, "sure": {"true"}}).leadsBelow(t, "/portal/refunds")
	}
	path := ask()
	v.get(t, path).shows(t, "Pending", "owner or a finance person", "Rp30.000 goes to the customer", "the Rp30.000 that is held goes back")
	v.get(t, "/portal").shows(t, "Refunds that wait for an approval: 1")
	person(t, m, "viewer").get(t, path).shows(t, "Pending").hides(t, "Approve the refund")
	v.post(t, path+"/reject", url.Values{}).is(t, 400).says(t, "“Reason”")
	v.post(t, path+"/reject", url.Values{"reason": {"salah pesanan"}}).leadsTo(t, path)
	v.get(t, path).shows(t, "Rejected", "salah pesanan")
	path = ask()
	v.post(t, path+"/approve", nil).leadsTo(t, path)
	v.until(t, path, "Succeeded").shows(t, "within about one working day")
	v.post(t, path+"/bounce", nil).leadsTo(t, path)
	v.until(t, path, "Failed").shows(t, "The customer does not get it: Rp30.000 is back on the balance")
}

func TestABouncedTransferSaysThatItsFeeCameBack(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	id := paid(t, m, "ewallet", object{"amount": 100_000, "channel_code": "DANA"})
	m.AwaitBalance(t, 98_335)
	refund := m.Post(t, "/refunds", object{
		"transaction_id": id, "reason": "other", "amount": 20_000, "to": object{"bank": "BCA", "norek": "1234567890", "account_holder": "Budi"},
	}).Wants(t, 201).ID(t, "id")
	harness.Shared(t).Admin(t).Post(t, fmt.Sprintf("/admin/refunds/%d/approve", refund), nil).Wants(t, 200)
	v, path := owner(t, m), fmt.Sprintf("/portal/refunds/%d", refund)
	v.post(t, path+"/complete", nil).leadsTo(t, path)
	v.until(t, path, "Succeeded")
	v.post(t, path+"/bounce", nil).leadsTo(t, path)
	v.until(t, path, "Failed").shows(t, "Rp25.000 is back on the balance")
	m.HasBalance(t, 98_335, 98_335, 0, 0)
}
