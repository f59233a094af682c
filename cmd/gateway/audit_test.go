package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gateway/domain/calendar"
	"gateway/test/poll"
)

func TestTheAuditCommandsPrintWhatTheAPIAnswers(t *testing.T) {
	i := install(t)
	i.addMerchant()
	client, path := fmt.Sprint(i.client), fmt.Sprintf("/admin/clients/%d", i.client)
	now := time.Now().UTC().Format(time.RFC3339Nano)

	lines := strings.TrimSpace(i.prints("audit", "history", "--client", client, "--format", "json"))
	if got, want := compact(t, "["+strings.ReplaceAll(lines, "\n", ",")+"]"), compact(t, string(i.get(path+"/balance-history?per_page=100", i.admin).raw)); got != want {
		t.Errorf("the command prints\n%s\nthe API says\n%s", got, want)
	}
	for _, c := range []struct {
		args []string
		path string
	}{
		{[]string{"history", "--client", client}, path + "/balance-history?"},
		{[]string{"history", "--client", client, "--from", now}, path + "/balance-history?from=" + now + "&"},
		{[]string{"balance", "--client", client, "--at", now}, path + "/balance?at=" + now + "&"},
		{[]string{"trial-balance", "--at", now}, "/admin/trial-balance?at=" + now + "&"},
	} {
		got := i.prints(append([]string{"audit"}, append(c.args, "--format", "csv")...)...)
		if want := string(i.fetch("GET", c.path+"format=csv", i.admin, "")); got != want {
			t.Errorf("%v prints\n%s\nthe API says\n%s", c.args, got, want)
		}
	}
	for _, c := range []struct{ args, path string }{
		{"balance --client " + client + " --at " + now, path + "/balance?at=" + now},
		{"trial-balance --format json --at " + now, "/admin/trial-balance?at=" + now},
	} {
		if got, want := compact(t, i.prints(append([]string{"audit"}, strings.Fields(c.args)...)...)), compact(t, string(i.get(c.path, i.admin).raw)); got != want {
			t.Errorf("%s prints %s, the API says %s", c.args, got, want)
		}
	}
	if table := i.prints("audit", "trial-balance"); !strings.Contains(table, "sum") || !strings.Contains(table, " 0.00") {
		t.Errorf("the trial balance is\n%s", table)
	}
	for _, wrong := range [][]string{
		{"history", "--client", "999"}, {"history", "--client", client, "--format", "xlsx"}, {"balance", "--client", client, "--at", "noon"}, {"history"},
	} {
		if out, err := i.run(append([]string{"audit"}, wrong...)...); err == nil {
			t.Errorf("%v prints %s", wrong, out)
		}
	}
}

func TestAuditCheckAcceptsAStatementAndRefusesAChangedOne(t *testing.T) {
	i := install(t)
	i.addMerchant()
	portal := "Bearer " + i.post("/auth/login", "", `{"email":"toko@example.com","password":"rahasia-123"}`).text("token")
	earlier := i.prints("audit", "checkpoint")
	key := i.checkpointKey()
	size := strings.Split(earlier, "\n")[1]
	i.post(fmt.Sprintf("/admin/clients/%d/adjustments", i.client), i.admin, `{"amount":1000,"reason":"goodwill"}`)
	file := string(i.fetch("GET", "/me/balance-history?format=statement&since="+size, portal, ""))
	said := i.prints("audit", "check", i.file(file), "--key", key, "--since", i.file(earlier))
	if !strings.Contains(said, "complete up to its last line, and adds up to saldo 41560.00 at ") || !strings.Contains(said, "Nothing before the earlier checkpoint was altered") {
		t.Errorf("the check says\n%s", said)
	}
	if out, err := i.run("audit", "check", i.file(strings.Replace(file, "goodwill", "illwill", 1)), "--key", key); err == nil {
		t.Errorf("a changed file passes:\n%s", out)
	}
	name := i.file(earlier)
	poll.Until(i.t, "all is called back, and verified", func() bool {
		_, err := i.run("audit", "verify", "--checkpoint", name)
		return err == nil
	})

	// This changes the reason of the adjustment behind the gateway's back.
	i.plant(`ALTER TABLE events DISABLE TRIGGER ALL`)
	i.plant(`UPDATE events SET data = replace(data::text, '"net_payment":145560', '"net_payment":145561')::json WHERE type = 'balance.credited.v1'`)
	if out, err := i.run("audit", "verify", "--checkpoint", i.file(earlier)); err == nil || !strings.Contains(out, "BROKEN  the log is the one that was signed") {
		t.Errorf("an altered log: %v\n%s", err, out)
	}
	if out, err := i.run("audit", "prove", "--client", fmt.Sprint(i.client)); err == nil {
		t.Errorf("an altered event is proved:\n%s", out)
	}
}

