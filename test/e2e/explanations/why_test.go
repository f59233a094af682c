package explanations

import (
	"fmt"
	"strings"
	"testing"

	"gateway/test/e2e/harness"
	"gateway/test/poll"
	"gateway/test/receiver"
)

// says waits until both the merchant and an administrator are told these reasons first, and
// returns the administrator's answer.
func says(t *testing.T, m merchant, name string, codes ...string) (found answer) {
	t.Helper()
	admin := harness.Shared(t).Admin(t)
	want := strings.Join(codes, " ")
	for _, get := range []func() answer{
		func() answer { return m.Get(t, "%s", "/why/"+name).Wants(t, 200) },
		func() answer { return admin.Get(t, "%s", "/admin/why/"+name).Wants(t, 200) },
	} {
		poll.Until(t, name+" says "+want, func() bool {
			found = get()
			return strings.Join(codesOf(t, found), " ") == want
		})
	}
	return found
}

func codesOf(t *testing.T, a answer) (codes []string) {
	t.Helper()
	for i := range a.Envelope["data"].(map[string]any)["reasons"].([]any) {
		codes = append(codes, a.Text(t, fmt.Sprintf("reasons.%d.code", i)))
	}
	return codes
}

func TestAPaymentSaysWhatItWaitsFor(t *testing.T) {
	t.Parallel()
	m, other := harness.NewMerchant(t), harness.NewMerchant(t)
	id := m.OpenInvoice(t, 100000, nil)
	says(t, m, id, "not_paid").Is(t, object{
		"subject": "transactions/" + id, "client_id": m.ID, "status": "PENDING", "waits": true,
		"reasons.0.waits_for": "customer", "reasons.0.event.type": "payment.opened.v1", "reasons.0.event.stream": "payment-" + id, "reasons.0.amount": 100000,
	})
	m.ActInSandbox(t, id, "pay", object{"amount": 150000, "channel_code": "QRIS"})
	a := says(t, m, id, "wrong_amount", "not_paid")
	a.Is(t, object{"reasons.0.amount": 150000, "reasons.0.expected": 100000, "reasons.0.waits_for": "staff", "reasons.0.event.type": "payment.suspended.v1"})
	if text := a.Text(t, "reasons.0.text.id"); !strings.HasPrefix(text, "Dibayar Rp150.000, bukan Rp100.000; ") {
		t.Error(text)
	}
	says(t, m, fmt.Sprint("clients%2F", m.ID), "wrong_amount").Is(t, object{"subject": fmt.Sprint("clients/", m.ID), "status": "", "waits": true})

	paid := m.OpenInvoice(t, 20000, nil)
	m.ActInSandbox(t, paid, "pay", nil)
	m.AwaitPayment(t, paid, "PAID")
	m.AwaitBalance(t, 15560)
	says(t, m, paid, "paid").Is(t, object{"waits": false, "reasons.0.waits_for": "none"})
	m.ActInSandbox(t, paid, "settle", nil)
	says(t, m, paid, "settled").Is(t, object{"reasons.0.event.type": "payment.settled.v2"})

	for _, name := range []string{id, "INV-1-1", fmt.Sprint("clients%2F", m.ID), "withdrawal-999999999", "cb_1", "%2F"} {
		other.Get(t, "%s", "/why/"+name).Refuses(t, 404, "not_found")
	}
	harness.Shared(t).Admin(t).Get(t, "/admin/why/INV-1-1").Refuses(t, 404, "not_found")
}

func TestAPayoutAndItsCallbackSayWhatTheyWaitFor(t *testing.T) {
	t.Parallel()
	m, r, admin := harness.NewFundedMerchant(t, 100000), receiver.New(t), harness.Shared(t).Admin(t)
	r.Answer(500)
	id := fmt.Sprint(m.Withdraw(t, 50000, r.URL))
	path := "/admin/withdrawals/" + id
	says(t, m, "withdrawals%2F"+id, "waits_for_approval").Is(t, object{
		"subject": "withdrawals/" + id, "client_id": m.ID, "status": "pending", "reasons.0.event.type": "withdrawal.requested.v1", "reasons.0.amount": 50000,
	})
	says(t, m, fmt.Sprint("balance-", m.ID), "waits_for_approval").Is(t, object{"reasons.0.about": "withdrawals/" + id})
	admin.Post(t, path+"/approve", object{"manual": true}).Wants(t, 200)
	name := "withdrawal-" + id
	poll.Until(t, "approved", func() bool { return codesOf(t, admin.Get(t, "/admin/why/%s", name))[0] == "transfer_by_hand" })
	m.Get(t, "/why/%s", name).Wants(t, 200).Is(t, object{"reasons.0.code": "in_transfer", "reasons.0.event": nil, "reasons.0.waits_for": "provider"})
	admin.Post(t, path+"/complete", object{"di_transfer_oleh": "Ani"}).Wants(t, 200)

	r.Next(t)
	a := says(t, m, name, "callback_retry", "payout_completed")
	callback := strings.TrimPrefix(a.Text(t, "reasons.0.about"), "callbacks/")
	r.Next(t)
	says(t, m, name, "payout_completed", "callback_given_up").Is(t, object{"status": "completed", "waits": false})
	says(t, m, callback, "callback_given_up").Is(t, object{
		"subject": "callbacks/" + callback, "client_id": m.ID, "status": "exhausted", "reasons.0.count": 2, "reasons.0.event.type": "callback.exhausted.v1",
	})
	harness.NewMerchant(t).Get(t, "/why/%s", callback).Refuses(t, 404, "not_found")
}

func TestARecordedTransactionSaysThatItMovesNoMoney(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	name := fmt.Sprint("KASIR-", m.ID)
	m.Post(t, "/transactions", object{"total": 5000, "transaction_id": name, "status": "LUNAS"}).Wants(t, 201)
	says(t, m, name, "recorded_by_merchant").Is(t, object{"status": "LUNAS", "waits": false})
}
