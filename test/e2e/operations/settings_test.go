package operations

import (
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"gateway/test/e2e/harness"
	"gateway/test/poll"
	"gateway/test/receiver"
)

// The settings of this gateway make the provider answer too late, hold credits until
// SETTLED, let payments expire by the gateway's clock, and let payouts complete.
func TestSettingsTakeEffect(t *testing.T) {
	t.Parallel()
	g := harness.Start(t, harness.Settings{
		"PROVIDER_TIMEOUT": "300ms", "PAYOUT_ATTEMPT_MARGIN": "200ms", "HOLD_UNTIL_SETTLED": "QRIS", "PAYMENT_EXPIRY": "BCA=1s,DANA=1s",
		"SIMULATOR_PAYOUT_DELAY": "10ms", "VAT_RATE": "10", "PROVIDER_CONFIRM": "true",
	})
	t.Run("a late answer is an unknown outcome", func(t *testing.T) {
		t.Parallel()
		m := g.NewMerchant(t)
		began := time.Now()
		m.Post(t, "/payments/qris", object{"amount": 13508, "external_id": "ORDER-1"}).Refuses(t, 502, "provider_unknown")
		if waited := time.Since(began); waited > 5*time.Second {
			t.Errorf("waited %s", waited)
		}
		m.Get(t, "/payments/ORDER-1/status").Wants(t, 200).Is(t, object{"status": "PENDING"})
	})
	t.Run("a person ends a payout when no attempt can be under way", func(t *testing.T) {
		t.Parallel()
		m := g.NewMerchant(t)
		m.SetBankAccount(t)
		m.Earn(t, 2000000)
		path := "/admin/withdrawals/" + fmt.Sprint(m.Withdraw(t, 1013404, harness.CallbackURL)) // the provider loses it
		g.Admin(t).Post(t, path+"/approve", nil).Wants(t, 200)
		poll.Until(t, "it is completed by hand", func() bool {
			return g.Admin(t).Post(t, path+"/complete", object{"di_transfer_oleh": "Ani"}).Status == 200
		})
		m.HasBalance(t, 2000000-1013404-5000, 2000000-1013404-5000, 0, 0)
	})
	t.Run("a held credit is withdrawable from SETTLED on", func(t *testing.T) {
		t.Parallel()
		m := g.NewMerchant(t)
		m.SetBankAccount(t)
		id := m.Post(t, "/payments/qris", object{"amount": 100000}).Wants(t, 201).Text(t, "transaction.transaction_id")
		m.ActInSandbox(t, id, "pay", nil)
		m.AwaitBalance(t, 99300)
		m.HasBalance(t, 99300, 0, 0, 99300)
		m.Post(t, "/withdrawals", object{"jumlah": 50000, "url": harness.CallbackURL}).Refuses(t, 400, "insufficient_balance")
		m.ActInSandbox(t, id, "settle", nil)
		poll.Until(t, "it is withdrawable", func() bool {
			return harness.JSON(m.Get(t, "/account/balance").Field(t, "belum_settle")) == "0"
		})
		m.HasBalance(t, 99300, 99300, 0, 0)
	})
	t.Run("a payment expires by the gateway's clock, and is called back", func(t *testing.T) {
		t.Parallel()
		for channel, body := range map[string]object{
			"va": {"amount": 50000, "bank_code": "BCA", "customer_name": "Budi"}, "ewallet": {"amount": 50000, "channel_code": "DANA"},
		} {
			m, r := g.NewMerchant(t), receiver.New(t)
			a := m.Post(t, "/payments/"+channel, body.With("metadata", object{"callback_url": r.URL})).Wants(t, 201)
			m.AwaitPayment(t, a.Text(t, "transaction.transaction_id"), "EXPIRED")
			if d := r.Next(t); !strings.Contains(string(d.Body), `"status":"EXPIRED"`) {
				t.Errorf("%s", d.Body)
			}
		}
	})
	t.Run("a payout ends by itself", func(t *testing.T) {
		t.Parallel()
		m := g.NewMerchant(t)
		m.SetBankAccount(t)
		m.Earn(t, 200000)
		g.Admin(t).Put(t, m.AdminPath(""), object{"is_auto_approve_withdrawal": true}).Wants(t, 200)
		m.AwaitWithdrawal(t, m.Withdraw(t, 100000, harness.CallbackURL), "completed")
		m.HasBalance(t, 95000, 95000, 0, 0)
	})
	t.Run("VAT is configuration", func(t *testing.T) {
		t.Parallel()
		g.NewMerchant(t).Post(t, "/fees/calculate", object{"amount": 100000, "channel_code": "BCA"}).Wants(t, 200).Is(t, object{"vat": 400, "vat_rate": 10})
	})
	t.Run("a notification that the provider does not confirm credits nobody", func(t *testing.T) {
		t.Parallel()
		m := g.NewMerchant(t)
		a := m.Post(t, "/payments/invoice", object{"amount": 50000}).Wants(t, 201)
		g.Notify(t, "invoice", harness.PaidInvoice(a, t, "pay-1")).Wants(t, 200)
		m.HasBalance(t, 0, 0, 0, 0)
		m.ActInSandbox(t, a.Text(t, "transaction.transaction_id"), "pay", nil)
		m.AwaitBalance(t, 45600)
	})
}

// In production there is no sandbox, and no callback goes to loopback or a private
// network.
func TestProductionHasNoSandboxAndCallsNoPrivateAddress(t *testing.T) {
	t.Parallel()
	g := harness.Start(t, harness.Settings{
		"ENVIRONMENT": "production", "PROVIDER_URL": "http://127.0.0.1:1", "PROVIDER_SECRET_KEY": "xnd_production_1",
		"MASTER_SECRET": strings.Repeat("m", 32), "PUBLIC_URL": "https://pay.example", "DUAL_CONTROL_FROM": "10000000",
		"SMTP_URL": "", "MAIL_FROM": "", // production without a mail server sends none, and says so
	})
	local := httptest.NewServer(g.App.Handler()) // its own URL is the public one
	t.Cleanup(local.Close)
	g.URL = local.URL
	m := g.NewMerchant(t)
	m.LogIn(t).Post(t, "/me/users", object{"email": g.NextEmail(), "role": "viewer"}).Refuses(t, 503, "mail_not_configured")
	for row := range harness.Additional {
		if method, path := harness.Sample(row); strings.HasPrefix(path, "/sandbox/") {
			m.Call(t, method, path, nil).Refuses(t, 404, "no_such_path")
		}
	}
	m.Post(t, "/payments/qris", object{"amount": 50000, "external_id": "ORDER-1"}).Refuses(t, 502, "provider_refused")

	m.SetBankAccount(t)
	m.Earn(t, 100000)
	r := receiver.New(t)
	id := fmt.Sprint(m.Withdraw(t, 10000, r.URL))
	g.Admin(t).Post(t, "/admin/withdrawals/"+id+"/approve", object{"manual": true}).Wants(t, 200)
	g.Admin(t).Post(t, "/admin/withdrawals/"+id+"/complete", object{"di_transfer_oleh": "Ani"}).Wants(t, 200)
	poll.Until(t, "the callback was refused", func() bool {
		a := g.Admin(t).Get(t, "/admin/callbacks").Wants(t, 200)
		attempts, _ := a.Field(t, "0.attempts").([]any)
		return len(attempts) > 0 && attempts[0].(map[string]any)["error"] == "address is not allowed"
	})
	if r.Waiting() != 0 {
		t.Error("loopback was called in production")
	}
}
