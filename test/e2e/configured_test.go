package e2e

import (
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"gateway/test/poll"
	"gateway/test/receiver"
)

// A provider that answers too late, credits held until SETTLED, payments that
// expire by the gateway's own clock, payouts that end by themselves.
func TestAGatewayConfiguredOtherwise(t *testing.T) {
	t.Parallel()
	g := startGateway(t, settings{
		"PROVIDER_TIMEOUT": "300ms", "HOLD_UNTIL_SETTLED": "QRIS", "PAYMENT_EXPIRY": "BCA=1s,DANA=1s",
		"SIMULATOR_PAYOUT_DELAY": "10ms", "VAT_RATE": "10", "PROVIDER_CONFIRM": "true",
	})
	t.Run("a late answer is an unknown outcome", func(t *testing.T) {
		t.Parallel()
		m := g.newMerchant(t)
		began := time.Now()
		m.post(t, "/payments/qris", object{"amount": 13508, "external_id": "ORDER-1"}).refuses(t, 502, "provider_unknown")
		if waited := time.Since(began); waited > 5*time.Second {
			t.Errorf("waited %s", waited)
		}
		m.get(t, "/payments/ORDER-1/status").wants(t, 200).is(t, object{"status": "PENDING"})
	})
	t.Run("a held credit is withdrawable from SETTLED on", func(t *testing.T) {
		t.Parallel()
		m := g.newMerchant(t)
		m.banks(t)
		id := m.post(t, "/payments/qris", object{"amount": 100000}).wants(t, 201).text(t, "transaction.transaction_id")
		m.sandbox(t, id, "pay", nil)
		m.comesToBalance(t, 99300)
		m.hasBalance(t, 99300, 0, 0, 99300)
		m.post(t, "/withdrawals", object{"jumlah": 50000, "url": hook}).refuses(t, 400, "insufficient_balance")
		m.sandbox(t, id, "settle", nil)
		poll.Until(t, "it is withdrawable", func() bool {
			return text(m.get(t, "/account/balance").field(t, "belum_settle")) == "0"
		})
		m.hasBalance(t, 99300, 99300, 0, 0)
	})
	t.Run("a payment expires by the gateway's clock, and is called back", func(t *testing.T) {
		t.Parallel()
		for channel, body := range map[string]object{
			"va": {"amount": 50000, "bank_code": "BCA", "customer_name": "Budi"}, "ewallet": {"amount": 50000, "channel_code": "DANA"},
		} {
			m, r := g.newMerchant(t), receiver.New(t)
			a := m.post(t, "/payments/"+channel, body.with("metadata", object{"callback_url": r.URL})).wants(t, 201)
			m.reaches(t, a.text(t, "transaction.transaction_id"), "EXPIRED")
			if d := r.Next(t); !strings.Contains(string(d.Body), `"status":"EXPIRED"`) {
				t.Errorf("%s", d.Body)
			}
		}
	})
	t.Run("a payout ends by itself", func(t *testing.T) {
		t.Parallel()
		m := g.newMerchant(t)
		m.banks(t)
		m.earns(t, 200000)
		g.admin(t).put(t, m.admin(""), object{"is_auto_approve_withdrawal": true}).wants(t, 200)
		m.payoutReaches(t, m.withdraws(t, 100000, hook), "completed")
		m.hasBalance(t, 95000, 95000, 0, 0)
	})
	t.Run("VAT is configuration", func(t *testing.T) {
		t.Parallel()
		g.newMerchant(t).post(t, "/fees/calculate", object{"amount": 100000, "channel_code": "BCA"}).wants(t, 200).is(t, object{"vat": 400, "vat_rate": 10})
	})
	t.Run("a notification that the provider does not confirm credits nobody", func(t *testing.T) {
		t.Parallel()
		m := g.newMerchant(t)
		a := m.post(t, "/payments/invoice", object{"amount": 50000}).wants(t, 201)
		g.notifies(t, "invoice", paidInvoice(a, t, "pay-1")).refuses(t, 502, "provider_unconfirmed")
		m.hasBalance(t, 0, 0, 0, 0)
		m.sandbox(t, a.text(t, "transaction.transaction_id"), "pay", nil)
		m.comesToBalance(t, 45600)
	})
}

// Production has no sandbox, and calls nobody on loopback or a private network.
func TestProductionHasNoSandboxAndGuardsItsNetwork(t *testing.T) {
	t.Parallel()
	g := startGateway(t, settings{
		"ENVIRONMENT": "production", "PROVIDER_URL": "http://127.0.0.1:1", "PROVIDER_SECRET_KEY": "xnd_production_1",
		"MASTER_SECRET": strings.Repeat("m", 32), "PUBLIC_URL": "https://pay.example",
	})
	local := httptest.NewServer(g.App.Handler()) // its own URL is the public one
	t.Cleanup(local.Close)
	g.URL = local.URL
	m := g.newMerchant(t)
	for row := range decided {
		if method, path := sample(row); strings.HasPrefix(path, "/sandbox/") {
			m.do(t, method, path, nil).refuses(t, 404, "no_such_path")
		}
	}
	m.post(t, "/payments/qris", object{"amount": 50000, "external_id": "ORDER-1"}).refuses(t, 502, "provider_unknown")

	m.banks(t)
	m.earns(t, 100000)
	r := receiver.New(t)
	id := itoa(m.withdraws(t, 10000, r.URL))
	g.admin(t).post(t, "/admin/withdrawals/"+id+"/approve", object{"manual": true}).wants(t, 200)
	g.admin(t).post(t, "/admin/withdrawals/"+id+"/complete", object{"di_transfer_oleh": "Ani"}).wants(t, 200)
	poll.Until(t, "the callback was refused", func() bool {
		a := g.admin(t).get(t, "/admin/callbacks").wants(t, 200)
		attempts, _ := a.field(t, "0.attempts").([]any)
		return len(attempts) > 0 && attempts[0].(map[string]any)["error"] == "address is not allowed"
	})
	if r.Waiting() != 0 {
		t.Error("loopback was called in production")
	}
}
