package admin

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"gateway/projections/notary"
	"gateway/test/e2e/harness"
	"gateway/test/poll"

	"golang.org/x/mod/sumdb/tlog"
)

var (
	movementShape = shape{
		"position": "integer", "at": "time", "kind": "string", "reference": "string", "amount": "number", "saldo_after": "number",
		"postings": "array", "who": "string", "approved_by": "string", "why": "string", "value_date": "time",
	}
	provenShape     = movementShape.And(shape{"leaf": "integer", "event": "object", "proof": "array"})
	statementShape  = harness.BalanceShape.And(shape{"at": "time"})
	checkpointShape = shape{"checkpoint": "string", "key": "string", "size": "integer", "at": "time", "consistency": "array?"}
)

// download gets a file, which has no envelope.
func download(tb testing.TB, c caller, path string, contentType string) []byte {
	tb.Helper()
	a, err := c.Send("GET", path, nil)
	if err != nil || a.Status != 200 || a.Header.Get("Content-Type") != contentType || a.Header.Get(harness.Undescribed) != "" ||
		!strings.HasPrefix(a.Header.Get("Content-Disposition"), "attachment; filename=") {
		tb.Fatalf("GET %s: %v %d %v %s", path, err, a.Status, a.Header, a.Body)
	}
	return a.Body
}

func csvFile(tb testing.TB, c caller, path string) [][]string {
	tb.Helper()
	rows, err := csv.NewReader(bytes.NewReader(download(tb, c, path, "text/csv; charset=utf-8"))).ReadAll()
	if err != nil {
		tb.Fatal(err)
	}
	return rows
}

// merchantWithMovements adds a merchant with four movements: 50,000 and 70,000 earned,
// 25,000 held, 1,000 earned. It also returns a time after the second one.
func merchantWithMovements(t *testing.T) (m merchant, afterTwo string) {
	t.Helper()
	m = harness.NewMerchant(t)
	m.SetBankAccount(t)
	m.Earn(t, 50_000)
	m.Earn(t, 70_000)
	afterTwo = time.Now().UTC().Format(time.RFC3339Nano)
	m.Withdraw(t, 20_000, harness.CallbackURL)
	m.Earn(t, 1_000)
	return m, afterTwo
}

func TestAuditorsAskForABalanceOfAnyTime(t *testing.T) {
	t.Parallel()
	m, afterTwo := merchantWithMovements(t)
	auditor, path := harness.Shared(t).AddAdmin(t, "auditor"), m.AdminPath("/balance")
	auditor.Get(t, "%s", path).Wants(t, 200).Has(t, "", harness.BalanceShape).Is(t, object{"saldo": 121_000, "ditahan": 25_000})
	auditor.Get(t, "%s?at=%s", path, afterTwo).Wants(t, 200).Has(t, "", statementShape).
		Is(t, object{"client_id": m.ID, "at": afterTwo, "saldo": 120_000, "saldo_yang_bisa_ditarik": 120_000, "ditahan": 0})
	auditor.Get(t, "%s?at=%s", path, time.Now().In(time.FixedZone("WIB", 7*60*60)).Format(time.DateOnly)).Wants(t, 200).Is(t, object{"saldo": 121_000, "ditahan": 25_000})
	auditor.Get(t, "%s?at=2020-01-01T07:00:00+07:00", path).Wants(t, 200).Is(t, object{"saldo": 0, "at": "2020-01-01T00:00:00Z"})
	auditor.Get(t, "%s?at=noon", path).RefusesField(t, "at")
	auditor.Get(t, "%s?format=xlsx", path).RefusesField(t, "format")
	auditor.Get(t, "/admin/clients/999999999/balance?at=%s", afterTwo).Refuses(t, 404, "not_found")
	rows := csvFile(t, auditor, path+"?format=csv&at="+afterTwo)
	if want := [][]string{
		{"client_id", "at", "saldo", "saldo_yang_bisa_ditarik", "ditahan", "belum_settle", "piutang"},
		{fmt.Sprint(m.ID), afterTwo, "120000", "120000", "0", "0", "0"},
	}; harness.JSON(rows) != harness.JSON(want) {
		t.Errorf("the file says %v, want %v", rows, want)
	}
}

