package payments

import (
	"testing"
	"time"

	"gateway/test/e2e/harness"
	"gateway/test/poll"
)

// These amounts make the simulated provider refuse, or not answer: package http/simulator lists them. The
// answer is 502 in both cases.
func TestAPaymentThatTheProviderRefusesIsFailed(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	m.Post(t, "/payments/invoice", object{"amount": 13013, "external_id": "ORDER-1"}).Refuses(t, 502, "provider_refused")
	m.Get(t, "/transactions/external/ORDER-1").Wants(t, 200).Has(t, "", harness.TransactionShape).Is(t, object{"status": "FAILED"})
	m.Get(t, "/payments/ORDER-1/status").Wants(t, 200).Is(t, object{"status": "FAILED"})
}

func TestAPaymentOfUnknownOutcomeCountsOnceItIsPaid(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	m.Post(t, "/payments/invoice", object{"amount": 13504, "external_id": "ORDER-1"}).Refuses(t, 502, "provider_unknown")
	a := m.Get(t, "/payments/ORDER-1/status").Wants(t, 200).Is(t, object{"status": "PENDING"})
	m.ActInSandbox(t, a.Text(t, "transaction_id"), "pay", nil)
	m.AwaitPayment(t, a.Text(t, "transaction_id"), "PAID")
	m.AwaitBalance(t, 13504-4440)
}

// The first request gets no answer from the provider; the retry gets the payment that the first one started.
// The provider only finds invoices and QR codes. An e-wallet charge and a virtual account are created again,
// under the same transaction, and again get no answer here.
func TestARetryUnderItsKeyFindsThePaymentOfUnknownOutcome(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	retry := m.With("Idempotency-Key", "order-1")
	for channel, more := range map[string]object{
		"invoice": {}, "qris": {}, "ewallet": {"channel_code": "DANA"}, "va": {"bank_code": "BCA", "customer_name": "Budi"},
	} {
		retry := retry.With("Idempotency-Key", "order-"+channel)
		body := more.With("amount", 13504).With("external_id", channel)
		retry.Post(t, "/payments/"+channel, body).Refuses(t, 502, "provider_unknown")
		known := m.Get(t, "/payments/%s/status", channel).Wants(t, 200)
		again := retry.Post(t, "/payments/"+channel, body)
		if channel == "ewallet" || channel == "va" {
			again.Refuses(t, 502, "provider_unknown")
			continue
		}
		again.Wants(t, 201).Is(t, object{
			"transaction.transaction_id": known.Text(t, "transaction_id"), "transaction.id": known.ID(t, "id"),
		})
	}
	m.Get(t, "/transactions").Wants(t, 200).HasMeta(t, 4, 15, 1, 1)
}

// Without a retry the gateway asks the provider by itself, as soon as the first call can no longer be answered.
func TestAPaymentOfUnknownOutcomeIsLookedUpUntilItIsKnown(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("not under -short: it takes as long as the longest call to the provider")
	}
	m := harness.NewMerchant(t)
	m.Post(t, "/payments/qris", object{"amount": 13504, "external_id": "ORDER-1"}).Refuses(t, 502, "provider_unknown")
	before := m.Get(t, "/payments/ORDER-1/status").Wants(t, 200).Text(t, "updated_at")
	poll.Within(t, 80*time.Second, "the payment is looked up at the provider", func() (bool, any) {
		now := m.Get(t, "/payments/ORDER-1/status").Wants(t, 200).Text(t, "updated_at")
		return now != before, now
	})
	m.Get(t, "/payments/ORDER-1/status").Wants(t, 200).Is(t, object{"status": "PENDING"})
}
