package main

import (
	"bytes"
	"encoding/json"
	"testing"
	"time"

	"gateway/http/service/state"
	"gateway/test/closedmonth"
	"gateway/test/e2e/harness"
	"gateway/test/lastmonth"
	"gateway/test/migrated"

	"github.com/jmoiron/sqlx"
)

// forgetRuns keeps so many more audit runs that the database has none of those before.
func forgetRuns(t *testing.T, events string) {
	t.Helper()
	db, err := sqlx.Open("postgres", events)
	must(t, err)
	defer db.Close()
	for range state.KeptRuns {
		for _, kind := range []string{state.VerifyRun, state.ReconcileRun} {
			_, err := state.New(db).KeepRun(t.Context(), state.AuditRun{
				Kind: kind, Outcome: state.RunSound, Actor: "admin:1", Arguments: json.RawMessage(`{}`), BeganAt: time.Now(),
			})
			must(t, err)
		}
	}
}

// The package that the API of a running gateway answers is computed again like one that the command writes.
func TestThePackageOfTheAPIIsComputedAgain(t *testing.T) {
	t.Parallel()
	events, read := migrated.Pair(t)
	month := lastmonth.Payout(t, events)
	g := harness.StartOn(t, events, read, nil)
	ani := g.Admin(t)
	ani.AuditMonth(t, month)
	ani.Post(t, "/admin/periods/"+month+"/close", harness.AcceptAll(t, ani.Get(t, "/admin/periods/%s", month))).Wants(t, 200)
	fetch := func() []byte {
		a, err := ani.Send("GET", "/admin/periods/"+month+"/package", nil)
		must(t, err)
		return a.Wants(t, 200).Body
	}
	archive := fetch()
	key := ani.Get(t, "/checkpoint").Wants(t, 200).Text(t, "key")
	if r := check(archive, key); len(r.differences) > 0 || r.amounts == 0 {
		t.Errorf("%d amounts, differences: %v", r.amounts, r.differences)
	}
	if key == closedmonth.Key(t).Verifier {
		t.Error("the gateway signs with the key of other tests")
	}
	content, err := unpack(archive)
	must(t, err)
	for _, run := range []string{"audit-run-1.json", "audit-run-2.json"} {
		if !bytes.Contains(content[run], []byte(`"outcome": "`)) {
			t.Errorf("%s is %q", run, content[run])
		}
	}
	forgetRuns(t, events)
	ani.Get(t, "/admin/audit/runs/1").Refuses(t, 404, "not_found")
	if !bytes.Equal(archive, fetch()) {
		t.Error("after a hundred more audit runs the package has other bytes")
	}
}
