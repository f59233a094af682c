package e2e

import (
	"strings"
	"testing"
	"time"

	"gateway/test/poll"
)

// notifies calls as the provider does.
func (g *gateway) notifies(t *testing.T, kind string, body any) answer {
	t.Helper()
	return g.anybody().with("X-Callback-Token", callbackToken).post(t, "/provider/callbacks/"+kind, body)
}

// paidInvoice is the provider's report of a payment of the transaction.
func paidInvoice(created answer, t *testing.T, paymentID string) object {
	t.Helper()
	return object{
		"id": created.text(t, "provider_id"), "payment_id": paymentID, "external_id": created.text(t, "transaction.transaction_id"),
		"user_id": "merchant-7", "status": "PAID", "amount": created.field(t, "transaction.total"),
		"paid_amount": created.field(t, "transaction.total"), "paid_at": "2026-01-02T03:04:05Z",
		"payment_method": "EWALLET", "payment_channel": "OVO", "currency": "IDR",
	}
}

func TestANotificationNeedsTheToken(t *testing.T) {
	t.Parallel()
	m := newMerchant(t)
	a := m.post(t, "/payments/invoice", object{"amount": 50000}).wants(t, 201)
	body := paidInvoice(a, t, "pay-1")
	for _, token := range []string{"", "x", callbackToken + "x", strings.ToUpper(callbackToken)} {
		shared.anybody().with("X-Callback-Token", token).post(t, "/provider/callbacks/invoice", body).refuses(t, 401, "invalid_callback_token")
	}
	m.get(t, "/payments/%s/status", a.text(t, "transaction.transaction_id")).wants(t, 200).is(t, object{"status": "PENDING"})
}

func TestANotificationThatSaysNothingUsableIsRefused(t *testing.T) {
	t.Parallel()
	m := newMerchant(t)
	sound := paidInvoice(m.post(t, "/payments/invoice", object{"amount": 50000}).wants(t, 201), t, "pay-1")
	shared.notifies(t, "invoice", sound.with("external_id", "INV-1-1")).refuses(t, 404, "payment_not_found")
	shared.notifies(t, "disbursement", object{
		"id": "d", "external_id": "withdrawal-1-999999", "user_id": "u", "amount": 50000, "bank_code": "BCA", "status": "COMPLETED",
		"created": "2026-01-02T03:04:05Z", "updated": "2026-01-02T03:04:06Z",
	}).wants(t, 404)
	shared.notifies(t, "cheque", sound).refuses(t, 404, "not_found")
	for field, value := range map[string]any{
		"external_id": 7, "status": "PERHAPS", "amount": "50000", "paid_amount": raw("1e400"), "paid_at": "yesterday",
	} {
		shared.notifies(t, "invoice", sound.with(field, value)).refusesField(t, field)
	}
	shared.notifies(t, "invoice", "{").wants(t, 400)
	m.hasBalance(t, 0, 0, 0, 0)
}

// Twenty times the same report: one credit, less the fee of the channel paid with.
func TestARepeatedNotificationCreditsOnce(t *testing.T) {
	t.Parallel()
	m := newMerchant(t)
	a := m.post(t, "/payments/invoice", object{"amount": 100000}).wants(t, 201)
	atOnce(t, 20, func(int) (answer, error) {
		return shared.anybody().with("X-Callback-Token", callbackToken).send("POST", "/provider/callbacks/invoice", paidInvoice(a, t, "pay-1"))
	}, func(got answer) { got.wants(t, 200) })
	m.comesToBalance(t, 98335)
	m.reaches(t, a.text(t, "transaction.transaction_id"), "PAID").is(t, object{
		"channel": "invoice", "channel_code": "OVO", "fee": 1500, "vat": 165, "net_payment": 98335,
		"paid_amount": 100000, "paid_at": "2026-01-02T03:04:05Z",
	})
	shared.notifies(t, "invoice", paidInvoice(a, t, "pay-1")).wants(t, 200)
	m.hasBalance(t, 98335, 98335, 0, 0)
	hasNothingInSuspense(t, m)
}

// hasNothingInSuspense: a repetition is no second payment either.
func hasNothingInSuspense(t *testing.T, m merchant) {
	t.Helper()
	for _, client := range shared.admin(t).get(t, "/admin/suspense?per_page=100").wants(t, 200).column(t, "client_id") {
		if client == itoa(m.id) {
			t.Error("a repetition went to suspense")
		}
	}
}

