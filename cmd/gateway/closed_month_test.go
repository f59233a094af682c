package main

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"gateway/eventstore/esdb/esdbtest"
	"gateway/eventstore/postgres"
	"gateway/eventstore/postgres/postgrestest"
	"gateway/migrations"
	"gateway/test/lastmonth"
	"gateway/test/poll"
	"gateway/test/testdb"
)

// A closed month keeps its reports, byte for byte: when more is booked, with value dates in it too, in another business time
// zone, with an archived log, with read models that were built again, and in the other store.
func TestTheReportsOfAClosedMonthStayTheSame(t *testing.T) {
	t.Setenv("ARCHIVE_URL", t.TempDir())
	for name, value := range map[string]string{
		"TAX_SELLER_TIN": "0011223344556677", "TAX_SELLER_NITKU": "0011223344556677000000", "TAX_SELLER_NAME": "PT Gateway",
		"TAX_SELLER_ADDRESS": "Jl. Sudirman 1, Jakarta", "JOURNAL_ACCOUNTS": journalAccounts,
		"BRAND_NAME": "Bayarin", "BRAND_LEGAL": "PT Bayar Indonesia",
	} {
		t.Setenv(name, value)
	}
	events, read := testdb.NewPair(t)
	ranges(t, events)
	month := lastmonth.Trade(t, events)
	i := installOn(t, events, read)
	i.logIn()
	i.closeMonth(month)
	i.post("/admin/tax/"+month+"/export", i.admin, "")
	was := i.reports(month)
	for _, command := range []string{byCommand, byCommandOfLog} {
		if !bytes.Equal(was[packageOf(month)], was[command]) {
			t.Errorf("%s has other bytes than the API", command)
		}
	}
	late := "/admin/periods/" + month + "/late"

	i.post("/admin/treasury", i.admin, `{"kind":"bank_charge","amount":6500,"value_date":"`+month+`-02","reference":"late","note":"came late"}`)
	i.post("/admin/clients/3/adjustments", i.admin, `{"amount":1000,"reason":"a late correction"}`)
	i.stop()
	t.Setenv("BUSINESS_TIME_ZONE", "Pacific/Auckland") // where the trade of the month would be in the next one
	i.restart()
	if now := i.fetch("GET", late, i.admin, ""); bytes.Contains(now, []byte(`"reference":"late"`)) {
		was[late] = now // the only report that grows
	} else {
		t.Errorf("the late fact is not listed: %s", now)
	}
	i.sameReports("later facts and another time zone", month, was)

	i.prints("events", "seal")
	i.prints("events", "archive")
	if out := i.prints("events", "ranges"); !strings.Contains(out, "archived") {
		t.Fatalf("nothing was archived:\n%s", out)
	}
	i.sameReports("the archive", month, was)
	i.stop()
	i.freshReadModels()
	i.restart()
	i.sameReports("the rebuild of the read models", month, was)
	i.stop()

	server := esdbtest.Start(t, postgrestest.Open(t, postgrestest.Database(t))).URL()
	i.prints("events", "copy", "--to", server)
	t.Setenv("STATE_URL", os.Getenv("EVENTSTORE_URL"))
	t.Setenv("EVENTSTORE_URL", server)
	i.freshReadModels()
	i.restart()
	i.sameReports("the move to the other store", month, was)
}

// journalAccounts has a number for each account that the log of lastmonth.Trade moves.
const journalAccounts = "bank:operating=1-100,equity=3-100,provider:xendit:clearing=1-200,provider:xendit:payouts=1-300," +
	"client:*:available=2-100,client:*:held=2-200,client:*:unsettled=2-300,client:*:receivable=1-400,revenue:fees=4-100,tax:vat=2-400," +
	"cost:provider=5-100,cost:channel_difference=5-200,suspense=2-500,tax:rounding=5-300"

// ranges gives the log small ranges, so that some are sealed.
func ranges(t *testing.T, events string) {
	t.Helper()
	const size = 20
	db, err := sql.Open("postgres", events)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := errors.Join(migrations.EventStore(t.Context(), db), postgres.SetRangeSize(t.Context(), db, size)); err != nil {
		t.Fatal(err)
	}
}

// restart starts the gateway again, and logs in.
func (i *installation) restart() {
	i.t.Helper()
	if err := i.start(); err != nil {
		i.t.Fatal(err)
	}
	i.logIn()
}

