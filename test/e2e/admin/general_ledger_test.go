package admin

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"gateway/test/e2e/harness"
)

func TestTheGeneralLedgerGoesFromOpeningToClosing(t *testing.T) {
	t.Parallel()
	g := harness.Start(t, harness.Settings{"JOURNAL_ACCOUNTS": "equity=3-100"})
	auditor := g.AddAdmin(t, "auditor")
	g.NewMerchant(t).Earn(t, 250_000)
	today := time.Now().In(time.FixedZone("WIB", 7*60*60)).Format(time.DateOnly)
	rows := csvFile(t, auditor, "/admin/general-ledger?by=day&from="+today)
	want := [][]string{
		{"period", "account", "opening", "debit", "credit", "closing"},
		{today, "client:*:available", "0", "0", "250000", "250000"},
		{today, "equity", "0", "250000", "0", "-250000"},
	}
	if harness.JSON(rows) != harness.JSON(want) {
		t.Errorf("the ledger says %v", rows)
	}
	if rows := csvFile(t, auditor, "/admin/general-ledger"); len(rows) != 3 || rows[1][0] != today[:7] {
		t.Errorf("the ledger of the month says %v", rows)
	}
	auditor.Get(t, "/admin/general-ledger?from=2020-01-01").RefusesField(t, "from")
	auditor.Get(t, "/admin/general-ledger?from=2020-02-01&to=2020-01-01").RefusesField(t, "to")

	const journals = "/admin/journals/2020-01/accurate.json"
	file := download(t, auditor, journals, "application/json")
	if again := download(t, auditor, journals, "application/json"); !strings.Contains(string(file), `"data": []`) || !bytes.Equal(file, again) {
		t.Errorf("the journals are %s, and then %s", file, again)
	}
	auditor.Get(t, "/admin/journals/%s/accurate.json", today[:7]).Refuses(t, 409, "account_not_mapped")
	auditor.Get(t, "/admin/journals/2999-01/accurate.json").RefusesField(t, "period")
	auditor.Get(t, "/admin/journals/soon/accurate.json").RefusesField(t, "period")
}