// The report of the payment itself was lost, or comes after: neither credits twice.
func TestSettledBeforePaidCreditsOnce(t *testing.T) {
	t.Parallel()
	m := newMerchant(t)
	a := m.post(t, "/payments/invoice", object{"amount": 100000}).wants(t, 201)
	body := paidInvoice(a, t, "pay-1")
	shared.notifies(t, "invoice", body.with("status", "SETTLED")).wants(t, 200)
	m.reaches(t, a.text(t, "transaction.transaction_id"), "SETTLED")
	m.comesToBalance(t, 98335)
	shared.notifies(t, "invoice", body).wants(t, 200)
	shared.notifies(t, "invoice", body.with("status", "EXPIRED").without("paid_amount").without("paid_at")).wants(t, 200)
	m.reaches(t, a.text(t, "transaction.transaction_id"), "SETTLED")
	m.hasBalance(t, 98335, 98335, 0, 0)
	hasNothingInSuspense(t, m)
}

// The provider refuses, or does not say: 502 either way, and in the end the status
// is known. See http/simulator for the amounts.
func TestAPaymentThatTheProviderRefusesIsFailed(t *testing.T) {
	t.Parallel()
	m := newMerchant(t)
	m.post(t, "/payments/invoice", object{"amount": 13013, "external_id": "ORDER-1"}).refuses(t, 502, "provider_refused")
	m.get(t, "/transactions/external/ORDER-1").wants(t, 200).has(t, "", transactionShape).is(t, object{"status": "FAILED"})
	m.get(t, "/payments/ORDER-1/status").wants(t, 200).is(t, object{"status": "FAILED"})
}

func TestAPaymentOfUnknownOutcomeCountsOnceItIsPaid(t *testing.T) {
	t.Parallel()
	m := newMerchant(t)
	m.post(t, "/payments/invoice", object{"amount": 13504, "external_id": "ORDER-1"}).refuses(t, 502, "provider_unknown")
	a := m.get(t, "/payments/ORDER-1/status").wants(t, 200).is(t, object{"status": "PENDING"})
	m.sandbox(t, a.text(t, "transaction_id"), "pay", nil)
	m.reaches(t, a.text(t, "transaction_id"), "PAID")
	m.comesToBalance(t, 13504-4440)
}

// The same request under its Idempotency-Key finds what the first one began.
func TestARetryFindsThePaymentOfUnknownOutcome(t *testing.T) {
	t.Parallel()
	m := newMerchant(t)
	retry := m.with("Idempotency-Key", "order-1")
	for channel, more := range map[string]object{
		"invoice": {}, "qris": {}, "ewallet": {"channel_code": "DANA"}, "va": {"bank_code": "BCA", "customer_name": "Budi"},
	} {
		retry := retry.with("Idempotency-Key", "order-"+channel)
		body := more.with("amount", 13504).with("external_id", channel)
		retry.post(t, "/payments/"+channel, body).refuses(t, 502, "provider_unknown")
		known := m.get(t, "/payments/%s/status", channel).wants(t, 200)
		retry.post(t, "/payments/"+channel, body).wants(t, 201).is(t, object{
			"transaction.transaction_id": known.text(t, "transaction_id"), "transaction.id": known.id(t, "id"),
		})
	}
	m.get(t, "/transactions").wants(t, 200).hasMeta(t, 4, 15, 1, 1)
}

// Without a retry the gateway asks by itself, once an answer can't come any more.
func TestAPaymentOfUnknownOutcomeIsLookedUpUntilItIsKnown(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("not under -short: it takes as long as the longest call to the provider")
	}
	m := newMerchant(t)
	m.post(t, "/payments/qris", object{"amount": 13504, "external_id": "ORDER-1"}).refuses(t, 502, "provider_unknown")
	before := m.get(t, "/payments/ORDER-1/status").wants(t, 200).text(t, "updated_at")
	poll.Within(t, 55*time.Second, "the payment is looked up at the provider", func() (bool, any) {
		now := m.get(t, "/payments/ORDER-1/status").wants(t, 200).text(t, "updated_at")
		return now != before, now
	})
	m.get(t, "/payments/ORDER-1/status").wants(t, 200).is(t, object{"status": "PENDING"})
}
