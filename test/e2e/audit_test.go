package e2e

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"net/url"
	"strings"
	"testing"
	"time"

	"gateway/projections/notary"
	"gateway/test/poll"

	"golang.org/x/mod/sumdb/tlog"
)

var (
	movementShape = shape{
		"position": "integer", "at": "time", "kind": "string", "reference": "string", "amount": "number", "saldo_after": "number",
		"postings": "array", "who": "string", "why": "string",
	}
	provenShape     = movementShape.and(shape{"leaf": "integer", "event": "object", "proof": "array"})
	statementShape  = balanceShape.and(shape{"at": "time"})
	checkpointShape = shape{"checkpoint": "string", "key": "string", "size": "integer", "at": "time", "consistency": "array?"}
)

// download gets a file: an answer without an envelope.
func (c caller) download(tb testing.TB, path string, contentType string) []byte {
	tb.Helper()
	a, err := c.send("GET", path, nil)
	if err != nil || a.status != 200 || a.header.Get("Content-Type") != contentType || a.header.Get(undescribed) != "" ||
		!strings.HasPrefix(a.header.Get("Content-Disposition"), "attachment; filename=") {
		tb.Fatalf("GET %s: %v %d %v %s", path, err, a.status, a.header, a.body)
	}
	return a.body
}

func (c caller) csv(tb testing.TB, path string) [][]string {
	tb.Helper()
	rows, err := csv.NewReader(bytes.NewReader(c.download(tb, path, "text/csv; charset=utf-8"))).ReadAll()
	if err != nil {
		tb.Fatal(err)
	}
	return rows
}

// moved is a merchant with these movements, one a second at most; between is a time
// after the second.
func moved(t *testing.T) (m merchant, between string) {
	t.Helper()
	m = newMerchant(t)
	m.banks(t)
	m.earns(t, 50_000)
	m.earns(t, 70_000)
	between = time.Now().UTC().Format(time.RFC3339Nano)
	m.withdraws(t, 20_000, hook)
	m.earns(t, 1_000)
	return m, between
}

func TestAuditorsAskForABalanceOfAnyTime(t *testing.T) {
	t.Parallel()
	m, between := moved(t)
	auditor, path := shared.staff(t, "auditor"), m.admin("/balance")
	auditor.get(t, "%s", path).wants(t, 200).has(t, "", balanceShape).is(t, object{"saldo": 121_000, "ditahan": 25_000})
	auditor.get(t, "%s?at=%s", path, between).wants(t, 200).has(t, "", statementShape).
		is(t, object{"client_id": m.id, "at": between, "saldo": 120_000, "saldo_yang_bisa_ditarik": 120_000, "ditahan": 0})
	auditor.get(t, "%s?at=%s", path, time.Now().UTC().Format(time.DateOnly)).wants(t, 200).is(t, object{"saldo": 121_000, "ditahan": 25_000})
	auditor.get(t, "%s?at=2020-01-01T07:00:00+07:00", path).wants(t, 200).is(t, object{"saldo": 0, "at": "2020-01-01T00:00:00Z"})
	auditor.get(t, "%s?at=noon", path).refusesField(t, "at")
	auditor.get(t, "%s?format=xlsx", path).refusesField(t, "format")
	auditor.get(t, "/admin/clients/999999999/balance?at=%s", between).refuses(t, 404, "not_found")
	rows := auditor.csv(t, path+"?format=csv&at="+between)
	if want := [][]string{
		{"client_id", "at", "saldo", "saldo_yang_bisa_ditarik", "ditahan", "belum_settle"},
		{itoa(m.id), between, "120000", "120000", "0", "0"},
	}; text(rows) != text(want) {
		t.Errorf("the file says %v, want %v", rows, want)
	}
}

