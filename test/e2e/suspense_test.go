package e2e

import (
	"slices"
	"strings"
	"testing"

	"gateway/test/poll"
	"gateway/test/receiver"
)

// suspended finds the one item in suspense for a payment.
func suspended(t *testing.T, id string) map[string]any {
	t.Helper()
	var found map[string]any
	poll.Until(t, id+" in suspense", func() bool {
		for _, item := range shared.admin(t).get(t, "/admin/suspense?per_page=100&status=open").wants(t, 200).list(t) {
			if row := item.(map[string]any); row["transaction_id"] == id {
				found = row
			}
		}
		return found != nil
	})
	return found
}

// A paid amount other than the amount due changes nothing until an administrator
// decides: no status, no balance, no callback.
func TestAnotherAmountWaitsInSuspenseUntilItIsReleased(t *testing.T) {
	t.Parallel()
	m, r, admin := newMerchant(t), receiver.New(t), shared.admin(t)
	id := m.invoice(t, 100000, object{"metadata": object{"callback_url": r.URL}})
	m.sandbox(t, id, "pay", object{"amount": 150000, "channel_code": "QRIS"})
	item := suspended(t, id)
	if item["reason"] != "amount_mismatch" || text(item["amount"]) != "100000" || text(item["paid_amount"]) != "150000" || text(item["client_id"]) != itoa(m.id) {
		t.Errorf("%v", item)
	}
	m.get(t, "/payments/%s/status", id).wants(t, 200).is(t, object{"status": "PENDING", "paid_amount": nil})
	m.hasBalance(t, 0, 0, 0, 0)

	path := "/admin/suspense/" + text(item["id"])
	admin.post(t, path+"/release", nil).refusesField(t, "reason")
	admin.post(t, path+"/release", object{"reason": "customer agreed"}).wants(t, 200).is(t, object{"status": "released", "resolution": "customer agreed"})
	admin.post(t, path+"/release", object{"reason": "again"}).refuses(t, 400, "suspense_closed")
	admin.post(t, path+"/refund", object{"reason": "again"}).refuses(t, 400, "suspense_closed")
	m.reaches(t, id, "PAID").is(t, object{"paid_amount": 150000, "total": 100000, "net_payment": 148950})
	m.comesToBalance(t, 148950)
	if d := r.Next(t); !strings.Contains(string(d.Body), `"status":"PAID","amount":100000,"paid_amount":150000,"adjusted_received_amount":148950,"biayavat":1050,`) {
		t.Errorf("%s", d.Body)
	}
	if seen := m.callbacks(t); !slices.Equal(seen, []string{"PAID"}) {
		t.Errorf("called back %v", seen)
	}
}

func TestAnotherAmountThatIsRefundedLeavesTheInvoiceOpen(t *testing.T) {
	t.Parallel()
	m, admin := newMerchant(t), shared.admin(t)
	id := m.invoice(t, 100000, nil)
	m.sandbox(t, id, "pay", object{"amount": 99999.99})
	path := "/admin/suspense/" + text(suspended(t, id)["id"])
	admin.post(t, path+"/refund", nil).refusesField(t, "reason")
	admin.post(t, path+"/refund", object{"reason": "too little"}).wants(t, 200).is(t, object{"status": "refunded"})
	m.get(t, "/payments/%s/status", id).wants(t, 200).is(t, object{"status": "PENDING"})
	m.hasBalance(t, 0, 0, 0, 0)
	m.sandbox(t, id, "pay", nil)
	m.reaches(t, id, "PAID")
	m.comesToBalance(t, 95560)
}

// A second genuine payment of one invoice: the first is credited, the other waits,
// and once released is credited without a second callback of PAID.
func TestASecondPaymentWaitsInSuspense(t *testing.T) {
	t.Parallel()
	m, r, admin := newMerchant(t), receiver.New(t), shared.admin(t)
	id := m.invoice(t, 100000, object{"metadata": object{"callback_url": r.URL}})
	m.sandbox(t, id, "pay", nil)
	m.comesToBalance(t, 95560)
	m.sandbox(t, id, "pay", nil)
	item := suspended(t, id)
	if item["reason"] != "second_payment" {
		t.Errorf("%v", item)
	}
	m.hasBalance(t, 95560, 95560, 0, 0)
	admin.post(t, "/admin/suspense/"+text(item["id"])+"/release", object{"reason": "an order more"}).wants(t, 200)
	m.comesToBalance(t, 191120)
	m.sandbox(t, id, "settle", nil)
	m.reaches(t, id, "SETTLED")
	r.Next(t)
	r.Next(t)
	if seen := m.callbacks(t); !slices.Equal(seen, []string{"PAID", "SETTLED"}) {
		t.Errorf("called back %v", seen)
	}
	m.hasBalance(t, 191120, 191120, 0, 0)
}

// PAID beats EXPIRED.
func TestAPaymentAfterTheExpiryIsCreditedAndCalledBack(t *testing.T) {
	t.Parallel()
	m, r := newMerchant(t), receiver.New(t)
	id := m.invoice(t, 100000, object{"metadata": object{"callback_url": r.URL}})
	m.sandbox(t, id, "expire", nil)
	m.reaches(t, id, "EXPIRED")
	m.sandbox(t, id, "pay", nil)
	m.reaches(t, id, "PAID")
	m.comesToBalance(t, 95560)
	r.Next(t)
	r.Next(t)
	if seen := m.callbacks(t); !slices.Equal(seen, []string{"EXPIRED", "PAID"}) {
		t.Errorf("called back %v", seen)
	}
	m.post(t, "/sandbox/payments/"+id+"/expire", nil).refuses(t, 400, "not_possible")
}

func TestMoneyInSuspenseThatThereIsNotCannotBeReleased(t *testing.T) {
	t.Parallel()
	admin := shared.admin(t)
	for _, what := range []string{"release", "refund"} {
		admin.post(t, "/admin/suspense/999999999/"+what, object{"reason": "x"}).refuses(t, 404, "not_found")
		admin.post(t, "/admin/suspense/x/"+what, object{"reason": "x"}).refusesField(t, "id")
	}
}

func TestTheSandboxKnowsOnlyWhatThereIs(t *testing.T) {
	t.Parallel()
	m := newMerchant(t)
	for _, path := range []string{
		"/sandbox/payments/INV-1-1/pay", "/sandbox/payments/INV-1-1/settle", "/sandbox/payments/INV-1-1/expire",
		"/sandbox/withdrawals/999999999/complete", "/sandbox/withdrawals/999999999/fail",
	} {
		m.post(t, path, nil).refuses(t, 404, "not_found")
	}
	id := m.invoice(t, 20000, nil)
	m.post(t, "/sandbox/payments/"+id+"/pay", object{"amount": -1}).refusesField(t, "amount")
	m.post(t, "/sandbox/payments/"+id+"/pay", object{"channel_code": 7}).refusesField(t, "channel_code")
	m.post(t, "/sandbox/payments/"+id+"/pay", "{").refuses(t, 400, "malformed_json")
}
