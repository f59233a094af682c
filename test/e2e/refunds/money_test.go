package refunds

import (
	"sync"
	"testing"

	"gateway/test/e2e/harness"
	"gateway/test/migrated"
	"gateway/test/poll"
)

// keepWaiting makes each refund of the merchant wait for approval.
func keepWaiting(t *testing.T, m harness.Merchant) {
	t.Helper()
	body := object{"is_auto_approve_withdrawal": false, "daily_refund_cap": 0}
	m.Gateway.Admin(t).Put(t, m.AdminPath(""), body).Wants(t, 200)
}

func awaitBalance(t *testing.T, m harness.Merchant, total, withdrawable, held, unsettled int64) {
	t.Helper()
	want := object{"saldo": total, "saldo_yang_bisa_ditarik": withdrawable, "ditahan": held, "belum_settle": unsettled}
	poll.Until(t, "the balance is as it must be", func() bool { return m.Get(t, "/account/balance").Wants(t, 200).Matches(t, want) })
}

func TestOfTwoRefundsAtOnceOnTwoInstancesOneWins(t *testing.T) {
	t.Parallel()
	events, read := migrated.Pair(t)
	first := harness.StartOn(t, events, read, nil)
	m := first.NewMerchant(t)
	there := m
	there.Gateway = harness.StartOn(t, events, read, nil)
	for range 3 {
		id := pay(t, m, "qris", object{"amount": 100_000})
		var answers [2]harness.Answer
		var asked sync.WaitGroup
		for n, caller := range []harness.Merchant{m, there} {
			asked.Go(func() {
				answers[n], _ = caller.Send("POST", "/refunds", object{"transaction_id": id, "reason": "other", "amount": 60_000})
			})
		}
		asked.Wait()
		if a, b := answers[0].Status, answers[1].Status; min(a, b) != 201 || max(a, b) != 400 {
			t.Errorf("%d %s, %d %s", a, answers[0].Body, b, answers[1].Body)
		}
		m.Get(t, "/refunds?transaction_id=%s", id).Wants(t, 200).HasMeta(t, 1, 15, 1, 1)
	}
}

// A refund is held of what the payment has not settled first, and goes back to where the money would be by then.
func TestWhatIsNotSettledIsHeldFirst(t *testing.T) {
	t.Parallel()
	m := harness.Start(t, harness.Settings{"HOLD_UNTIL_SETTLED": "QRIS"}).NewMerchant(t)
	keepWaiting(t, m)
	id := pay(t, m, "qris", object{"amount": 100_000})
	awaitBalance(t, m, 99_300, 0, 0, 99_300)
	ask := func() string {
		path, _ := refund(t, m, object{"transaction_id": id, "reason": "other", "amount": 40_000})
		return path
	}
	path := ask()
	awaitBalance(t, m, 99_300, 0, 40_000, 59_300)
	m.Post(t, path+"/cancel", nil).Wants(t, 200)
	awaitBalance(t, m, 99_300, 0, 0, 99_300)
	path = ask()
	m.ActInSandbox(t, id, "settle", nil)
	m.AwaitPayment(t, id, "SETTLED")
	awaitBalance(t, m, 99_300, 59_300, 40_000, 0)
	m.Post(t, path+"/cancel", nil).Wants(t, 200)
	awaitBalance(t, m, 99_300, 99_300, 0, 0)

	disputed := pay(t, m, "qris", object{"amount": 50_000})
	m.ActInSandbox(t, disputed, "dispute", object{"amount": 20_000})
	awaitBalance(t, m, 148_950, 99_300, 20_000, 29_650)
	m.Post(t, "/sandbox/disputes/"+harness.JSON(m.AwaitDispute(t, disputed))+"/win", nil).Wants(t, 200)
	awaitBalance(t, m, 148_950, 99_300, 0, 49_650)
}