func TestAuditorsReadEveryMovementOldestFirst(t *testing.T) {
	t.Parallel()
	m, between := moved(t)
	auditor, path := shared.staff(t, "auditor"), m.admin("/balance-history")
	all := auditor.get(t, "%s", path).wants(t, 200).listOf(t, movementShape)
	all.hasMeta(t, 4, 15, 1, 1)
	all.is(t, object{
		"0.kind": "balance.adjusted", "0.amount": 50_000, "0.saldo_after": 50_000, "0.why": "for the test",
		"2.kind": "withdrawal.requested", "2.amount": 0, "2.saldo_after": 120_000, "2.who": "client:" + itoa(m.id),
		"3.saldo_after": 121_000, "3.postings.0.account": "provider:clearing", "3.postings.0.amount": -1_000,
	})
	page := auditor.get(t, "%s?per_page=3&page=2", path).wants(t, 200)
	page.hasMeta(t, 4, 3, 2, 2)
	page.is(t, object{"0.saldo_after": 121_000})
	auditor.get(t, "%s?page=9", path).wants(t, 200).hasMeta(t, 4, 15, 9, 1)
	auditor.get(t, "%s?to=%s", path, between).wants(t, 200).hasMeta(t, 2, 15, 1, 1)
	auditor.get(t, "%s?from=%s&per_page=1", path, between).wants(t, 200).hasMeta(t, 2, 1, 1, 2)
	auditor.get(t, "%s?to=2020-01-01", path).wants(t, 200).hasMeta(t, 0, 15, 1, 1)
	auditor.get(t, "%s?from=31-01-2026", path).refusesField(t, "from")
	auditor.get(t, "%s?per_page=0", path).refusesField(t, "per_page")
	auditor.get(t, "/admin/clients/999999999/balance-history").refuses(t, 404, "not_found")

	// The file has all of it, whatever the page, and says the same.
	rows := auditor.csv(t, path+"?format=csv&per_page=1")
	if len(rows) != 5 || rows[0][0] != "position" || rows[4][5] != "121000" || rows[1][8] != "for the test" ||
		!strings.Contains(rows[4][6], "client:"+itoa(m.id)+":available=1000") {
		t.Errorf("the file says %v", rows)
	}
	for i, at := range all.column(t, "at") {
		if rows[i+1][1] != strings.Trim(at, `"`) {
			t.Errorf("line %d happened at %s, in the list at %s", i+1, rows[i+1][1], at)
		}
	}
	none := newMerchant(t)
	auditor.get(t, "%s", none.admin("/balance-history")).wants(t, 200).hasMeta(t, 0, 15, 1, 1)
}

func TestTheTrialBalanceOfAnyTimeSumsToZero(t *testing.T) {
	t.Parallel()
	m, between := moved(t)
	auditor := shared.staff(t, "auditor")
	auditor.get(t, "/admin/trial-balance").wants(t, 200).is(t, object{"sum": 0})
	then := auditor.get(t, "/admin/trial-balance?at=%s", between).wants(t, 200).
		has(t, "", shape{"at": "time", "accounts": "array", "sum": "number"}).is(t, object{"sum": 0, "at": between})
	if !bytes.Contains(then.body, []byte(`{"account":"client:`+itoa(m.id)+`:available","balance":120000}`)) {
		t.Errorf("the account of client %d is not in %s", m.id, then.body)
	}
	auditor.get(t, "/admin/trial-balance?at=2020-01-01").wants(t, 200).is(t, object{"accounts": []any{}, "sum": 0})
	auditor.get(t, "/admin/trial-balance?at=x").refusesField(t, "at")
	rows := auditor.csv(t, "/admin/trial-balance?format=csv&at="+url.QueryEscape(between))
	if last := rows[len(rows)-1]; rows[0][0] != "account" || last[0] != "sum" || last[1] != "0" {
		t.Errorf("the file says %v", rows)
	}
}

