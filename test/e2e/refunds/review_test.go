package refunds

import (
	"strings"
	"testing"

	"gateway/test/e2e/harness"
	"gateway/test/poll"
)

// waiting asks for a refund of a wallet's payment above the client's daily cap, and returns its path.
func waiting(t *testing.T, m harness.Merchant, cap int64) string {
	t.Helper()
	harness.Shared(t).Admin(t).Put(t, m.AdminPath(""), object{"is_auto_approve_withdrawal": false, "daily_refund_cap": cap}).Wants(t, 200)
	id := pay(t, m, "ewallet", wallet(100_000))
	m.Earn(t, 5_000)
	path, a := refund(t, m, object{"transaction_id": id, "reason": "other"})
	a.Is(t, object{"status": "pending"})
	return path
}

func TestARefundAboveTheDailyCapWaitsForTheOwner(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	path := waiting(t, m, 99_999)
	m.HasBalance(t, 103_335, 3_335, 100_000, 0)
	m.Post(t, path+"/approve", nil).Refuses(t, 401, "invalid_token")
	admin := harness.Shared(t).Admin(t)
	admin.Post(t, "/admin"+path+"/approve", nil).Refuses(t, 400, "approval_by_owner")
	owner := m.LogIn(t)
	owner.Post(t, path+"/approve", nil).Wants(t, 200).Is(t, object{"status": "processing"})
	owner.Post(t, path+"/approve", nil).Refuses(t, 400, "not_pending")
	await(t, m, path, "succeeded")
	m.HasBalance(t, 5_000, 5_000, 0, 0)
	m.Post(t, path+"/cancel", nil).Refuses(t, 400, "not_pending")
}

func TestTheCapCountsTheRefundsOfADay(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	harness.Shared(t).Admin(t).Put(t, m.AdminPath(""), object{"is_auto_approve_withdrawal": false, "daily_refund_cap": 50_000}).Wants(t, 200)
	id := pay(t, m, "qris", object{"amount": 100_000})
	for _, c := range []struct {
		amount int64
		status string
	}{{30_000, "processing"}, {20_001, "pending"}, {20_000, "processing"}, {1, "pending"}} {
		_, a := refund(t, m, object{"transaction_id": id, "reason": "other", "amount": c.amount})
		a.Is(t, object{"status": c.status})
	}
}

func TestAPendingRefundIsRejectedOrCancelled(t *testing.T) {
	t.Parallel()
	m, admin := harness.NewMerchant(t), harness.Shared(t).Admin(t)
	path := waiting(t, m, 0)
	m.Post(t, path+"/cancel", nil).Wants(t, 200).Is(t, object{"status": "cancelled"})
	m.HasBalance(t, 103_335, 103_335, 0, 0)
	path = waiting(t, m, 0)
	owner := m.LogIn(t)
	owner.Post(t, path+"/reject", object{}).RefusesField(t, "reason")
	owner.Post(t, path+"/reject", object{"reason": "tidak setuju"}).Wants(t, 200).Is(t, object{"status": "rejected", "failure_code": "tidak setuju"})
	path = waiting(t, m, 0)
	admin.Post(t, "/admin"+path+"/reject", object{"reason": "suspicious"}).Wants(t, 200).Is(t, object{"status": "rejected"})
	admin.Post(t, "/admin"+path+"/reject", object{"reason": "suspicious"}).Refuses(t, 400, "not_pending")
	admin.Get(t, "/admin/refunds?status=rejected&client_id=%d", m.ID).Wants(t, 200).HasMeta(t, 2, 15, 1, 1)
}

// stuck asks for a refund that the simulated provider keeps pending, and returns its path.
func stuck(t *testing.T, m harness.Merchant) string {
	t.Helper()
	id := pay(t, m, "qris", object{"amount": 100_000})
	path, _ := refund(t, m, object{"transaction_id": id, "reason": "other", "amount": 30_305})
	admin := harness.Shared(t).Admin(t)
	poll.Until(t, "the provider has it", func() bool {
		return admin.Get(t, "/admin%s", path).Wants(t, 200).Matches(t, object{"provider_id": ""}) == false
	})
	return path
}

// lost asks for a refund whose order the simulated provider loses, and returns its path.
func lost(t *testing.T, m harness.Merchant) string {
	t.Helper()
	id := pay(t, m, "qris", object{"amount": 100_000})
	path, _ := refund(t, m, object{"transaction_id": id, "reason": "other", "amount": 13_404})
	admin := harness.Shared(t).Admin(t)
	poll.Until(t, "it was tried", func() bool { return admin.Get(t, "/admin%s", path).Wants(t, 200).Matches(t, object{"attempts": 1}) })
	return path
}

