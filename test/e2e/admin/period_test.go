package admin

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"gateway/domain/calendar"
	"gateway/test/e2e/harness"
	"gateway/test/lastmonth"
	"gateway/test/migrated"
)

const csvType = "text/csv; charset=utf-8"

func TestAMonthIsClosedAfterItsChecks(t *testing.T) {
	t.Parallel()
	events, read := migrated.Pair(t)
	month := lastmonth.Book(t, events, 1)
	g := harness.StartOn(t, events, read, harness.Settings{"JOURNAL_ACCOUNTS": "bank:operating=1-100,equity=3-100"})
	ani := g.Admin(t)
	auditor := g.AddAdmin(t, "auditor")
	if file := string(download(t, auditor, "/admin/journals/"+month+"/accurate.json", "application/json")); !strings.Contains(file, `"accountNo": "1-100"`) {
		t.Errorf("the journals are %s", file)
	}
	ani.AuditMonth(t, month)
	periods := "/admin/periods/" + month
	auditor.Get(t, "%s/statement", periods).Refuses(t, 409, "period_open")
	auditor.Get(t, "%s/package", periods).Refuses(t, 409, "period_open")
	ani.Post(t, periods+"/close", harness.AcceptAll(t, auditor.Get(t, "%s", periods))).Wants(t, 200).Is(t, object{"status": "closed", "period": month})
	closed := auditor.Get(t, "%s", periods).Wants(t, 200)
	for i, account := range []string{"bank:operating", "equity"} {
		line, _ := closed.Field(t, "closing.trial_balance").([]any)[i].(map[string]any)
		if line["account"] != account || fmt.Sprint(line["opening"]) != "0" || line["debit"] == line["credit"] {
			t.Errorf("%v", line)
		}
	}
	auditor.Get(t, "/admin/periods").Wants(t, 200)
	ani.Post(t, "/admin/treasury", object{
		"kind": "bank_charge", "amount": 6_500, "value_date": closed.Text(t, "until")[:8] + "01", "reference": "line 9", "note": "came late",
	}).Wants(t, 201)
	late := auditor.Get(t, "%s/late", periods).Wants(t, 200)
	late.Is(t, object{"left_off": 0})
	if facts, _ := late.Field(t, "facts").([]any); len(facts) != 1 || facts[0].(map[string]any)["concerns"] != month {
		t.Errorf("%s", late.Body)
	}
	file := string(download(t, auditor, periods+"/statement", csvType))
	if archive := download(t, auditor, periods+"/package", "application/zip"); !bytes.Contains(archive, []byte(file)) {
		t.Errorf("the package of %d bytes has not the statement of the month", len(archive))
	}
	g.NewMerchant(t).Earn(t, 50_000)
	if again := string(download(t, auditor, periods+"/statement", csvType)); again != file || len(file) == 0 {
		t.Errorf("the statement changed from\n%s\nto\n%s", file, again)
	}
}

func TestAMonthIsNotClosedBeforeItsTurn(t *testing.T) {
	t.Parallel()
	events, read := migrated.Pair(t)
	lastmonth.Book(t, events, 2)
	month := lastmonth.Book(t, events, 1)
	g := harness.StartOn(t, events, read, nil)
	ani := g.Admin(t)
	now := calendar.Calendar{}.MonthOf(time.Now())
	ani.Post(t, "/admin/periods/"+now+"/close", nil).Refuses(t, 409, "period_running")
	ani.Post(t, "/admin/periods/"+month+"/close", nil).Refuses(t, 409, "period_earlier_open")
	for _, wrong := range []string{"2026-13", "2026-1", "2999-01", "1999-12", "0000-00"} {
		ani.Get(t, "/admin/periods/%s", wrong).RefusesField(t, "period")
		ani.Get(t, "/admin/periods/%s/statement", wrong).RefusesField(t, "period")
		ani.Get(t, "/admin/periods/%s/package", wrong).RefusesField(t, "period")
	}
	ani.Post(t, "/admin/periods/2026-13/close", nil).RefusesField(t, "period")
	ani.Get(t, "/admin/periods/%s", month).Wants(t, 200).Is(t, object{
		"checks.1.todo_code": "earlier_open", "checks.2.todo_code": "not_verified", "checks.3.todo_code": "not_compared",
	})
	from := time.Now().AddDate(0, 0, -40)
	day := func(days int) string { return from.AddDate(0, 0, days).Format(time.DateOnly) }
	for _, to := range []string{"2026-02-30", day(-1), day(31), day(60)} {
		ani.Post(t, "/admin/audit/runs", object{"kind": "reconcile", "date": day(0), "to": to}).RefusesField(t, "to")
	}
	ani.Post(t, "/admin/audit/runs", object{"kind": "verify", "to": day(1)}).RefusesField(t, "kind")
	ani.Post(t, "/admin/audit/runs", object{"kind": "reconcile", "date": day(0), "to": day(30)}).Wants(t, 201).Is(t, object{"arguments.to": day(30)})
}
