package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"gateway/domain/calendar"
)

// runs returns the audit runs that the API lists, newest first.
func (i *installation) runs() (all []map[string]any) {
	i.t.Helper()
	if err := json.Unmarshal(i.get("/admin/audit/runs", i.admin).raw, &all); err != nil {
		i.t.Fatal(err)
	}
	return all
}

func TestTheReportsOfCommandsAreKept(t *testing.T) {
	t.Setenv("PROVIDER_LISTING_AFTER", "100ms")
	t.Setenv("PROVIDER_LISTING_RATE", "60000")
	i := install(t)
	i.addMerchant()
	day := calendar.Calendar{}.DayOf(time.Now())
	i.verifies()
	i.reconciled(day)
	i.bookThere("TOPUP", "MONEY_IN", "float-1", "top", 5_000_000)
	notes, err := i.notes("audit", "reconcile", "--from", day)
	newest := i.runs()[0]
	if id := fmt.Sprintf("The report is kept as audit run %.0f.\n", newest["id"]); err == nil || exitCode(auditCommand(), err) != exitFound || notes != id {
		t.Errorf("%q, %v", notes, err)
	}
	if newest["kind"] != "reconcile" || newest["outcome"] != "found" || newest["found"] != 1.0 || !strings.HasPrefix(newest["by"].(string), "machine:") ||
		newest["arguments"].(map[string]any)["from"] != day || newest["head"] != newest["position"] {
		t.Errorf("%v", newest)
	}
	whole := i.get(fmt.Sprintf("/admin/audit/runs/%.0f", newest["id"]), i.admin).raw
	for _, text := range []string{"own_money_missing_here", "float-1", "Masukkan di kas"} {
		if !strings.Contains(string(whole), text) {
			t.Errorf("no %s in %s", text, whole)
		}
	}
	if said, _ := i.run("audit", "reconcile", "--date", day); !strings.Contains(said, "Enter it in the treasury with the provider's reference") {
		t.Errorf("the command does not explain: %s", said)
	}

	// A run that cannot be done is stored with the reason.
	checkpoint := i.file(i.prints("audit", "checkpoint"))
	t.Setenv("PROVIDER_URL", "http://127.0.0.1:1")
	i.refuses("", "audit", "reconcile", "--date", day)
	if failed := i.runs()[0]; failed["outcome"] != "failed" || failed["error"] == "" || failed["position"] != 0.0 {
		t.Errorf("%v", failed)
	}
	i.refuses("could not be checked", "audit", "verify")
	if incomplete := i.runs()[0]; incomplete["outcome"] != "incomplete" || incomplete["kind"] != "verify" {
		t.Errorf("%v", incomplete)
	}
	i.prints("audit", "verify", "--since", checkpoint)
	if since := i.runs()[0]; since["outcome"] != "sound" || since["arguments"].(map[string]any)["whole"] != false || since["after"] == 0.0 {
		t.Errorf("%v", since)
	}
}