// closeMonth checks and closes a month whose only events are of its last day, with every finding accepted.
func (i *installation) closeMonth(month string) {
	i.t.Helper()
	for _, request := range []string{`{"kind":"verify","whole":true}`, `{"kind":"reconcile","date":"` + lastDay(i.t, month) + `"}`} {
		id := i.post("/admin/audit/runs", i.admin, request).id("id")
		poll.Until(i.t, "the run has ended", func() bool {
			return i.get(fmt.Sprintf("/admin/audit/runs/%d", id), i.admin).value["ended_at"] != nil
		})
	}
	var shown struct {
		Checks []struct {
			Findings []struct {
				Name   string `json:"name"`
				Reason string `json:"reason"`
			} `json:"findings"`
		} `json:"checks"`
	}
	raw := i.get("/admin/periods/"+month, i.admin).raw
	if err := json.Unmarshal(raw, &shown); err != nil {
		i.t.Fatal(err)
	}
	accepted := shown.Checks[0].Findings
	for _, check := range shown.Checks {
		for _, finding := range check.Findings {
			finding.Reason = "known"
			accepted = append(accepted, finding)
		}
	}
	body, err := json.Marshal(map[string]any{"findings": accepted})
	if err != nil {
		i.t.Fatal(err)
	}
	if status := i.post("/admin/periods/"+month+"/close", i.admin, string(body)).text("status"); status != "closed" {
		i.t.Fatalf("the month is %s: %s", status, raw)
	}
}

func lastDay(t *testing.T, month string) string {
	t.Helper()
	first, err := time.Parse("2006-01", month)
	if err != nil {
		t.Fatal(err)
	}
	return first.AddDate(0, 1, -1).Format(time.DateOnly)
}

// reportsOf are the paths of all reports on a closed month in which clients traded on its last day.
func reportsOf(month, last string) []string {
	day := "from=" + month + "-01&to=" + last
	all := []string{
		"/admin/periods/" + month, packageOf(month), "/admin/periods/" + month + "/statement", "/admin/periods/" + month + "/late",
		"/admin/general-ledger?by=day&" + day, "/admin/general-ledger?by=month&" + day, "/admin/journals/" + month + "/accurate.json",
		"/admin/trial-balance?clients=sum&at=" + last, "/admin/trial-balance?format=csv&at=" + last,
		"/admin/period-report?per_page=50&month=" + month, "/admin/period-report?format=csv&month=" + month,
		"/admin/safeguarding/" + last, "/admin/safeguarding/" + last + "/statement",
		"/admin/tax/" + month, "/admin/tax/" + month + "/coretax.xml",
	}
	for _, client := range []int{1, 3, 5} {
		one := fmt.Sprintf("/admin/clients/%d", client)
		all = append(all, one+"/statement?month="+month, one+"/statement?format=csv&month="+month, one+"/statement?format=pdf&month="+month,
			one+"/statement?format=pdf&language=en&month="+month, one+"/statement.sig?month="+month, one+"/balance?at="+last)
	}
	return all
}

// The packages that the command writes.
const (
	byCommand      = "the auditor's package"
	byCommandOfLog = "the auditor's package, of the log alone"
)

// packageOf is the path of the auditor's package of a month.
func packageOf(month string) string { return "/admin/periods/" + month + "/package" }

func (i *installation) reports(month string) map[string][]byte {
	i.t.Helper()
	all := map[string][]byte{}
	for _, path := range reportsOf(month, lastDay(i.t, month)) {
		all[path] = i.fetch("GET", path, i.admin, "")
	}
	all[byCommand] = []byte(i.prints("audit", "package", month, "--out", "-"))
	all[byCommandOfLog] = []byte(i.prints("audit", "package", month, "--out", "-", "--full"))
	return all
}

// sameReports compares the reports of the month with what they were, and shows where each begins to differ.
func (i *installation) sameReports(after, month string, was map[string][]byte) {
	i.t.Helper()
	for path, now := range i.reports(month) {
		if bytes.Equal(now, was[path]) {
			continue
		}
		at := 0
		for at < min(len(now), len(was[path])) && now[at] == was[path][at] {
			at++
		}
		i.t.Errorf("after %s, %s differs from byte %d on: it was %q, it is %q", after, path, at, part(was[path], at), part(now, at))
	}
}

// part is what is around a byte of a text.
func part(text []byte, at int) []byte {
	const around = 80
	return text[max(0, at-around):min(len(text), at+around)]
}
