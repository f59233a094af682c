package admin

import (
	"testing"
	"time"

	"gateway/test/e2e/harness"
)

// A gateway of its own, whose log has nothing else.
func TestAnAuditorReadsTheFeesAndTheVATOfAPeriod(t *testing.T) {
	t.Parallel()
	g := harness.Start(t, harness.Settings{})
	m, other := g.NewMerchant(t), g.NewMerchant(t)
	paid := m.Post(t, "/payments/ewallet", object{"amount": 100000, "channel_code": "DANA"}).Wants(t, 201).Text(t, "transaction.transaction_id")
	m.ActInSandbox(t, paid, "pay", nil)
	m.AwaitBalance(t, 98335)
	other.Earn(t, 7_000)
	auditor := g.AddAdmin(t, "auditor")
	wib := time.FixedZone("WIB", 7*60*60)
	month, today := time.Now().In(wib).Format("2006-01"), time.Now().In(wib).Format(time.DateOnly)
	for _, period := range []string{"", "?month=" + month, "?from=" + today + "&to=" + today, "?from=2020-01-01"} {
		auditor.Get(t, "/admin/period-report%s", period).Wants(t, 200).Is(t, object{
			"lines.0.line": "payments", "lines.0.count": 1, "lines.0.gross": 100000, "total.fee": 1500, "total.vat": 165, "total.net_amount": 105335,
			"accounts.0.account": "revenue:fees", "accounts.0.opening": 0, "accounts.0.from_clients": 1500, "accounts.0.other": 0, "accounts.0.closing": 1500,
			"accounts.1.account": "tax:vat", "accounts.1.from_clients": 165, "accounts.1.closing": 165,
			"clients.0.client_id": m.ID, "clients.0.nama": "Toko Maju", "clients.0.total.fee": 1500,
			"vat_rates": []any{object{"vat_rate": 11, "count": 1, "fee": 1500, "vat": 165}}, "clients.0.vat_rates.0.vat": 165, "clients.1.client_id": other.ID, "clients.1.total.net_amount": 7000,
		}).HasMeta(t, 2, 15, 1, 1)
	}
	auditor.Get(t, "/admin/period-report?per_page=1&page=2").Wants(t, 200).Is(t, object{"clients.0.client_id": other.ID, "total.fee": 1500}).HasMeta(t, 2, 1, 2, 2)
	auditor.Get(t, "/admin/period-report?page=9").Wants(t, 200).Is(t, object{"clients": []any{}}).HasMeta(t, 2, 15, 9, 1)
	auditor.Get(t, "/admin/period-report?month=2020-01").Wants(t, 200).Is(t, object{"total.count": 0, "accounts.0.closing": 0}).HasMeta(t, 0, 15, 1, 1)
	auditor.Get(t, "/admin/period-report?month=9999-12").RefusesField(t, "month")
	auditor.Get(t, "/admin/period-report?month=2020-1").RefusesField(t, "month")
	auditor.Get(t, "/admin/period-report?month=2020-01&from=2020-01-01").RefusesField(t, "month")
	auditor.Get(t, "/admin/period-report?from=2020-01-02&to=2020-01-01").RefusesField(t, "to")
	auditor.Get(t, "/admin/period-report?from=x").RefusesField(t, "from")

	g.Admin(t).Post(t, "/admin/treasury", object{
		"kind": "tax_payment", "amount": 165, "value_date": today, "reference": "SSP-1", "note": "PPN",
	}).Wants(t, 201)
	auditor.Get(t, "/admin/period-report").Wants(t, 200).Is(t, object{
		"total.vat": 165, "accounts.1.from_clients": 165, "accounts.1.other": -165, "accounts.1.closing": 0,
	})
	rows := csvFile(t, auditor, "/admin/period-report?format=csv&per_page=1")
	if len(rows) != 4 || rows[1][1] != "Toko Maju" || rows[3][0] != "total" || rows[0][3] != "payments_gross" || rows[3][3] != "100000" ||
		rows[0][len(rows[0])-1] != "vat_rate_11_vat" || rows[3][len(rows[0])-1] != "165" {
		t.Errorf("the file says %v", rows)
	}
}
