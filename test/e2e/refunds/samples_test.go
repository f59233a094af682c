package refunds

import (
	"strings"
	"testing"

	"gateway/test/e2e/harness"
	"gateway/test/poll"
	"gateway/test/samples"
)

// The programs of the guide to refunds give a payment back once, however often they run, and say so when it failed.
func TestEverySampleOfTheGuideRefundsAPaymentOnce(t *testing.T) {
	t.Parallel()
	for language, command := range samples.InEachLanguage("refund") {
		t.Run(language, func(t *testing.T) {
			t.Parallel()
			run := command(t)
			m := harness.NewMerchant(t)
			m.Earn(t, 50_000)
			id := pay(t, m, "qris", object{"amount": 40_000})
			for range 2 {
				if said, err := runSample(t, m, run, id); err != nil || !strings.HasPrefix(said, "succeeded void ") {
					t.Errorf("%v\n%s", err, said)
				}
			}
			m.Get(t, "/refunds?transaction_id=%s", id).Wants(t, 200).HasMeta(t, 1, 15, 1, 1)
			rejected := pay(t, m, "qris", object{"amount": 30_000})
			harness.Shared(t).Admin(t).Put(t, m.AdminPath(""), object{"is_auto_approve_withdrawal": false, "daily_refund_cap": 0}).Wants(t, 200)
			end := startSample(t, m, run, rejected)
			reject(t, m, rejected)
			if said, err := end(); err == nil || !strings.HasPrefix(said, "rejected ") {
				t.Errorf("the program says of a refund that was rejected: %v\n%s", err, said)
			}
			if said, err := runSample(t, m, run, "INV-0-0"); err == nil || !strings.Contains(said, "refused: ") {
				t.Errorf("the program says of a payment that there is none of: %v\n%s", err, said)
			}
		})
	}
}

// reject rejects the refund of a payment as soon as it is asked for. The sample waits for that.
func reject(t *testing.T, m harness.Merchant, transactionID string) {
	t.Helper()
	owner := m.LogIn(t)
	var id int64
	poll.Until(t, "the sample asks for a refund", func() bool {
		found := m.Get(t, "/refunds?status=pending&transaction_id=%s", transactionID).Wants(t, 200)
		if len(found.List(t)) == 0 {
			return false
		}
		id = found.ID(t, "0.id")
		return true
	})
	owner.Post(t, "/refunds/"+harness.JSON(id)+"/reject", object{"reason": "salah"}).Wants(t, 200)
}

func runSample(t *testing.T, m harness.Merchant, command []string, transactionID string) (string, error) {
	t.Helper()
	return startSample(t, m, command, transactionID)()
}

func startSample(t *testing.T, m harness.Merchant, command []string, transactionID string) (end func() (said string, err error)) {
	t.Helper()
	return samples.Start(t, command, "API="+m.Gateway.URL+harness.Prefix, "API_KEY="+m.Key, "TRANSACTION_ID="+transactionID)
}