func TestAuditReconcileFindsEachDifferenceToTheProvidersBooks(t *testing.T) {
	t.Setenv("PROVIDER_LISTING_AFTER", "100ms")
	t.Setenv("PROVIDER_LISTING_RATE", "60000")
	i := install(t)
	i.addMerchant()
	day := calendar.Calendar{}.DayOf(time.Now())
	said := i.reconciled(day)
	for _, want := range []string{
		"payments   here 1 of Rp 150000.00, there 1 of Rp 150000.00, 1 matched, 0 differ",
		"payouts    here 1 of Rp 100000.00, there 1 of Rp 100000.00, 1 matched, 0 differ",
	} {
		if !strings.Contains(said, want) {
			t.Errorf("no %q in\n%s", want, said)
		}
	}
	for _, c := range []struct{ fault, undo, problem string }{
		{
			`UPDATE state.simulator_transactions SET amount = amount + 1 WHERE type = 'PAYMENT'`,
			`UPDATE state.simulator_transactions SET amount = amount - 1 WHERE type = 'PAYMENT'`, "amount differs  payment " + i.payment,
		},
		{
			`UPDATE state.simulator_transactions SET status = 'FAILED' WHERE type = 'DISBURSEMENT'`,
			`UPDATE state.simulator_transactions SET status = 'SUCCESS' WHERE type = 'DISBURSEMENT'`, "status differs  payout withdrawal-",
		},
		{
			`UPDATE state.simulator_transactions SET reference_id = 'x' || reference_id WHERE type = 'PAYMENT'`,
			`UPDATE state.simulator_transactions SET reference_id = substr(reference_id, 2) WHERE type = 'PAYMENT'`, "missing there   payment " + i.payment,
		},
		{
			`INSERT INTO state.simulator_transactions (id, type, product_id, reference_id, channel_category, channel_code, account_identifier, reverses, cashflow, status, amount, fee, fee_vat, fee_status, created_at, updated_at)
			SELECT 'txn_x', type, 'x', reference_id, '', '', '', '', cashflow, status, amount, 0, 0, 'NOT_APPLICABLE', created_at, updated_at FROM state.simulator_transactions WHERE type = 'DISBURSEMENT'`,
			`DELETE FROM state.simulator_transactions WHERE id = 'txn_x'`, "missing here    payout withdrawal-",
		},
	} {
		i.plant(c.fault)
		out, err := i.run("audit", "reconcile", "--date", day)
		if err == nil || !strings.Contains(out, c.problem) {
			t.Errorf("%q is not said (%v):\n%s", c.problem, err, out)
		}
		var r struct {
			Differences []struct{ Problem, Kind, Reference string }
		}
		out, err = i.run("audit", "reconcile", "--date", day, "--json")
		if jsonErr := json.Unmarshal([]byte(out), &r); err == nil || jsonErr != nil || len(r.Differences) == 0 {
			t.Errorf("as JSON (%v, %v):\n%s", err, jsonErr, out)
		}
		i.plant(c.undo)
	}
	// A payout that was paid twice must also be found by verify.
	i.plant(`INSERT INTO state.simulator_transactions (id, type, product_id, reference_id, channel_category, channel_code, account_identifier, reverses, cashflow, status, amount, fee, fee_vat, fee_status, created_at, updated_at)
		SELECT 'txn_x', type, 'x', reference_id, '', '', '', '', cashflow, status, amount, 0, 0, 'NOT_APPLICABLE', created_at, updated_at FROM state.simulator_transactions WHERE type = 'DISBURSEMENT'`)
	if out, err := i.run("audit", "verify"); err == nil || !strings.Contains(out, "the provider has it 2 times") {
		t.Errorf("a payout made twice: %v\n%s", err, out)
	}
	i.plant(`DELETE FROM state.simulator_transactions WHERE id = 'txn_x'`)
	if out, err := i.run("audit", "reconcile", "--date", "yesterday"); err == nil {
		t.Errorf("no day:\n%s", out)
	}
	if out := i.prints("audit", "reconcile", "--date", "2020-01-01"); !strings.Contains(out, "here 0 of Rp 0.00, there 0 of Rp 0.00") {
		t.Errorf("an empty day:\n%s", out)
	}
}

func TestAuditChartDrawsABalance(t *testing.T) {
	i := install(t)
	i.addMerchant()
	name := filepath.Join(t.TempDir(), "balance.svg")
	i.prints("audit", "chart", "--client", fmt.Sprint(i.client), "--out", name)
	if picture, err := os.ReadFile(name); err != nil || !bytes.HasPrefix(picture, []byte("<svg")) {
		t.Errorf("%v: %.60s", err, picture)
	}
}
