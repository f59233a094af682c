package portal

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"testing"
	"time"

	"gateway/test/e2e/harness"
)

var wib = time.FixedZone("WIB", 7*60*60)

// A merchant was paid 100,000 by e-wallet (fee 1,500, VAT 165) and 30,000 by an adjustment, and
// withdrew 50,000 (fee 5,000).
func TestAMerchantReadsTheStatementOfTheMonth(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	m.SetBankAccount(t)
	paid := m.Post(t, "/payments/ewallet", object{"amount": 100000, "channel_code": "DANA"}).Wants(t, 201).Text(t, "transaction.transaction_id")
	m.ActInSandbox(t, paid, "pay", nil)
	m.AwaitBalance(t, 98335)
	m.Earn(t, 30_000)
	id := m.Withdraw(t, 50_000, harness.CallbackURL)
	m.Gateway.Admin(t).Post(t, fmt.Sprintf("/admin/withdrawals/%d/approve", id), nil).Wants(t, 200)
	m.Post(t, fmt.Sprintf("/sandbox/withdrawals/%d/complete", id), nil).Wants(t, 200)
	m.AwaitWithdrawal(t, id, "completed")
	m.AwaitBalance(t, 73335)
	portal := m.LogIn(t)

	month := time.Now().In(wib).Format("2006-01")
	portal.Get(t, "/me/statement?month=%s", month).Wants(t, 200).Is(t, object{
		"client_id": m.ID, "nama": "Toko Maju", "month": month, "complete": false, "opening.saldo": 0,
		"closing.saldo": 73335, "closing.saldo_yang_bisa_ditarik": 73335, "closing.ditahan": 0,
		"lines.0.line": "payments", "lines.0.count": 1, "lines.0.gross": 100000, "lines.0.fee": 1500, "lines.0.vat": 165, "lines.0.net_amount": 98335,
		"lines.2.line": "payouts", "lines.2.count": 1, "lines.2.gross": -50000, "lines.2.fee": 4504.5, "lines.2.vat": 495.5, "lines.2.net_amount": -55000,
		"lines.4.line": "adjustments", "lines.4.net_amount": 30000, "lines.4.fee": 0,
		"total.count": 3, "total.gross": 80000, "total.fee": 6004.5, "total.vat": 660.5, "total.net_amount": 73335,
	})
	portal.Get(t, "/me/statement").Wants(t, 200).Is(t, object{"month": month, "closing.saldo": 73335})
	portal.Get(t, "/me/statement?month=2020-02").Wants(t, 200).Is(t, object{
		"complete": true, "from": "2020-01-31T17:00:00Z", "opening.saldo": 0, "closing.saldo": 0, "total.count": 0, "days.28.day": "2020-02-29",
	})
	for _, wrong := range []string{"2020-13", "2020-02-01", "now", "2999-01", "%00"} {
		portal.Get(t, "/me/statement?month=%s", wrong).RefusesField(t, "month")
	}
	portal.Get(t, "/me/statement?format=xlsx").RefusesField(t, "format")
	portal.Get(t, "/me/statement?format=pdf&lang=nl").RefusesField(t, "lang")
	m.Get(t, "/me/statement").Refuses(t, 401, "invalid_token")
	harness.Shared(t).Register(t).LogIn(t).Get(t, "/me/statement").Refuses(t, 403, "account_not_approved")
	harness.NewMerchant(t).LogIn(t).Get(t, "/me/statement").Wants(t, 200).Is(t, object{"closing.saldo": 0, "total.count": 0})

	rows, err := csv.NewReader(bytes.NewReader(file(t, portal, "csv", "text/csv; charset=utf-8"))).ReadAll()
	if err != nil || len(rows) != 1+1+3+6+1+1+1 || rows[2][5] != "balance.credited" || rows[2][6] != paid || rows[len(rows)-2][12] != "73335" || rows[len(rows)-1][0] != "signature" {
		t.Errorf("the file says %v, %v", rows, err)
	}
	for _, language := range []string{"id", "en"} {
		if pdf := file(t, portal, "pdf&lang="+language, "application/pdf"); !bytes.HasPrefix(pdf, []byte("%PDF-1.")) || len(pdf) < 1000 {
			t.Errorf("%d bytes, which begin with %.20q", len(pdf), pdf)
		}
	}
}

// file gets the statement of this month as a file.
func file(tb testing.TB, c harness.Caller, format, contentType string) []byte {
	tb.Helper()
	a, err := c.Send("GET", "/me/statement?format="+format, nil)
	if err != nil || a.Status != 200 || a.Header.Get("Content-Type") != contentType || a.Header.Get(harness.Undescribed) != "" {
		tb.Fatalf("format %s: %v %d %v %s", format, err, a.Status, a.Header, a.Body)
	}
	return a.Body
}
