package admin

import (
	"bytes"
	"testing"
	"time"

	"gateway/test/e2e/harness"
)

func TestEachDayProvesThatOurMoneyCoversWhatIsOwed(t *testing.T) {
	t.Parallel()
	g := harness.Start(t, harness.Settings{})
	admin, auditor := g.Admin(t), g.AddAdmin(t, "auditor")
	today := time.Now().In(time.FixedZone("WIB", 7*60*60)).Format(time.DateOnly)
	g.NewMerchant(t).Earn(t, 250_000) // an adjustment: owed, and the money is not entered
	line := shape{"side": "string", "account": "string", "amount": "number"}
	day := auditor.Get(t, "/admin/safeguarding/%s", today).Wants(t, 200).
		Is(t, object{"day": today, "complete": false, "own": 0, "owed": 250_000, "difference": -250_000, "short": 250_000, "covered": false})
	day.Has(t, "lines.0", line)
	admin.Post(t, "/admin/treasury", object{"kind": "owner_in", "amount": 300_000, "reference": "capital"}).Wants(t, 201)
	auditor.Get(t, "/admin/safeguarding/%s", today).Wants(t, 200).Is(t, object{
		"own": 300_000, "owed": 250_000, "difference": 50_000, "short": 0, "covered": true,
		"lines.0.side": "own", "lines.0.account": "bank:operating", "lines.1.account": "client:*:available",
	})

	list := auditor.Get(t, "/admin/safeguarding").Wants(t, 200)
	list.Is(t, object{"0.day": today, "0.covered": true})
	auditor.Get(t, "/admin/safeguarding?to=2020-01-01").Wants(t, 200).HasMeta(t, 0, 15, 1, 1)
	auditor.Get(t, "/admin/safeguarding?from=soon").RefusesField(t, "from")
	auditor.Get(t, "/admin/safeguarding?format=csv&to=soon").RefusesField(t, "to")
	if rows := csvFile(t, auditor, "/admin/safeguarding?format=csv"); len(rows) != 2 || rows[1][0] != today || rows[1][3] != "300000" || rows[1][7] != "true" {
		t.Errorf("the file of the days says %v", rows)
	}

	for _, wrong := range []string{"2026-02-30", "yesterday", "2999-01-01"} {
		auditor.Get(t, "/admin/safeguarding/%s", wrong).RefusesField(t, "day")
	}
	auditor.Get(t, "/admin/safeguarding/%s/statement", today).RefusesField(t, "day")
	const over = "/admin/safeguarding/2020-01-31/statement"
	file := download(t, auditor, over, "text/csv; charset=utf-8")
	if again := download(t, auditor, over, "text/csv; charset=utf-8"); !bytes.Equal(file, again) {
		t.Errorf("the file is %q, and then %q", file, again)
	}
	rows := csvFile(t, auditor, over)
	if last := rows[len(rows)-1]; len(rows) != 5 || rows[3][0] != "result" || rows[3][7] != "true" || last[0] != "signature" || last[1] != "gateway-csv/v1" || last[7] != "4" {
		t.Errorf("the signed file says %v", rows)
	}
}
