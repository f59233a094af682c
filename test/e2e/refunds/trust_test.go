package refunds

import (
	"fmt"
	"strings"
	"testing"

	"gateway/test/e2e/harness"
	"gateway/test/poll"
	"gateway/test/receiver"
)

// A transfer can go to anybody. It counts with the withdrawals of the day, pauses with them, and has a cap also where they have none.
func TestATransferIsNoEasierThanAWithdrawal(t *testing.T) {
	t.Parallel()
	g := harness.Start(t, harness.Settings{"PAYOUT_COOL_OFF": "1h"})
	m := g.NewMerchant(t)
	m.SetBankAccount(t)
	m.Earn(t, 500_000)
	settings := func(body object) {
		g.Admin(t).Put(t, m.AdminPath(""), body.With("is_auto_approve_withdrawal", true)).Wants(t, 200)
	}
	withdraw := func(status string) {
		m.Post(t, "/withdrawals", object{"jumlah": 50_000, "url": harness.CallbackURL}).Wants(t, 201).Is(t, object{"status": status})
	}
	id := pay(t, m, "ewallet", wallet(200_000))
	transfer := func(amount int64, status string) {
		t.Helper()
		_, a := refund(t, m, object{
			"transaction_id": id, "reason": "other", "amount": amount, "to": object{"bank": "BCA", "norek": "9876543210", "account_holder": "Budi"},
		})
		a.Is(t, object{"method": "transfer", "status": status})
	}
	settings(object{"daily_payout_cap": 120_000})
	withdraw("processing")
	transfer(40_000, "processing")
	withdraw("pending")
	transfer(30_001, "pending")
	transfer(30_000, "processing")
	settings(object{"daily_payout_cap": nil, "daily_refund_cap": 130_000})
	transfer(10_001, "pending")
	transfer(10_000, "processing")
	settings(object{"daily_payout_cap": 1_000_000})
	transfer(10_000, "processing")
	m.Put(t, "/account", object{"norek": "9876543210", "bank": "BCA"}).Wants(t, 200)
	transfer(10_000, "pending")
}

func TestNewsOfRefundsDoNotGoToTheAddressOfThePayment(t *testing.T) {
	t.Parallel()
	m, r := harness.NewMerchant(t), receiver.New(t)
	told := object{"amount": 100_000, "metadata": object{"callback_url": r.URL}}
	path, _ := refund(t, m, object{"transaction_id": pay(t, m, "qris", told), "reason": "other", "amount": 30_000})
	await(t, m, path, "succeeded")
	later := pay(t, m, "qris", told)
	poll.Until(t, "a later payment is told", func() bool {
		received := r.Received()
		for _, c := range received {
			if strings.Contains(string(c.Body), `"refund.`) {
				t.Fatalf("the address of the payment was told %s", c.Body)
			}
		}
		return len(received) > 0 && strings.Contains(string(received[len(received)-1].Body), later)
	})
}

// The customer was given a part back, and the network takes all of it: both are posted, and the client bears both.
func TestAChargebackAboveWhatIsLeftIsBorneByTheClient(t *testing.T) {
	t.Parallel()
	m, admin := harness.NewMerchant(t), harness.Shared(t).Admin(t)
	id := pay(t, m, "qris", object{"amount": 100_000})
	path, _ := refund(t, m, object{"transaction_id": id, "reason": "other", "amount": 30_000})
	await(t, m, path, "succeeded")
	dispute := admin.Post(t, "/admin/disputes", harness.Disputed(id)).Wants(t, 201).Is(t, object{"amount": 70_000}).ID(t, "id")
	deduct := func(amount int64) harness.Answer {
		return admin.Post(t, "/admin/disputes/deductions", object{
			"reference": fmt.Sprint("whole-", dispute), "amount": amount, "disputes": []object{{"dispute_id": dispute, "amount": amount}},
		})
	}
	deduct(100_001).RefusesField(t, "disputes[0].amount")
	deduct(100_000).Wants(t, 200)
	m.AwaitBalance(t, -30_700)
	m.Get(t, "/payments/%s/status", id).Wants(t, 200).Is(t, object{"reversed_amount": 130_000})
	await(t, m, path, "succeeded")
}
