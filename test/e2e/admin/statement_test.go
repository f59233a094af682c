package admin

import (
	"bytes"
	"testing"
	"time"

	"gateway/test/e2e/harness"
)

func TestAnAuditorReadsTheStatementThatTheMerchantReads(t *testing.T) {
	t.Parallel()
	m, _ := merchantWithMovements(t)
	auditor, path := harness.Shared(t).AddAdmin(t, "auditor"), m.AdminPath("/statement")
	month := time.Now().In(time.FixedZone("WIB", 7*60*60)).Format("2006-01")
	staff := auditor.Get(t, "%s?month=%s", path, month).Wants(t, 200).Is(t, object{
		"client_id": m.ID, "month": month, "opening.saldo": 0, "closing.saldo": 121_000, "closing.ditahan": 25_000,
		"lines.4.line": "adjustments", "lines.4.count": 3, "total.net_amount": 121_000,
	})
	own := m.LogIn(t).Get(t, "/me/statement?month=%s", month).Wants(t, 200)
	if harness.JSON(staff.Field(t, "lines")) != harness.JSON(own.Field(t, "lines")) || harness.JSON(staff.Field(t, "closing")) != harness.JSON(own.Field(t, "closing")) {
		t.Errorf("the auditor reads %s, the merchant %s", staff.Body, own.Body)
	}
	auditor.Get(t, "%s?month=2020-01", path).Wants(t, 200).Is(t, object{"complete": true, "closing.saldo": 0, "days.30.day": "2020-01-31"})
	auditor.Get(t, "%s?month=2999-01", path).RefusesField(t, "month")
	auditor.Get(t, "%s?format=xlsx", path).RefusesField(t, "format")
	auditor.Get(t, "/admin/clients/999999999/statement").Refuses(t, 404, "not_found")
	rows := csvFile(t, auditor, path+"?format=csv")
	if len(rows) != 1+1+3+6+1+1+1 || rows[1][0] != "opening" || rows[len(rows)-2][12] != "121000" || rows[len(rows)-1][0] != "signature" {
		t.Errorf("the file says %v", rows)
	}
	if pdf := download(t, auditor, path+"?format=pdf", "application/pdf"); !bytes.HasPrefix(pdf, []byte("%PDF-1.")) {
		t.Errorf("it begins with %.20q", pdf)
	}
	if sig := download(t, auditor, path+".sig?month=2020-01", "text/plain; charset=utf-8"); !bytes.HasPrefix(sig, []byte("gateway-file/v1\n")) {
		t.Errorf("the signature is %q", sig)
	}
}
