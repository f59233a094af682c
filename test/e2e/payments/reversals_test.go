package payments

import (
	"fmt"
	"strings"
	"testing"

	"gateway/test/e2e/harness"
	"gateway/test/poll"
	"gateway/test/receiver"
)

// refund is the provider's notification of a refund, which lacks our reference.
func refund(id, chargeID string, amount int64) object {
	return object{"event": "ewallet.refund", "business_id": "b", "data": object{
		"id": id, "charge_id": chargeID, "status": "SUCCEEDED", "currency": "IDR", "channel_code": "ID_DANA",
		"capture_amount": 100000, "refund_amount": amount, "reason": "REQUESTED_BY_CUSTOMER",
	}}
}

func TestARefundTakesTheGrossAmountAndWhatTheBalanceLacksIsOwed(t *testing.T) {
	t.Parallel()
	g := harness.Shared(t)
	m, r := harness.NewMerchant(t), receiver.New(t)
	pay := func() (id, chargeID string) {
		a := m.Post(t, "/payments/ewallet", object{
			"amount": 100000, "channel_code": "DANA", "metadata": object{"callback_url": r.URL},
		}).Wants(t, 201)
		id = a.Text(t, "transaction.transaction_id")
		m.ActInSandbox(t, id, "pay", nil)
		m.AwaitPayment(t, id, "PAID")
		return id, a.Text(t, "provider_id")
	}
	id, chargeID := pay()
	m.AwaitBalance(t, 98335)
	for range 2 { // the provider repeats itself
		g.Notify(t, "ewallet", refund("ewr_"+id, chargeID, 30000)).Wants(t, 200)
	}
	m.AwaitBalance(t, 68335)
	g.Notify(t, "ewallet", refund("ewr_rest_"+id, chargeID, 70000)).Wants(t, 200)
	m.AwaitBalance(t, -1665)
	m.Get(t, "/account/balance").Wants(t, 200).Is(t, object{"saldo_yang_bisa_ditarik": 0, "piutang": -1665})
	m.Get(t, "/payments/%s/status", id).Wants(t, 200).Is(t, object{
		"status": "PAID", "reversed_amount": 100000, "reversals.0.kind": "refund", "reversals.0.amount": 30000,
		"reversals.0.reversal_id": "ewr_" + id, "reversals.0.by": "provider", "reversals.1.amount": 70000,
	})
	pay()
	m.AwaitBalance(t, 96670)
	m.HasBalance(t, 96670, 96670, 0, 0)
	if seen := callbackStatuses(t, m); fmt.Sprint(seen) != "[PAID PAID]" {
		t.Errorf("called back %v: no callback tells of a reversal", seen)
	}
	auditor := g.AddAdmin(t, "auditor")
	auditor.Get(t, "/admin/clients/%d/balance-history", m.ID).Wants(t, 200).Is(t, object{
		"1.kind": "balance.payment_reversed", "1.amount": -30000, "2.amount": -70000, "2.saldo_after": -1665, "3.saldo_after": 96670,
	})
}

func TestAReversalThatDoesNotFitItsPaymentIsListedForAdministrators(t *testing.T) {
	t.Parallel()
	g, m := harness.Shared(t), harness.NewMerchant(t)
	a := m.Post(t, "/payments/ewallet", object{"amount": 100000, "channel_code": "DANA"}).Wants(t, 201)
	id, chargeID := a.Text(t, "transaction.transaction_id"), a.Text(t, "provider_id")
	g.Notify(t, "ewallet", refund("ewr_a_"+id, chargeID, 100000)).Wants(t, 200) // before the payment
	find := func(status, reversalID string) bool {
		for _, item := range g.Admin(t).Get(t, "/admin/reversals?per_page=100&status=%s", status).Wants(t, 200).List(t) {
			if row := item.(map[string]any); row["reversal_id"] == reversalID && row["transaction_id"] == id {
				return true
			}
		}
		return false
	}
	poll.Until(t, "the refund waits", func() bool { return find("waiting", "ewr_a_"+id) })
	m.ActInSandbox(t, id, "pay", nil)
	m.AwaitPayment(t, id, "PAID").Is(t, object{"reversed_amount": 100000})
	poll.Until(t, "it is posted", func() bool { return find("posted", "ewr_a_"+id) && !find("waiting", "ewr_a_"+id) })
	g.Notify(t, "ewallet", refund("ewr_b_"+id, chargeID, 1)).Wants(t, 200)
	poll.Until(t, "another one is a contradiction", func() bool { return find("contradicted", "ewr_b_"+id) })
	m.AwaitBalance(t, -1665)
	g.Anonymous().Get(t, "/admin/reversals").Refuses(t, 401, "invalid_token")
}

