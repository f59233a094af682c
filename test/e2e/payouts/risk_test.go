package payouts

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gateway/test/e2e/harness"
)

// codes are the codes of the signs of risk of a withdrawal.
func codes(t *testing.T, admin harness.Caller, id int64) []string {
	t.Helper()
	signs, _ := admin.Get(t, "/admin/withdrawals/%d", id).Wants(t, 200).Field(t, "risk_signs").([]any)
	found := make([]string, len(signs))
	for i, s := range signs {
		sign, _ := s.(map[string]any)
		found[i], _ = sign["code"].(string)
	}
	return found
}

func TestAnAdministratorSeesSignsOfRisk(t *testing.T) {
	t.Parallel()
	m, admin := harness.NewFundedMerchant(t, 500_000), harness.Shared(t).Admin(t)
	first := m.Withdraw(t, 50_000, harness.CallbackURL)
	if got := codes(t, admin, first); !slices.Equal(got, []string{"new_account", "first_payout"}) {
		t.Error("the first withdrawal:", got)
	}
	path := fmt.Sprintf("/admin/withdrawals/%d", first)
	approved := admin.Post(t, path+"/approve", object{"manual": true}).Wants(t, 200)
	if signs, ok := approved.Field(t, "risk_signs").([]any); !ok || len(signs) != 0 {
		t.Error("the answer of the decision has signs:", signs)
	}
	admin.Post(t, path+"/complete", object{"di_transfer_oleh": "Ani"}).Wants(t, 200)
	if got := codes(t, admin, first); len(got) != 0 {
		t.Error("one that ended:", got)
	}
	m.Put(t, "/account", object{"norek": "9876543210", "bank": "BCA"}).Wants(t, 200)
	second := m.Withdraw(t, 60_000, harness.CallbackURL)
	if got := codes(t, admin, second); !slices.Equal(got, []string{"new_account", "bank_account_changed"}) {
		t.Error("after the bank account changed:", got)
	}
	list := admin.Get(t, "/admin/withdrawals?waiting=true&per_page=100").Wants(t, 200).ListOf(t, adminPayoutShape("withdrawals"))
	if ids := list.Column(t, "id"); !slices.Contains(ids, fmt.Sprint(second)) || !slices.IsSortedFunc(list.Column(t, "created_at"), strings.Compare) {
		t.Error("the queue is not oldest first, or lacks the withdrawal:", ids)
	}
	admin.Get(t, "/admin/withdrawals?waiting=true&status=pending").RefusesField(t, "waiting")
}

func TestWhoAskedIsToldOfTheDecisionOnce(t *testing.T) {
	t.Parallel()
	m, admin := harness.NewFundedMerchant(t, 500_000), harness.Shared(t).Admin(t)
	approved := m.Withdraw(t, 50_000, harness.CallbackURL)
	admin.Post(t, fmt.Sprintf("/admin/withdrawals/%d/approve", approved), object{"manual": true}).Wants(t, 200)
	said := fmt.Sprintf("Withdrawal no. %d, 50000 rupiah to BCA ***7890, was approved", approved)
	harness.Mails(t).AwaitSaying(t, m.Email, said)
	rejected := m.Withdraw(t, 60_000, harness.CallbackURL)
	admin.Post(t, fmt.Sprintf("/admin/withdrawals/%d/reject", rejected), object{"reason": "call us"}).Wants(t, 200)
	harness.Mails(t).AwaitSaying(t, m.Email, "Reason: call us")
	count := 0
	for _, mail := range harness.Mails(t).To(m.Email) {
		if strings.Contains(mail.Text, said) {
			count++
		}
	}
	if count != 1 {
		t.Errorf("%d mails say that it was approved", count)
	}
}

func TestAMerchantSeesHowLongDecisionsTake(t *testing.T) {
	t.Parallel()
	m, admin := harness.NewFundedMerchant(t, 500_000), harness.Shared(t).Admin(t)
	for range 5 {
		id := m.Post(t, "/settlements", object{"jumlah": 20_000, "tujuan": "gaji"}).Wants(t, 201).ID(t, "id")
		admin.Post(t, fmt.Sprintf("/admin/settlements/%d/approve", id), object{"manual": true}).Wants(t, 200)
	}
	got := m.Get(t, "/decision-times").Wants(t, 200)
	if kinds := got.Column(t, "kind"); !slices.Contains(kinds, `"settlement"`) {
		t.Error("five settlements were decided:", kinds)
	}
}