func TestAnAdministratorEndsARefundThatTheProviderDoesNotMake(t *testing.T) {
	t.Parallel()
	m, admin := harness.NewMerchant(t), harness.Shared(t).Admin(t)
	path := lost(t, m)
	admin.Post(t, "/admin"+path+"/fail", object{}).RefusesField(t, "reason")
	admin.Post(t, "/admin"+path+"/fail", object{"reason": "the provider lost it"}).Wants(t, 200).Is(t, object{
		"status": "failed", "failure_code": "given_up", "failure_message": "the provider lost it",
	})
	m.HasBalance(t, 99_300, 99_300, 0, 0)
	path = lost(t, m)
	admin.Post(t, "/admin"+path+"/complete", object{"reason": "paid from our bank"}).Wants(t, 200)
	await(t, m, path, "succeeded").Is(t, object{"method": "transfer", "fee": 0})
	m.HasBalance(t, 185_196, 185_196, 0, 0)
	admin.Post(t, "/admin"+path+"/complete", object{"reason": "again"}).Wants(t, 200).Is(t, object{"status": "succeeded"})
	admin.Post(t, "/admin"+path+"/fail", object{"reason": "again"}).Refuses(t, 400, "not_processing")
}

func TestWhatTheProviderIsMakingIsNotEndedByHand(t *testing.T) {
	t.Parallel()
	m, admin := harness.NewMerchant(t), harness.Shared(t).Admin(t)
	path := stuck(t, m)
	for _, act := range []string{"complete", "fail"} {
		admin.Post(t, "/admin"+path+"/"+act, object{"reason": "impatience"}).Refuses(t, 400, "refund_at_provider")
	}
	m.HasBalance(t, 99_300, 68_995, 30_305, 0)
}

func TestThePlayedProviderCompletesFailsAndBouncesRefunds(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	path := stuck(t, m)
	m.Post(t, "/sandbox"+path+"/bounce", nil).Refuses(t, 400, "not_possible")
	m.Post(t, "/sandbox"+path+"/complete", nil).Wants(t, 200)
	await(t, m, path, "succeeded")
	m.HasBalance(t, 68_995, 68_995, 0, 0)
	m.Post(t, "/sandbox"+path+"/bounce", nil).Wants(t, 200)
	await(t, m, path, "failed")
	m.HasBalance(t, 99_300, 99_300, 0, 0)
	path = stuck(t, m)
	m.Post(t, "/sandbox"+path+"/fail", nil).Wants(t, 200)
	await(t, m, path, "failed").Is(t, object{"failure_code": "INELIGIBLE_TRANSACTION"})
	m.Post(t, "/sandbox/refunds/999999/fail", nil).Refuses(t, 404, "not_found")
}

func TestAChargebackTakesWhatARefundGaveBackToo(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	id := pay(t, m, "qris", object{"amount": 100_000})
	path, _ := refund(t, m, object{"transaction_id": id, "reason": "other", "amount": 30_000})
	await(t, m, path, "succeeded")
	m.Post(t, "/sandbox/payments/"+id+"/charge-back", object{"amount": 80_000}).Refuses(t, 400, "not_possible")
	m.Post(t, "/sandbox/payments/"+id+"/charge-back", nil).Wants(t, 200)
}

func TestTheFeedTellsOfEachStateOfARefund(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	path := waiting(t, m, 0)
	m.LogIn(t).Post(t, path+"/approve", nil).Wants(t, 200)
	await(t, m, path, "succeeded")
	poll.Until(t, "the feed has all", func() bool {
		var types []string
		for _, e := range m.Get(t, "/events").Wants(t, 200).Field(t, "events").([]any) {
			types = append(types, e.(map[string]any)["type"].(string))
		}
		return strings.HasSuffix(strings.Join(types, " "), "refund.pending refund.processing payment.reversed refund.succeeded")
	})
}

func TestDisputedMoneyIsNotRefunded(t *testing.T) {
	t.Parallel()
	m, admin := harness.NewMerchant(t), harness.Shared(t).Admin(t)
	id := m.PayQRIS(t, 100_000)
	admin.Post(t, "/admin/disputes", harness.Disputed(id)).Wants(t, 201)
	m.Post(t, "/refunds", object{"transaction_id": id, "reason": "other"}).Refuses(t, 400, "disputed")
	m.Get(t, "/transactions/%s/refund-options", id).Wants(t, 200).Is(t, object{"money.0.disputed": true, "money.0.methods": []any{}})
}