// An invoice was paid twice, and a partial refund names only the invoice. An administrator says which money it was.
func TestAnAdministratorSaysWhichMoneyOfAPaymentWasTakenBack(t *testing.T) {
	t.Parallel()
	g := harness.Shared(t)
	m, admin := harness.NewMerchant(t), g.Admin(t)
	id := m.OpenInvoice(t, 100000, nil)
	m.ActInSandbox(t, id, "pay", nil)
	m.AwaitBalance(t, 95560)
	m.ActInSandbox(t, id, "pay", nil)
	item := suspended(t, id)
	suspense, invoiceID, moneyID := "/admin/suspense/"+harness.JSON(item["id"]), item["provider_id"].(string), item["provider_payment_id"].(string)
	reversal := "/admin/reversals/ewr_" + id
	assign := object{"payment_id": moneyID, "reason": "the provider's dashboard says so"}
	admin.Post(t, reversal+"/assign", assign).Refuses(t, 404, "not_found")
	admin.Get(t, "%s", reversal).Refuses(t, 404, "not_found")

	admin.Post(t, suspense+"/refund", object{"reason": "paid twice"}).Wants(t, 200)
	g.Notify(t, "ewallet", refund("ewr_"+id, invoiceID, 30000)).Wants(t, 200)
	poll.Until(t, "the refund waits for a person", func() bool {
		a := admin.Get(t, "%s", reversal)
		return a.Status == 200 && harness.JSON(a.Field(t, "status")) == `"undecided"`
	})
	attention := admin.Get(t, "/admin/attention").Wants(t, 200).Body
	if !strings.Contains(string(attention), "reversals_undecided") || !strings.Contains(string(attention), "reversals?status=undecided") {
		t.Errorf("it is not among what needs a person: %s", attention)
	}
	if why := admin.Get(t, "/admin/transactions/%s/timeline", id).Wants(t, 200).Body; !strings.Contains(string(why), "reversal_undecided") {
		t.Errorf("the timeline does not say what it waits for: %s", why)
	}
	m.HasBalance(t, 95560, 95560, 0, 0)
	admin.Post(t, suspense+"/reopen", object{"reason": "r"}).Refuses(t, 409, "reversal_pending")
	g.Anonymous().Get(t, "%s", reversal).Refuses(t, 401, "invalid_token")
	g.Anonymous().Post(t, reversal+"/assign", assign).Refuses(t, 401, "invalid_token")
	g.AddAdmin(t, "support").Post(t, reversal+"/assign", assign).Refuses(t, 403, "role_forbidden")
	admin.Post(t, reversal+"/assign", object{"payment_id": moneyID}).RefusesField(t, "reason")
	admin.Post(t, reversal+"/assign", object{"payment_id": "another", "reason": "r"}).RefusesField(t, "payment_id")
	admin.Post(t, reversal+"/assign", assign).Wants(t, 200).Is(t, object{"status": "posted", "suspense_id": item["id"], "transaction_id": id})
	admin.Post(t, reversal+"/assign", assign).Refuses(t, 400, "reversal_not_undecided")
	admin.Get(t, "%s", suspense).Wants(t, 200).Is(t, object{"reversed_amount": 30000, "status": "refunded"})
	m.HasBalance(t, 95560, 95560, 0, 0)

	admin.Post(t, suspense+"/reopen", object{"reason": "the rest was refused"}).Wants(t, 200)
	g.Notify(t, "ewallet", refund("ewr_more_"+id, invoiceID, 30000)).Wants(t, 200)
	for _, what := range []string{"release", "refund"} {
		admin.Post(t, suspense+"/"+what, object{"reason": "r"}).Refuses(t, 409, "reversal_pending")
	}
}

func TestAnAdministratorEndsAHold(t *testing.T) {
	t.Parallel()
	g := harness.Start(t, harness.Settings{"HOLD_UNTIL_SETTLED": "QRIS"})
	m := g.NewMerchant(t)
	id := m.Post(t, "/payments/qris", object{"amount": 100000}).Wants(t, 201).Text(t, "transaction.transaction_id")
	path := "/admin/transactions/" + id + "/end-hold"
	admin := g.Admin(t)
	admin.Post(t, path, object{"reason": "not paid yet"}).Refuses(t, 400, "not_held")
	m.ActInSandbox(t, id, "pay", nil)
	m.AwaitBalance(t, 99300)
	m.HasBalance(t, 99300, 0, 0, 99300)
	admin.Post(t, path, nil).RefusesField(t, "reason")
	g.Anonymous().Post(t, path, object{"reason": "r"}).Refuses(t, 401, "invalid_token")
	g.AddAdmin(t, "support").Post(t, path, object{"reason": "r"}).Refuses(t, 403, "role_forbidden")
	admin.Post(t, "/admin/transactions/INV-1-1700000000000000000/end-hold", object{"reason": "r"}).Refuses(t, 404, "not_found")
	admin.Post(t, path, object{"reason": "the provider settled it"}).Wants(t, 200).Is(t, object{"status": "PAID", "transaction_id": id})
	poll.Until(t, "it is withdrawable", func() bool {
		return harness.JSON(m.Get(t, "/account/balance").Field(t, "belum_settle")) == "0"
	})
	m.HasBalance(t, 99300, 99300, 0, 0)
	admin.Post(t, path, object{"reason": "again"}).Refuses(t, 400, "not_held")
	m.ActInSandbox(t, id, "settle", nil)
	m.AwaitPayment(t, id, "SETTLED")
	m.HasBalance(t, 99300, 99300, 0, 0)
}
