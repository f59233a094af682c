package main

import (
	"bytes"
	"testing"

	"gateway/test/closedmonth"
	"gateway/test/e2e/harness"
	"gateway/test/lastmonth"
	"gateway/test/migrated"
)

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
	if !bytes.Equal(archive, fetch()) {
		t.Error("a second package has other bytes")
	}
}
