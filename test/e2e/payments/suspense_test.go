package payments

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"gateway/test/e2e/harness"
	"gateway/test/poll"
	"gateway/test/receiver"
)

// suspended waits until money of the payment is in suspense, and returns the item.
func suspended(t *testing.T, id string) map[string]any {
	t.Helper()
	var found map[string]any
	poll.Until(t, id+" in suspense", func() bool {
		for _, item := range harness.Shared(t).Admin(t).Get(t, "/admin/suspense?per_page=100&status=open").Wants(t, 200).List(t) {
			if row := item.(map[string]any); row["transaction_id"] == id {
				found = row
			}
		}
		return found != nil
	})
	return found
}

// underReview checks what the merchant sees of a payment in every place.
func underReview(t *testing.T, m merchant, id string, want object) {
	t.Helper()
	a := m.Get(t, "/payments/%s/status", id).Wants(t, 200).Is(t, want)
	m.Get(t, "/transactions/%d", a.ID(t, "id")).Wants(t, 200).Is(t, want)
	listed := m.Get(t, "/transactions?q=%s", id).Wants(t, 200)
	listed.HasMeta(t, 1, 15, 1, 1)
	single := maps.Clone(a.Envelope["data"].(map[string]any))
	delete(single, "invoice_url") // a single payment also shows how to pay it
	if got := harness.JSON(listed.List(t)[0]); got != harness.JSON(single) {
		t.Errorf("the list shows %s, the status %s", got, a.Body)
	}
}

// A payment of a wrong amount changes neither status nor balance, and sends no callback, until an administrator
// decides.
func TestAWrongAmountWaitsInSuspenseUntilItIsReleased(t *testing.T) {
	t.Parallel()
	m, r, admin := harness.NewMerchant(t), receiver.New(t), harness.Shared(t).Admin(t)
	id := m.OpenInvoice(t, 100000, object{"metadata": object{"callback_url": r.URL}})
	m.ActInSandbox(t, id, "pay", object{"amount": 150000, "channel_code": "QRIS"})
	item := suspended(t, id)
	if item["reason"] != "amount_mismatch" || harness.JSON(item["amount"]) != "100000" || harness.JSON(item["paid_amount"]) != "150000" || harness.JSON(item["client_id"]) != fmt.Sprint(m.ID) {
		t.Errorf("%v", item)
	}
	underReview(t, m, id, object{"status": "PENDING", "under_review": true, "paid_amount": 150000, "paid_at": item["paid_at"]})
	m.HasBalance(t, 0, 0, 0, 0)

	path := "/admin/suspense/" + harness.JSON(item["id"])
	admin.Post(t, path+"/release", nil).RefusesField(t, "reason")
	admin.Post(t, path+"/release", object{"reason": "customer agreed"}).Wants(t, 200).Is(t, object{"status": "released", "resolution": "customer agreed"})
	admin.Get(t, "%s", path).Wants(t, 200).Is(t, object{"id": item["id"], "transaction_id": id, "status": "released"})
	admin.Get(t, "/admin/suspense/999999999").Refuses(t, 404, "not_found")
	admin.Post(t, path+"/release", object{"reason": "again"}).Refuses(t, 400, "suspense_closed")
	admin.Post(t, path+"/refund", object{"reason": "again"}).Refuses(t, 400, "suspense_closed")
	m.AwaitPayment(t, id, "PAID").Is(t, object{"paid_amount": 150000, "total": 100000, "net_payment": 148950, "under_review": false})
	m.AwaitBalance(t, 148950)
	if d := r.Next(t); !strings.Contains(string(d.Body), `"status":"PAID","amount":100000,"paid_amount":150000,"adjusted_received_amount":148950,"biayavat":1050,`) {
		t.Errorf("%s", d.Body)
	}
	if seen := callbackStatuses(t, m); !slices.Equal(seen, []string{"PAID"}) {
		t.Errorf("called back %v", seen)
	}
}

func TestARefundedWrongAmountLeavesTheInvoiceOpen(t *testing.T) {
	t.Parallel()
	m, admin := harness.NewMerchant(t), harness.Shared(t).Admin(t)
	id := m.OpenInvoice(t, 100000, nil)
	m.ActInSandbox(t, id, "pay", object{"amount": 99999.99})
	path := "/admin/suspense/" + harness.JSON(suspended(t, id)["id"])
	admin.Post(t, path+"/refund", nil).RefusesField(t, "reason")
	admin.Post(t, path+"/refund", object{"reason": "too little"}).Wants(t, 200).Is(t, object{"status": "refunded"})
	underReview(t, m, id, object{"status": "PENDING", "under_review": false, "paid_amount": nil, "paid_at": nil})
	m.HasBalance(t, 0, 0, 0, 0)
	m.ActInSandbox(t, id, "pay", nil)
	m.AwaitPayment(t, id, "PAID")
	m.AwaitBalance(t, 95560)
}