func TestAuditorsReadEveryMovementOldestFirst(t *testing.T) {
	t.Parallel()
	m, afterTwo := merchantWithMovements(t)
	auditor, path := harness.Shared(t).AddAdmin(t, "auditor"), m.AdminPath("/balance-history")
	all := auditor.Get(t, "%s", path).Wants(t, 200).ListOf(t, movementShape)
	all.HasMeta(t, 4, 15, 1, 1)
	all.Is(t, object{
		"0.kind": "balance.adjusted", "0.amount": 50_000, "0.saldo_after": 50_000, "0.why": "for the test",
		"2.kind": "withdrawal.requested", "2.amount": 0, "2.saldo_after": 120_000, "2.who": "client:" + fmt.Sprint(m.ID),
		"3.saldo_after": 121_000, "3.postings.0.account": "equity", "3.postings.0.amount": -1_000,
	})
	page := auditor.Get(t, "%s?per_page=3&page=2", path).Wants(t, 200)
	page.HasMeta(t, 4, 3, 2, 2)
	page.Is(t, object{"0.saldo_after": 121_000})
	auditor.Get(t, "%s?page=9", path).Wants(t, 200).HasMeta(t, 4, 15, 9, 1)
	auditor.Get(t, "%s?to=%s", path, afterTwo).Wants(t, 200).HasMeta(t, 2, 15, 1, 1)
	auditor.Get(t, "%s?from=%s&per_page=1", path, afterTwo).Wants(t, 200).HasMeta(t, 2, 1, 1, 2)
	auditor.Get(t, "%s?to=2020-01-01", path).Wants(t, 200).HasMeta(t, 0, 15, 1, 1)
	auditor.Get(t, "%s?from=31-01-2026", path).RefusesField(t, "from")
	auditor.Get(t, "%s?per_page=0", path).RefusesField(t, "per_page")
	auditor.Get(t, "/admin/clients/999999999/balance-history").Refuses(t, 404, "not_found")

	// The file has all rows, whatever the page, and the same values.
	rows := csvFile(t, auditor, path+"?format=csv&per_page=1")
	if len(rows) != 5 || rows[0][0] != "position" || rows[4][5] != "121000" || rows[1][8] != "for the test" ||
		!strings.Contains(rows[4][6], "client:"+fmt.Sprint(m.ID)+":available=1000") {
		t.Errorf("the file says %v", rows)
	}
	for i, at := range all.Column(t, "at") {
		if rows[i+1][1] != strings.Trim(at, `"`) {
			t.Errorf("line %d happened at %s, in the list at %s", i+1, rows[i+1][1], at)
		}
	}
	none := harness.NewMerchant(t)
	auditor.Get(t, "%s", none.AdminPath("/balance-history")).Wants(t, 200).HasMeta(t, 0, 15, 1, 1)
}

func TestTheTrialBalanceOfAnyTimeSumsToZero(t *testing.T) {
	t.Parallel()
	m, afterTwo := merchantWithMovements(t)
	auditor := harness.Shared(t).AddAdmin(t, "auditor")
	auditor.Get(t, "/admin/trial-balance").Wants(t, 200).Is(t, object{"sum": 0})
	then := auditor.Get(t, "/admin/trial-balance?at=%s", afterTwo).Wants(t, 200).
		Has(t, "", shape{"at": "time", "accounts": "array", "sum": "number"}).Is(t, object{"sum": 0, "at": afterTwo})
	if !bytes.Contains(then.Body, []byte(`{"account":"client:`+fmt.Sprint(m.ID)+`:available","balance":120000}`)) {
		t.Errorf("the account of client %d is not in %s", m.ID, then.Body)
	}
	auditor.Get(t, "/admin/trial-balance?at=2020-01-01").Wants(t, 200).Is(t, object{"accounts": []any{}, "sum": 0})
	auditor.Get(t, "/admin/trial-balance?at=x").RefusesField(t, "at")
	rows := csvFile(t, auditor, "/admin/trial-balance?format=csv&at="+url.QueryEscape(afterTwo))
	if last := rows[len(rows)-1]; rows[0][0] != "account" || last[0] != "sum" || last[1] != "0" {
		t.Errorf("the file says %v", rows)
	}
}

func TestAMerchantChecksItsHistoryAgainstASignedLog(t *testing.T) {
	t.Parallel()
	m, afterTwo := merchantWithMovements(t)
	portal := m.LogIn(t)
	a := portal.Get(t, "/me/balance-history").Wants(t, 200).Has(t, "", shape{"checkpoint": "string", "key": "string", "lines": "array"})
	a.HasMeta(t, 4, 15, 1, 1)
	a.Has(t, "lines.0", provenShape).Is(t, object{"lines.0.saldo_after": 50_000, "lines.3.saldo_after": 121_000, "lines.0.event.stream": "balance-" + fmt.Sprint(m.ID)})
	tree, err := notary.OpenCheckpoint(a.Text(t, "checkpoint"), a.Text(t, "key"))
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range proven(t, a) {
		if err := line.Check(tree); err != nil {
			t.Error(err)
		}
		line.Data = strings.Replace(line.Data, "000", "900", 1)
		if err := line.Check(tree); err == nil {
			t.Errorf("a changed line passes: %s", line.Data)
		}
	}
	portal.Get(t, "/me/balance-history?to=%s", afterTwo).Wants(t, 200).HasMeta(t, 2, 15, 1, 1)
	portal.Get(t, "/me/balance-history?from=yesterday").RefusesField(t, "from")
	portal.Get(t, "/me/balance-history?format=csv").RefusesField(t, "format")
	m.Get(t, "/me/balance-history").Refuses(t, 401, "invalid_token")
	harness.Shared(t).Register(t).LogIn(t).Get(t, "/me/balance-history").Refuses(t, 403, "account_not_approved")
	other := harness.NewMerchant(t)
	other.LogIn(t).Get(t, "/me/balance-history").Wants(t, 200).HasMeta(t, 0, 15, 1, 1)
}