func TestAMerchantChecksItsHistoryAgainstASignedLog(t *testing.T) {
	t.Parallel()
	m, between := moved(t)
	portal := m.portal(t)
	a := portal.get(t, "/me/balance-history").wants(t, 200).has(t, "", shape{"checkpoint": "string", "key": "string", "lines": "array"})
	a.hasMeta(t, 4, 15, 1, 1)
	a.has(t, "lines.0", provenShape).is(t, object{"lines.0.saldo_after": 50_000, "lines.3.saldo_after": 121_000, "lines.0.event.stream": "balance-" + itoa(m.id)})
	tree, err := notary.OpenCheckpoint(a.text(t, "checkpoint"), a.text(t, "key"))
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
	portal.get(t, "/me/balance-history?to=%s", between).wants(t, 200).hasMeta(t, 2, 15, 1, 1)
	portal.get(t, "/me/balance-history?from=yesterday").refusesField(t, "from")
	portal.get(t, "/me/balance-history?format=csv").refusesField(t, "format")
	m.get(t, "/me/balance-history").refuses(t, 401, "invalid_token")
	shared.register(t).portal(t).get(t, "/me/balance-history").refuses(t, 403, "account_not_approved")
	other := newMerchant(t)
	other.portal(t).get(t, "/me/balance-history").wants(t, 200).hasMeta(t, 0, 15, 1, 1)
}

// proven are the lines as a checker reads them.
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
	if err := json.Unmarshal(a.body, &said); err != nil {
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
	m, between := moved(t)
	portal := m.portal(t)
	var kept answer
	poll.Until(t, "a checkpoint is signed", func() bool {
		kept = shared.anybody().get(t, "/checkpoint")
		return kept.status == 200
	})
	key, size := kept.has(t, "", checkpointShape).text(t, "key"), itoa(kept.id(t, "size"))
	const path, binary = "/me/balance-history?format=statement", "application/octet-stream"
	file := string(portal.download(t, path+"&since="+size, binary))
	c, err := notary.Check(strings.NewReader(file), key, kept.text(t, "checkpoint"), nil)
	if err != nil || c.Lines != 4 || c.Heading.ClientID != m.id || c.Heading.Saldo.IntPart() != 121_000 {
		t.Errorf("%d lines, saldo %s, %v", c.Lines, c.Heading.Saldo, err)
	}
	c, err = notary.Check(bytes.NewReader(portal.download(t, path+"&to="+between, binary)), key, "", nil)
	if err != nil || c.Lines != 2 || c.Heading.Saldo.IntPart() != 120_000 {
		t.Errorf("to %s: %d lines, saldo %s, %v", between, c.Lines, c.Heading.Saldo, err)
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
	portal.get(t, "%s&from=%s", path, between).refusesField(t, "from")
	portal.get(t, "%s&since=999999999", path).refusesField(t, "since")
	portal.get(t, "%s&since=0", path).refusesField(t, "since")
}

func TestCheckpointsFollowFromEachOther(t *testing.T) {
	t.Parallel()
	var a answer
	poll.Until(t, "a checkpoint is signed", func() bool {
		a = shared.anybody().get(t, "/checkpoint")
		return a.status == 200
	})
	a.is(t, object{"consistency": nil})
	now, err := notary.OpenCheckpoint(a.text(t, "checkpoint"), a.text(t, "key"))
	if err != nil || now.N != a.id(t, "size") {
		t.Fatalf("%d events are signed, %v", now.N, err)
	}
	// Whoever kept the size of an earlier one gets what proves that it is the begin
	// of this one; it takes the earlier root to check that.
	since := shared.anybody().get(t, "/checkpoint?since=%d", now.N).wants(t, 200)
	if got := text(since.field(t, "consistency")); got == "null" {
		t.Error("no proof")
	}
	shared.anybody().get(t, "/checkpoint?since=999999999").refusesField(t, "since")
	shared.anybody().get(t, "/checkpoint?since=x").refusesField(t, "since")
}

func TestAReadModelIsRebuiltWhileItServes(t *testing.T) {
	t.Parallel()
	m := newMerchant(t)
	m.earns(t, 50000)
	shared.admin(t).post(t, "/admin/projections/balances/rebuild", nil).wants(t, 200).is(t, object{"name": "balances"})
	m.hasBalance(t, 50000, 50000, 0, 0)
}