// The provider refuses to refund. The money waits for a decision again, and a person pays it back.
func TestARefundThatTheProviderRefusesIsReopened(t *testing.T) {
	t.Parallel()
	g := harness.Shared(t)
	m, admin := harness.NewMerchant(t), g.Admin(t)
	id := m.OpenInvoice(t, 100000, nil)
	m.ActInSandbox(t, id, "pay", object{"amount": 150000})
	path := "/admin/suspense/" + harness.JSON(suspended(t, id)["id"])
	admin.Post(t, path+"/reopen", object{"reason": "refused"}).Refuses(t, 400, "suspense_not_refunding")
	admin.Post(t, path+"/refund", object{"reason": "too much"}).Wants(t, 200).Is(t, object{"status": "refunded", "paid_from": "provider"})
	admin.Post(t, path+"/release", object{"reason": "too late"}).Refuses(t, 400, "suspense_closed")
	g.Anonymous().Post(t, path+"/reopen", object{"reason": "r"}).Refuses(t, 401, "invalid_token")
	g.AddAdmin(t, "support").Post(t, path+"/reopen", object{"reason": "r"}).Refuses(t, 403, "role_forbidden")
	admin.Post(t, path+"/reopen", nil).RefusesField(t, "reason")
	admin.Post(t, path+"/reopen", object{"reason": "the provider refused it"}).Wants(t, 200).Is(t, object{
		"status": "open", "paid_from": "", "resolved_by": nil, "resolution": nil,
	})
	admin.Get(t, "/admin/transactions/%s", id).Wants(t, 200).Is(t, object{"under_review": true})
	admin.Post(t, path+"/refund", object{"reason": "from our bank", "by_hand": true}).Wants(t, 200).Is(t, object{"status": "refunded", "paid_from": "bank"})
	admin.Post(t, path+"/reopen", object{"reason": "again"}).Refuses(t, 400, "suspense_not_refunding")
	m.HasBalance(t, 0, 0, 0, 0)
}

// An invoice is paid twice. The first payment is credited. The second one waits; once released it is credited,
// without a second callback of PAID.
func TestASecondPaymentWaitsInSuspense(t *testing.T) {
	t.Parallel()
	m, r, admin := harness.NewMerchant(t), receiver.New(t), harness.Shared(t).Admin(t)
	id := m.OpenInvoice(t, 100000, object{"metadata": object{"callback_url": r.URL}})
	m.ActInSandbox(t, id, "pay", nil)
	m.AwaitBalance(t, 95560)
	m.ActInSandbox(t, id, "pay", nil)
	item := suspended(t, id)
	if item["reason"] != "second_payment" {
		t.Errorf("%v", item)
	}
	m.HasBalance(t, 95560, 95560, 0, 0)
	admin.Post(t, "/admin/suspense/"+harness.JSON(item["id"])+"/release", object{"reason": "an order more"}).Wants(t, 200)
	m.AwaitBalance(t, 191120)
	m.ActInSandbox(t, id, "settle", nil)
	m.AwaitPayment(t, id, "SETTLED")
	r.Next(t)
	r.Next(t)
	if seen := callbackStatuses(t, m); !slices.Equal(seen, []string{"PAID", "SETTLED"}) {
		t.Errorf("called back %v", seen)
	}
	m.HasBalance(t, 191120, 191120, 0, 0)
}

// The status goes from EXPIRED to PAID.
func TestAPaymentAfterTheExpiryIsCreditedAndCalledBack(t *testing.T) {
	t.Parallel()
	m, r := harness.NewMerchant(t), receiver.New(t)
	id := m.OpenInvoice(t, 100000, object{"metadata": object{"callback_url": r.URL}})
	m.ActInSandbox(t, id, "expire", nil)
	m.AwaitPayment(t, id, "EXPIRED")
	m.ActInSandbox(t, id, "pay", nil)
	m.AwaitPayment(t, id, "PAID")
	m.AwaitBalance(t, 95560)
	r.Next(t)
	r.Next(t)
	if seen := callbackStatuses(t, m); !slices.Equal(seen, []string{"EXPIRED", "PAID"}) {
		t.Errorf("called back %v", seen)
	}
	m.Post(t, "/sandbox/payments/"+id+"/expire", nil).Refuses(t, 400, "not_possible")
}

func TestUnknownMoneyInSuspenseCannotBeReleased(t *testing.T) {
	t.Parallel()
	admin := harness.Shared(t).Admin(t)
	for _, what := range []string{"release", "refund", "reopen"} {
		admin.Post(t, "/admin/suspense/999999999/"+what, object{"reason": "x"}).Refuses(t, 404, "not_found")
		admin.Post(t, "/admin/suspense/x/"+what, object{"reason": "x"}).RefusesField(t, "id")
	}
}

func TestTheSandboxRefusesUnknownPaymentsAndWithdrawals(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	for _, path := range []string{
		"/sandbox/payments/INV-1-1/pay", "/sandbox/payments/INV-1-1/settle", "/sandbox/payments/INV-1-1/expire",
		"/sandbox/withdrawals/999999999/complete", "/sandbox/withdrawals/999999999/fail",
	} {
		m.Post(t, path, nil).Refuses(t, 404, "not_found")
	}
	id := m.OpenInvoice(t, 20000, nil)
	m.Post(t, "/sandbox/payments/"+id+"/pay", object{"amount": -1}).RefusesField(t, "amount")
	m.Post(t, "/sandbox/payments/"+id+"/pay", object{"channel_code": 7}).RefusesField(t, "channel_code")
	m.Post(t, "/sandbox/payments/"+id+"/pay", "{").Refuses(t, 400, "malformed_json")
}