// proven returns the lines of the history as a program that checks them reads them.
func proven(t *testing.T, a answer) (lines []notary.Line) {
	t.Helper()
	var said struct {
		Data struct {
			Lines []struct {
				Leaf  int64
				Event notary.Line
				Proof tlog.RecordProof
			}
		}
	}
	if err := json.Unmarshal(a.Body, &said); err != nil {
		t.Fatal(err)
	}
	for _, l := range said.Data.Lines {
		l.Event.Leaf, l.Event.Proof = l.Leaf, l.Proof
		lines = append(lines, l.Event)
	}
	return lines
}

func TestAStatementStandsByItselfAndNamesEveryChange(t *testing.T) {
	t.Parallel()
	m, afterTwo := merchantWithMovements(t)
	portal := m.LogIn(t)
	var kept answer
	poll.Until(t, "a checkpoint is signed", func() bool {
		kept = harness.Shared(t).Anonymous().Get(t, "/checkpoint")
		return kept.Status == 200
	})
	key, size := kept.Has(t, "", checkpointShape).Text(t, "key"), fmt.Sprint(kept.ID(t, "size"))
	const path, binary = "/me/balance-history?format=statement", "application/octet-stream"
	file := string(download(t, portal, path+"&since="+size, binary))
	c, err := notary.Check(strings.NewReader(file), key, kept.Text(t, "checkpoint"), nil)
	if err != nil || c.Lines != 4 || c.Heading.ClientID != m.ID || c.Heading.Balance.IntPart() != 121_000 {
		t.Errorf("%d lines, saldo %s, %v", c.Lines, c.Heading.Balance, err)
	}
	c, err = notary.Check(bytes.NewReader(download(t, portal, path+"&to="+afterTwo, binary)), key, "", nil)
	if err != nil || c.Lines != 2 || c.Heading.Balance.IntPart() != 120_000 {
		t.Errorf("to %s: %d lines, saldo %s, %v", afterTwo, c.Lines, c.Heading.Balance, err)
	}
	lines := strings.SplitAfter(file, "\n")
	for what, changed := range map[string]string{
		"an amount":       strings.Replace(file, `\"amount\":70000`, `\"amount\":90000`, 1),
		"who did it":      strings.Replace(file, "admin:", "admin:9", 1),
		"a line left out": strings.Join(append(lines[:2:2], lines[3:]...), ""),
		"the end cut off": strings.Join(lines[:4], ""),
		"the balance":     strings.Replace(file, `"saldo":121000`, `"saldo":971000`, 1),
	} {
		if changed == file {
			t.Fatalf("%s: the test changed nothing", what)
		}
		if _, err := notary.Check(strings.NewReader(changed), key, "", nil); err == nil {
			t.Errorf("%s: not noticed", what)
		}
	}
	portal.Get(t, "%s&from=%s", path, afterTwo).RefusesField(t, "from")
	portal.Get(t, "%s&since=999999999", path).RefusesField(t, "since")
	portal.Get(t, "%s&since=0", path).RefusesField(t, "since")
}

func TestCheckpointsFollowFromEachOther(t *testing.T) {
	t.Parallel()
	var a answer
	poll.Until(t, "a checkpoint is signed", func() bool {
		a = harness.Shared(t).Anonymous().Get(t, "/checkpoint")
		return a.Status == 200
	})
	a.Is(t, object{"consistency": nil})
	now, err := notary.OpenCheckpoint(a.Text(t, "checkpoint"), a.Text(t, "key"))
	if err != nil || now.N != a.ID(t, "size") {
		t.Fatalf("%d events are signed, %v", now.N, err)
	}
	// With the size of an earlier checkpoint, the answer has a proof that the current one continues it.
	// Checking the proof takes the root of the earlier one.
	since := harness.Shared(t).Anonymous().Get(t, "/checkpoint?since=%d", now.N).Wants(t, 200)
	if got := harness.JSON(since.Field(t, "consistency")); got == "null" {
		t.Error("no proof")
	}
	harness.Shared(t).Anonymous().Get(t, "/checkpoint?since=999999999").RefusesField(t, "since")
	harness.Shared(t).Anonymous().Get(t, "/checkpoint?since=x").RefusesField(t, "since")
}
