package refunds

import (
	"strings"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/payment"
	"gateway/eventstore"
	"gateway/test/e2e/harness"
	"gateway/test/poll"
)

// lostTwice asks for two equal refunds of one payment that the provider may have, both without its id. The gateway sends the second
// only when the id of the first is known, so the test records the sending of the second, as an older version may have done.
func lostTwice(t *testing.T, m harness.Merchant) (transactionID string, paths []string) {
	t.Helper()
	transactionID = pay(t, m, "qris", object{"amount": 100_000})
	admin := m.Gateway.Admin(t)
	for range 2 {
		path, _ := refund(t, m, object{"transaction_id": transactionID, "reason": "other", "amount": 13_404})
		paths = append(paths, path)
		poll.Until(t, "the first was tried", func() bool {
			return admin.Get(t, "/admin%s", paths[0]).Wants(t, 200).Matches(t, object{"attempts": 1})
		})
	}
	_, err := eventstore.Execute(t.Context(), m.Gateway.App.Log(), payment.Aggregate, payment.Stream(transactionID),
		func(s payment.State) ([]domain.Event, error) {
			second := s.Refunds[1]
			return []domain.Event{payment.RefundSubmitted{
				Identity: s.Identity, RefundOrder: second.RefundOrder, Attempt: 1,
				Key: payment.RefundKey(transactionID, second.RefundID, 1), At: time.Now().UTC(),
			}}, nil
		})
	if err != nil {
		t.Fatal(err)
	}
	return transactionID, paths
}

// The provider tells of a refund by its own id, which no refund of the gateway has. Two have the money and the amount: neither has
// succeeded, and no money moves, until an administrator has looked.
func TestTwoRefundsThatFitOneListingWaitForAPerson(t *testing.T) {
	t.Parallel()
	m, admin := harness.NewMerchant(t), harness.Shared(t).Admin(t)
	id, paths := lostTwice(t, m)
	moneyID := m.Get(t, "/transactions/%s/refund-options", id).Wants(t, 200).Text(t, "money.0.payment_id")
	m.HasBalance(t, 99_300, 72_492, 26_808, 0)
	news, reversal := "qrrf_of_"+id, "/admin/reversals/qrrf_of_"+id
	for range 2 { // the provider repeats itself
		m.Gateway.Notify(t, "qris", object{"event": "qr.refund", "business_id": "b", "data": object{
			"id": news, "qrpy_id": moneyID, "status": "SUCCEEDED", "currency": "IDR", "channel_code": "DANA", "payment_amount": 100_000,
			"refund_amount": 13_404, "reason": "REQUESTED_BY_CUSTOMER",
		}}).Wants(t, 200)
	}
	poll.Until(t, "it waits for a person", func() bool {
		a := admin.Get(t, "%s", reversal)
		return a.Status == 200 && a.Matches(t, object{"status": "undecided", "transaction_id": id, "amount": 13_404})
	})
	if attention := admin.Get(t, "/admin/attention").Wants(t, 200).Body; !strings.Contains(string(attention), "reversals_undecided") {
		t.Errorf("it is not among what needs a person: %s", attention)
	}
	for _, path := range paths {
		m.Get(t, "%s", path).Wants(t, 200).Is(t, object{"status": "processing"})
	}
	m.HasBalance(t, 99_300, 72_492, 26_808, 0)

	assign := object{"payment_id": moneyID, "reason": "the provider's dashboard says so"}
	admin.Post(t, reversal+"/assign", assign).RefusesField(t, "refund_id")
	assign["refund_id"] = m.Get(t, "%s", paths[1]).Wants(t, 200).ID(t, "id")
	admin.Post(t, reversal+"/assign", assign).Wants(t, 200).Is(t, object{"status": "posted"})
	await(t, m, paths[1], "succeeded")
	m.Get(t, "%s", paths[0]).Wants(t, 200).Is(t, object{"status": "processing"})
	m.HasBalance(t, 85_896, 72_492, 13_404, 0)
	admin.Post(t, "/admin"+paths[0]+"/fail", object{"reason": "the provider has only one"}).Wants(t, 200).Is(t, object{"status": "failed"})
	m.HasBalance(t, 85_896, 85_896, 0, 0)
	m.Get(t, "/payments/%s/status", id).Wants(t, 200).Is(t, object{"reversed_amount": 13_404})
}
