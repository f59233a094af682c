package admin

import (
	"encoding/json"
	"testing"

	"gateway/test/e2e/harness"
)

// waits returns how many items of each kind need a person, as the caller is told.
func waits(t *testing.T, c caller) map[string]int64 {
	t.Helper()
	counts := map[string]int64{}
	for _, item := range c.Get(t, "/admin/attention").Wants(t, 200).List(t) {
		i := item.(map[string]any)
		shape{"kind": "string", "count": "integer", "oldest": "time?", "subject": "string", "detail": "string", "event": "integer?"}.Check(t, "item", i)
		n, err := i["count"].(json.Number).Int64()
		if err != nil || n < 1 {
			t.Errorf("%v counts nothing", i)
		}
		counts[i["kind"].(string)] = n
	}
	return counts
}

func TestWhatNeedsAPersonIsCounted(t *testing.T) {
	t.Parallel()
	g := harness.Start(t, nil)
	admin, auditor := g.Admin(t), g.AddAdmin(t, "auditor")
	if none := waits(t, admin); len(none) != 0 {
		t.Fatalf("on a new gateway wait %v", none)
	}
	g.Register(t)
	m := g.NewMerchant(t)
	m.SetBankAccount(t)
	m.Earn(t, 50_000)
	m.Withdraw(t, 20_000, harness.CallbackURL)
	m.LogIn(t).Post(t, "/tickets", object{"subject": "Saldo", "description": "Mana?", "category": "question", "priority": "medium"}).Wants(t, 201)
	m.Dispute(t, 10_000)
	got := waits(t, admin)
	for _, kind := range []string{"registrations", "withdrawals_pending", "tickets_open", "disputes_due"} {
		if got[kind] != 1 {
			t.Errorf("%d %s wait: %v", got[kind], kind, got)
		}
	}
	if len(got) != 4 {
		t.Errorf("more waits: %v", got)
	}
	if seen := waits(t, auditor); seen["tickets_open"] != 0 || seen["registrations"] != 1 {
		t.Errorf("an auditor is told %v", seen)
	}
}
