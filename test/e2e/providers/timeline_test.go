package providers

import (
	"strings"
	"testing"

	"gateway/domain/pricing"
	"gateway/test/e2e/harness"
)

// has checks that a text has these parts.
func has(t *testing.T, what, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("%s lacks %s in\n%s", what, part, text)
		}
	}
}

// Administrators see at which connection a payment was asked for, and why; merchants see nothing of connections.
func TestTheTimelineOfAPaymentSaysWhichConnectionAndWhy(t *testing.T) {
	t.Parallel()
	s := newSandbox(t, nil)
	m, admin := s.NewMerchant(t), s.Admin(t)
	s.route(t, []string{"doku-1", "midtrans-1"}, []string{"midtrans-1", "xendit"})
	s.switchTo(t, "doku-1", "down")
	id := create(t, m, pricing.Channel{Kind: pricing.QRIS}, nil).Text(t, "transaction.transaction_id")
	m.ActInSandbox(t, id, "pay", nil)
	m.AwaitPayment(t, id, "PAID")
	has(t, "the timeline", string(admin.Get(t, "/admin/timeline/%s", id).Wants(t, 200).Body),
		`"rule":1`, `"matched":"payment: doku-1, then midtrans-1"`, `{"connection":"doku-1","why":"in_order"}`,
		`{"connection":"xendit","why":"not_in_rule"}`, `"from":"doku-1"`, `"cause":"not_sent"`, `"connection":"midtrans-1"`)
	if seen := string(m.Get(t, "/timeline/%s", id).Wants(t, 200).Body); strings.Contains(seen, "doku") ||
		strings.Contains(seen, "midtrans") || strings.Contains(seen, "considered") {
		t.Errorf("the merchant sees %s", seen)
	}

	m.SetBankAccount(t)
	m.Earn(t, 500_000)
	payout := m.Withdraw(t, 100_000, "https://toko.example/callbacks")
	admin.Post(t, "/admin/withdrawals/"+harness.JSON(payout)+"/approve", nil).Wants(t, 200)
	m.Post(t, "/sandbox/withdrawals/"+harness.JSON(payout)+"/complete", nil).Wants(t, 200)
	m.AwaitWithdrawal(t, payout, "completed")
	has(t, "the timeline of the payout", string(admin.Get(t, "/admin/timeline/withdrawal-%d", payout).Wants(t, 200).Body),
		`"rule":2`, `"matched":"payout: midtrans-1, then xendit"`, `{"connection":"doku-1","why":"not_in_rule"}`, `"connection":"midtrans-1"`)

	for path, count := range map[string]int{
		"/admin/transactions?from=2026-01-01&connection=midtrans-1": 1, "/admin/transactions?from=2026-01-01&connection=doku-1": 0,
		"/admin/withdrawals?connection=midtrans-1": 1, "/admin/withdrawals?connection=xendit": 0, "/admin/settlements?connection=midtrans-1": 0,
	} {
		list := admin.Get(t, "%s", path)
		if rows := list.List(t); len(rows) != count {
			t.Errorf("%s: %s", path, list.Body)
		} else if count > 0 {
			has(t, path, string(list.Body), `"connection":"midtrans-1"`)
		}
	}
	admin.Get(t, "/admin/transactions?connection=midtrans-1").RefusesField(t, "from")
	has(t, "the payment", string(admin.Get(t, "/admin/transactions/%s", id).Wants(t, 200).Body), `"connection":"midtrans-1"`)
	for _, path := range []string{"/transactions", "/payments/" + id + "/status", "/withdrawals", "/withdrawals/" + harness.JSON(payout)} {
		if seen := string(m.Get(t, "%s", path).Wants(t, 200).Body); strings.Contains(seen, `"connection"`) {
			t.Errorf("%s shows the merchant %s", path, seen)
		}
	}
}
