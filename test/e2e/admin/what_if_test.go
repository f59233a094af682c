package admin

import (
	"testing"

	"gateway/test/e2e/harness"
)

// A merchant was paid 100,000 by QRIS (0.7 % with VAT) and 100,000 by DANA (1.5 %, and VAT).
func TestAnAuditorAsksWhatAnotherFeeWouldHaveBrought(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	qris := m.Post(t, "/payments/qris", object{"amount": 100000}).Wants(t, 201).Text(t, "transaction.transaction_id")
	m.ActInSandbox(t, qris, "pay", nil)
	dana := m.Post(t, "/payments/ewallet", object{"amount": 100000, "channel_code": "DANA"}).Wants(t, 201).Text(t, "transaction.transaction_id")
	m.ActInSandbox(t, dana, "pay", nil)
	m.AwaitBalance(t, 197635)
	auditor, path := harness.Shared(t).AddAdmin(t, "auditor"), m.AdminPath("/what-if")
	ask := func(body object) answer { return auditor.Post(t, path, body).Wants(t, 200) }

	// Assuming the rate that QRIS has makes no difference.
	ask(object{"channel_code": "qris", "percent": 0.7, "vat_inclusive": true}).Is(t, object{
		"client_id": m.ID, "total.count": 2, "total.actual.fee": 2130.63, "total.difference.fee": 0, "total.difference.vat": 0, "balance.difference.saldo": 0,
	})
	ask(object{"from": "2026-01-01", "channel_code": "QRIS", "flat": 1000, "percent": 0.5}).Is(t, object{
		"channels.0.channel_code": "DANA", "channels.0.difference.net_amount": 0, "channels.1.channel_code": "QRIS",
		"channels.1.actual.gross": 100000, "channels.1.actual.net_amount": 99300,
		"channels.1.hypothetical.fee": 1500, "channels.1.hypothetical.vat": 165, "channels.1.hypothetical.net_amount": 98335,
		"channels.1.difference.net_amount": -965, "total.difference.net_amount": -965, "voided": 0,
		"balance.actual.saldo": 197635, "balance.hypothetical.saldo": 196670, "balance.hypothetical.saldo_yang_bisa_ditarik": 196670,
	})
	ask(object{"vat_rate": 12}).Is(t, object{"channels.0.difference.vat": 15, "channels.1.hypothetical.fee": 625, "channels.1.hypothetical.vat": 75})
	ask(object{"hold_until_settled": true, "hold_days": 3}).Is(t, object{
		"total.difference.net_amount": 0, "balance.difference.saldo_yang_bisa_ditarik": -197635, "balance.difference.belum_settle": 197635, "balance.difference.saldo": 0,
	})
	ask(object{"month": "2020-01", "vat_rate": 12}).Is(t, object{"total.count": 0, "channels": []any{}, "balance.actual.saldo": 0})
	m.HasBalance(t, 197635, 197635, 0, 0) // nothing changed

	for field, body := range map[string]object{
		"flat":          {},
		"percent":       {"percent": 51},
		"vat_rate":      {"vat_rate": 101},
		"vat_inclusive": {"vat_rate": 11, "vat_inclusive": true},
		"hold_days":     {"vat_rate": 11, "hold_days": 3},
		"channel_code":  {"vat_rate": 11, "channel_code": "CASH"},
		"month":         {"vat_rate": 11, "month": "2020-1"},
		"from":          {"vat_rate": 11, "from": "yesterday"},
		"to":            {"vat_rate": 11, "from": "2020-01-02", "to": "2020-01-01"},
	} {
		auditor.Post(t, path, body).RefusesField(t, field)
	}
	auditor.Post(t, "/admin/clients/999999999/what-if", object{"vat_rate": 11}).Refuses(t, 404, "not_found")
}
