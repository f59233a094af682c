package providers

import (
	"testing"

	"gateway/domain/pricing"
	"gateway/test/poll"
)

// Fees are estimated from the costs that a sandbox plays: 0.63 % and VAT for QRIS. The figures of each connection tell how
// creations end there, which share of the payments it has, and what it owes us.
func TestEachConnectionHasItsFigures(t *testing.T) {
	t.Parallel()
	s := newSandbox(t, nil)
	m, admin := s.NewMerchant(t), s.Admin(t)
	qris := pricing.Channel{Kind: pricing.QRIS}
	s.route(t, []string{"doku-1", "midtrans-1"}, []string{"midtrans-1", "xendit"})
	for range 3 {
		id := create(t, m, qris, nil).Text(t, "transaction.transaction_id")
		m.ActInSandbox(t, id, "pay", nil)
		m.AwaitPayment(t, id, "PAID")
	}
	s.switchTo(t, "doku-1", "down")
	id := create(t, m, qris, object{"amount": 100_000}).Text(t, "transaction.transaction_id")
	m.ActInSandbox(t, id, "pay", nil)
	m.AwaitPayment(t, id, "PAID")
	create(t, m, qris, nil)
	poll.Within(t, poll.Limit, "the figures are those of the payments", func() (bool, any) {
		list := admin.Get(t, "/admin/connections").Wants(t, 200)
		return list.Matches(t, object{
			"0.name": "xendit", "0.day.asked": 0, "0.day.success_rate": nil, "0.day.paid_share": 0, "0.latency": nil, "0.payouts": true,
			"1.name": "doku-1", "1.provider": "doku", "1.active": true, "1.payouts": false, "1.day.asked": 5, "1.day.opened": 3,
			"1.day.made_nothing": 2, "1.day.success_rate": 60, "1.day.paid": 3, "1.day.paid_amount": 150_000, "1.day.paid_share": 75,
			"1.day.amount_share": 60, "1.windows.0.subject": "qris", "1.windows.0.attempts": 5, "1.windows.0.failures": 2, "1.latency.of": 3,
			"1.collected": 148951.05, "1.unsettled_payments": 3, "1.unsettled_amount": 150_000, "1.open_payments": 0, "1.paid_out": 0,
			"2.name": "midtrans-1", "2.week.asked": 2, "2.week.opened": 2, "2.week.success_rate": 100, "2.week.amount_share": 40,
			"2.open_payments": 1, "2.collected": 99300.7, "2.payouts": true,
		}), string(list.Body)
	})
}