func TestADisputeCancelsRefundsThatWereNotSent(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	keepWaiting(t, m)
	id := pay(t, m, "qris", object{"amount": 100_000})
	path, _ := refund(t, m, object{"transaction_id": id, "reason": "other", "amount": 40_000})
	m.ActInSandbox(t, id, "dispute", object{"amount": 70_000})
	await(t, m, path, "cancelled")
	awaitBalance(t, m, 99_300, 29_300, 70_000, 0)
}

func TestAChargebackCancelsRefundsThatWereNotSent(t *testing.T) {
	t.Parallel()
	m := harness.Start(t, harness.Settings{"PROVIDER_LISTING_AFTER": "100ms", "PROVIDER_LISTING_RATE": "60000"}).NewMerchant(t)
	id := pay(t, m, "qris", object{"amount": 100_000})
	sent, _ := refund(t, m, object{"transaction_id": id, "reason": "other", "amount": 30_000})
	await(t, m, sent, "succeeded")
	keepWaiting(t, m)
	unsent, _ := refund(t, m, object{"transaction_id": id, "reason": "other", "amount": 10_000})
	m.ActInSandbox(t, id, "charge-back", nil)
	await(t, m, unsent, "cancelled")
	await(t, m, sent, "succeeded")
	awaitBalance(t, m, -700, 0, 0, 0)
	m.Get(t, "/payments/%s/status", id).Wants(t, 200).Is(t, object{"reversed_amount": 100_000, "reversals.1.kind": "chargeback", "reversals.1.amount": 70_000})
}

// The refund of another merchant, asked for later, is through before that of a suspended one is sent.
func TestTheUnsentRefundOfASuspendedMerchantWaits(t *testing.T) {
	t.Parallel()
	m, other, admin := harness.NewMerchant(t), harness.NewMerchant(t), harness.Shared(t).Admin(t)
	keepWaiting(t, m)
	id := pay(t, m, "ewallet", wallet(100_000))
	path, _ := refund(t, m, object{
		"transaction_id": id, "reason": "other", "amount": 40_000, "to": object{"bank": "BCA", "norek": "1234567890", "account_holder": "Budi"},
	})
	admin.Post(t, m.AdminPath("/suspend"), object{"reason": "fraud"}).Wants(t, 200)
	admin.Post(t, "/admin"+path+"/approve", nil).Wants(t, 200).Is(t, object{"status": "processing"})
	later, _ := refund(t, other, object{"transaction_id": pay(t, other, "qris", object{"amount": 100_000}), "reason": "other", "amount": 10_000})
	await(t, other, later, "succeeded")
	admin.Get(t, "/admin%s", path).Wants(t, 200).Is(t, object{"status": "processing", "attempts": 0})
	admin.Post(t, m.AdminPath("/reactivate"), nil).Wants(t, 200)
	m.Post(t, "/sandbox"+path+"/complete", nil).Wants(t, 200)
	await(t, m, path, "succeeded")
}

// The payments have the amounts whose void the simulated provider refuses as too late, or fails after it accepted it. This wallet
// makes refunds from the next day on.
func TestAVoidThatIsTooLateGoesOnAsARefundOfTheProvider(t *testing.T) {
	t.Parallel()
	for _, amount := range []int64{30_302, 30_304} {
		m := harness.NewMerchant(t)
		m.Earn(t, 5_000)
		path, a := refund(t, m, object{"transaction_id": pay(t, m, "ewallet", wallet(amount)), "reason": "other"})
		if first := a.Text(t, "method"); first != "void" && first != "provider" { // the void may be refused before the answer is read
			t.Errorf("the first method is %s", first)
		}
		poll.Until(t, "it goes on as a refund", func() bool {
			return m.Get(t, "%s", path).Wants(t, 200).Matches(t, object{"method": "provider", "status": "processing"})
		})
		m.Get(t, "/account/balance").Wants(t, 200).Is(t, object{"ditahan": amount})
	}
}
