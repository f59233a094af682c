package payments

import (
	"strings"
	"testing"

	"gateway/test/e2e/harness"
	"gateway/test/receiver"
)

// A customer who chose a bank switches to QRIS: one order, two payments.
func TestANewerPaymentTakesThePlaceOfAnOlderOne(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	for channel, body := range cancellable {
		r := receiver.New(t)
		order := object{"external_id": "ORDER-" + channel, "metadata": object{"callback_url": r.URL}}
		older := m.OpenInvoice(t, 50000, order)
		a := m.Post(t, "/payments/"+channel, body.With("replaces", older).With("external_id", "ORDER-"+channel)).Wants(t, 201).
			Is(t, object{"transaction.replaces": older, "transaction.replaced_by": nil, "transaction.status": "PENDING"})
		newer := a.Text(t, "transaction.transaction_id")
		m.Get(t, "/payments/%s/status", newer).Wants(t, 200).Is(t, object{"replaces": older, "replaced_by": nil, "status": "PENDING"})
		m.Get(t, "/payments/%s/status", older).Wants(t, 200).Is(t, object{"replaces": nil, "replaced_by": newer, "status": "EXPIRED"})
		d := r.Next(t)
		if !strings.Contains(string(d.Body), `"status":"EXPIRED"`) || d.Header.Get("X-Replaced-By") != newer {
			t.Errorf("%s: called back %s with X-Replaced-By %q, want %s", channel, d.Body, d.Header.Get("X-Replaced-By"), newer)
		}
		d.MustVerify(t, m.WebhookSecret(t))
		created := m.Get(t, "/events?types=transaction.created&limit=1000").Wants(t, 200).Field(t, "events").([]any)
		if data := created[len(created)-1].(map[string]any)["data"].(map[string]any); data["transaction_id"] != newer || data["replaces"] != older {
			t.Errorf("%s: transaction.created of %v says that it replaces %v", channel, data["transaction_id"], data["replaces"])
		}
		events := m.Get(t, "/events?types=invoice.expired&limit=1000").Wants(t, 200).Field(t, "events").([]any)
		last := events[len(events)-1].(map[string]any)["data"].(map[string]any)
		if last["transaction_id"] != older || last["replaced_by"] != newer {
			t.Errorf("%s: the last event is of %v, replaced by %v", channel, last["transaction_id"], last["replaced_by"])
		}
	}
}

// One payment of a chain is credited, the one that is paid first; money for another one waits for an administrator.
func TestOfAChainOnePaymentIsCredited(t *testing.T) {
	t.Parallel()
	admin := harness.Shared(t).Admin(t)
	for _, c := range []struct {
		name          string
		first, second int // which of the chain's three payments is paid first and second
	}{{"the newest, then the oldest", 2, 0}, {"the oldest, late, then the newest", 0, 2}, {"the middle, then the newest", 1, 2}, {"the newest, then the middle", 2, 1}} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			m := harness.NewMerchant(t)
			r := receiver.New(t)
			ids := []string{m.OpenInvoice(t, 50000, nil)}
			for range 2 {
				ids = append(ids, m.OpenInvoice(t, 50000, object{"replaces": ids[len(ids)-1], "metadata": object{"callback_url": r.URL}}))
			}
			m.ActInSandbox(t, ids[c.first], "pay", nil)
			m.AwaitPayment(t, ids[c.first], "PAID")
			m.AwaitBalance(t, 45560)
			before := m.Get(t, "/payments/%s/status", ids[c.second]).Wants(t, 200).Text(t, "status")
			m.ActInSandbox(t, ids[c.second], "pay", nil)
			item := suspended(t, ids[c.second])
			if item["reason"] != "order_paid" || harness.JSON(item["paid_amount"]) != "50000" {
				t.Errorf("%v", item)
			}
			m.Get(t, "/payments/%s/status", ids[c.second]).Wants(t, 200).Is(t, object{"status": before, "under_review": true, "paid_amount": 50000})
			m.HasBalance(t, 45560, 45560, 0, 0)
			m.Post(t, "/payments/qris", object{"amount": 50000, "replaces": ids[c.first]}).RefusesField(t, "replaces")

			// The administrator gives the money to the client all the same: as a second payment, without PAID.
			admin.Post(t, "/admin/suspense/"+harness.JSON(item["id"])+"/release", object{"reason": "the customer bought twice"}).
				Wants(t, 200).Is(t, object{"status": "released"})
			m.AwaitBalance(t, 45560*2)
			m.Get(t, "/payments/%s/status", ids[c.second]).Wants(t, 200).Is(t, object{"status": before, "under_review": false})
			for _, d := range r.Received() {
				if strings.Contains(string(d.Body), `"status":"PAID"`) && !strings.Contains(string(d.Body), ids[c.first]) {
					t.Errorf("a second payment of the chain was called back: %s", d.Body)
				}
			}
		})
	}
}

func TestAnExpiredPaymentMayBeReplacedAndAPaidOneMayNot(t *testing.T) {
	t.Parallel()
	m, other := harness.NewMerchant(t), harness.NewMerchant(t)
	expired := m.OpenInvoice(t, 50000, nil)
	m.ActInSandbox(t, expired, "expire", nil)
	m.AwaitPayment(t, expired, "EXPIRED")
	newer := m.OpenInvoice(t, 50000, object{"replaces": expired})
	m.Get(t, "/payments/%s/status", expired).Wants(t, 200).Is(t, object{"status": "EXPIRED", "replaced_by": newer})

	paid, wrong := m.OpenInvoice(t, 50000, nil), m.OpenInvoice(t, 50000, nil)
	m.ActInSandbox(t, paid, "pay", nil)
	m.AwaitPayment(t, paid, "PAID")
	m.ActInSandbox(t, wrong, "pay", object{"amount": 60000})
	suspended(t, wrong)
	foreign := other.OpenInvoice(t, 50000, nil)
	recorded := m.Post(t, "/transactions", object{"total": 5000}).Wants(t, 201).Text(t, "transaction_id")
	for _, id := range []string{paid, wrong, foreign, recorded, "INV-1-1", "x"} {
		for channel, body := range cancellable {
			m.Post(t, "/payments/"+channel, body.With("replaces", id)).RefusesField(t, "replaces")
		}
	}
	other.Get(t, "/payments/%s/status", foreign).Wants(t, 200).Is(t, object{"status": "PENDING", "replaced_by": nil})
}

// The provider never answers the creation of the newer payment. The merchant cancels it. A repetition with the
// same key then finds a payment that has ended, and the older one stays open.
func TestAPaymentThatWasCancelledBeforeItWasOpenReplacesNothing(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	older := m.OpenInvoice(t, 50000, nil)
	retry := m.With("Idempotency-Key", "order-1")
	body := object{"amount": 13504, "channel_code": "DANA", "external_id": "NEWER", "replaces": older}
	retry.Post(t, "/payments/ewallet", body).Refuses(t, 502, "provider_unknown")
	newer := m.Get(t, "/payments/NEWER/status").Wants(t, 200).Text(t, "transaction_id")
	m.Post(t, "/payments/"+newer+"/cancel", nil).Wants(t, 200).Is(t, object{"status": "EXPIRED"})
	retry.Post(t, "/payments/ewallet", body).Wants(t, 201).Is(t, object{"transaction.transaction_id": newer, "transaction.status": "EXPIRED"})
	m.Get(t, "/payments/%s/status", older).Wants(t, 200).Is(t, object{"status": "PENDING", "replaced_by": nil})
}
