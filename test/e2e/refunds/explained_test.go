package refunds

import (
	"slices"
	"strings"
	"testing"

	"gateway/test/e2e/harness"
)

func TestARefundSaysWhatItWaitsForAndHowItCameToThat(t *testing.T) {
	t.Parallel()
	m, admin, other := harness.NewMerchant(t), harness.Shared(t).Admin(t), harness.NewMerchant(t)
	path := waiting(t, m, 0)
	name := strings.TrimPrefix(path, "/")
	escaped := strings.ReplaceAll(name, "/", "%2F")
	m.Get(t, "/why/%s", escaped).Wants(t, 200).Is(t, object{
		"subject": name, "status": "pending", "reasons.0.code": "refund_for_owner", "reasons.0.waits_for": "merchant",
	})
	m.Get(t, "/why/clients-%d", m.ID).Wants(t, 200).Is(t, object{"reasons.0.code": "refund_for_owner", "reasons.0.about": name})
	other.Get(t, "/why/%s", escaped).Refuses(t, 404, "not_found")
	other.Get(t, "/timeline/%s", escaped).Refuses(t, 404, "not_found")
	m.LogIn(t).Post(t, path+"/approve", nil).Wants(t, 200)
	transactionID := await(t, m, path, "succeeded").Text(t, "transaction_id")
	m.Get(t, "/why/%s", escaped).Wants(t, 200).Is(t, object{"status": "succeeded", "reasons.0.code": "refund_succeeded", "reasons.0.waits_for": "none"})
	told := types(t, admin.Get(t, "/admin/timeline/%s", escaped).Wants(t, 200))
	for _, want := range []string{
		"refund.requested.v1", "refund.held.v1", "refund.confirmed.v1", "refund.approved.v1", "refund.submitted.v1", "payment.reversed.v1", "balance.payment_reversed.v1",
	} {
		if !slices.Contains(told, want) {
			t.Errorf("staff do not see %s in the refund's timeline: %v", want, told)
		}
	}
	if slices.Contains(told, "payment.paid.v1") {
		t.Errorf("the refund's timeline has the events of its payment: %v", told)
	}
	seen := types(t, m.Get(t, "/timeline/%s", escaped).Wants(t, 200))
	if !slices.Contains(seen, "refund.approved.v1") || slices.Contains(seen, "refund.submitted.v1") {
		t.Errorf("the merchant sees %v", seen)
	}
	m.Get(t, "/why/%s", transactionID).Wants(t, 200).Is(t, object{"reasons.0.code": "paid"})
}

func types(t *testing.T, a harness.Answer) (all []string) {
	t.Helper()
	for _, e := range a.Field(t, "entries").([]any) {
		all = append(all, e.(map[string]any)["type"].(string))
	}
	return all
}
