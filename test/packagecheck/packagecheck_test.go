package main

import (
	"archive/zip"
	"bytes"
	"fmt"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gateway/domain/domaintest"
	"gateway/projections/notary"
	"gateway/test/closedmonth"

	"github.com/shopspring/decimal"
)

// enough is how many amounts of a month must agree.
const enough = 10_000

func TestAClosedMonthIsComputedAgainFromItsPackageAlone(t *testing.T) {
	t.Parallel()
	s := closedmonth.Many(t, 1)
	for _, month := range []string{closedmonth.October, closedmonth.November} {
		r := check(s.Archive(month), closedmonth.Key(t).Verifier)
		t.Logf("%s: %d comparisons (%d of amounts), %d differences", month, r.comparisons, r.amounts, len(r.differences))
		for _, d := range r.differences[:min(len(r.differences), 20)] {
			t.Error(d)
		}
		if month == closedmonth.November && r.amounts < enough {
			t.Errorf("only %d amounts were compared", r.amounts)
		}
	}
}

// The same events at other positions of a store, read later, give the same bytes.
func TestAPackageIsTheSameInEachStoreAndAtAnyTime(t *testing.T) {
	t.Parallel()
	s, moved := closedmonth.Few(t, 1), closedmonth.Few(t, 17)
	first := s.Archive(closedmonth.November)
	if !bytes.Equal(first, s.Archive(closedmonth.November)) {
		t.Error("two runs give other bytes")
	}
	if !bytes.Equal(first, moved.Archive(closedmonth.November)) {
		t.Error("a store with other positions gives other bytes")
	}
	s.GoOn()
	if !bytes.Equal(first, s.Archive(closedmonth.November)) {
		t.Error("what comes later changes the bytes")
	}
	for _, private := range []string{"budi@example.com", "siti@example.com"} {
		if bytes.Contains(first, []byte(private)) {
			t.Errorf("the package has %s", private)
		}
	}
	if _, err := s.Source().Closed(t.Context(), "2026-12"); domaintest.Refusal(err) != "period_open period" {
		t.Errorf("an open month: %v", err)
	}
	if _, err := s.Source().Closed(t.Context(), "2026-1"); domaintest.Refusal(err) != "invalid_field period" {
		t.Errorf("no month: %v", err)
	}
}

// repacked returns an archive with changed files, whose list is made and signed anew, as only who has the key can.
func repacked(t *testing.T, file []byte, change func(f files)) []byte {
	t.Helper()
	f, err := unpack(file)
	must(t, err)
	change(f)
	list := ""
	for _, name := range slices.Sorted(maps.Keys(f)) {
		if name != manifestName && name != signatureName {
			list += fmt.Sprintf("%s  %s\n", hexOf(f[name]), name)
		}
	}
	signature, err := notary.SignDetached(closedmonth.Key(t), manifestName, []byte(list))
	must(t, err)
	f[manifestName], f[signatureName] = []byte(list), []byte(signature)
	return zipped(t, f)
}

func zipped(t *testing.T, f files) []byte {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for name, content := range f {
		w, err := z.Create(name)
		must(t, err)
		_, err = w.Write(content)
		must(t, err)
	}
	must(t, z.Close())
	return out.Bytes()
}

// sen changes the last digit of the first amount in a row that begins with a text.
func sen(t *testing.T, f files, name, row string) {
	t.Helper()
	lines := strings.SplitAfter(string(f[name]), "\n")
	for i, line := range lines {
		cells := strings.Split(strings.TrimSuffix(line, "\n"), ",")
		if !strings.HasPrefix(line, row) {
			continue
		}
		for c, cell := range cells {
			if _, err := decimal.NewFromString(cell); err == nil && len(cell) > 3 && cell[len(cell)-3] == '.' {
				last := (cell[len(cell)-1]-'0'+1)%10 + '0'
				cells[c] = cell[:len(cell)-1] + string(last)
				lines[i] = strings.Join(cells, ",") + "\n"
				f[name] = []byte(strings.Join(lines, ""))
				return
			}
		}
	}
	t.Fatalf("%s has no amount in a row %q", name, row)
}

// swap replaces the first occurrence of a text in a file.
func swap(t *testing.T, f files, name, from, to string) {
	t.Helper()
	changed := bytes.Replace(f[name], []byte(from), []byte(to), 1)
	if bytes.Equal(changed, f[name]) {
		t.Fatalf("%s has no %q", name, from)
	}
	f[name] = changed
}

func TestAPlantedChangeIsNamed(t *testing.T) {
	t.Parallel()
	file := closedmonth.Few(t, 1).Archive(closedmonth.November)
	for name, c := range map[string]struct {
		change func(f files)
		named  string
	}{
		"a sen in an event":       {func(f files) { swap(t, f, "events.ndjson", `\"amount\":4500.5}`, `\"amount\":4500.51}`) }, "the events are not those that were signed"},
		"a sen in a statement":    {func(f files) { sen(t, f, "statement-3.csv", "movement,payments") }, "statement-3.csv: leaf"},
		"a sen of a closing":      {func(f files) { sen(t, f, "statement-3.csv", "closing") }, "statement-3.csv: closing"},
		"a sen in an invoice":     {func(f files) { sen(t, f, "fee_invoices.csv", "line,5,") }, "fee_invoices.csv: line of client 5"},
		"a sen of an exempt one":  {func(f files) { sen(t, f, "fee_invoices.csv", "document,7,") }, "fee_invoices.csv: document of client 7"},
		"a sen of the PPN":        {func(f files) { sen(t, f, "vat.csv", "posted_by_clients") }, "vat.csv: posted_by_clients"},
		"a fee returned":          {func(f files) { sen(t, f, "fees_turned_round.csv", "") }, "fees_turned_round.csv: leaf"},
		"a sen of a day":          {func(f files) { sen(t, f, "safeguarding.csv", "line,2026-11-15") }, "safeguarding.csv: 2026-11-15"},
		"a sen of the ledger":     {func(f files) { sen(t, f, "general_ledger.csv", "2026-11-09,revenue:fees") }, "general_ledger.csv: 2026-11-09 revenue:fees"},
		"a sen of a posting":      {func(f files) { sen(t, f, "journal.csv", "") }, "journal.csv: leaf"},
		"a sen of the balance":    {func(f files) { sen(t, f, "trial_balance.csv", "tax:vat") }, "trial_balance.csv: tax:vat"},
		"a sen of an opening":     {func(f files) { sen(t, f, "trial_balance_opening.csv", "client:9:available") }, "statement-9.csv: opening: available"},
		"a sen of an end":         {func(f files) { sen(t, f, "trial_balance_closing.csv", "client:9:available") }, "trial_balance_closing.csv: client:9:available"},
		"a closing of other hash": {func(f files) { swap(t, f, "month.json", `"hash": "`, `"hash": "0`) }, "the hash of the closing"},
		"a VAT rate":              {func(f files) { swap(t, f, "events.ndjson", `"vat_rate":11}`, `"vat_rate":12}`) }, "the VAT rate"},
		"a checkpoint":            {func(f files) { swap(t, f, "checkpoint-closing.txt", "payment-gateway-log\n", "payment-gateway-log\n1") }, "checkpoint-closing.txt"},
		"a proof":                 {func(f files) { swap(t, f, "merkle.json", `"consistency": [`, `"consistency": ["AAAA",`) }, "does not go on"},
		"an event less":           {func(f files) { f["events.ndjson"] = f["events.ndjson"][bytes.IndexByte(f["events.ndjson"], '\n')+1:] }, "events.ndjson has leaf"},
		"a statement too many":    {func(f files) { f["statement-999.csv"] = f["statement-3.csv"] }, "statement-999.csv is of a client without money"},
		"a report less":           {func(f files) { delete(f, "audit-run-1.json") }, "the hash of audit-run-1.json in reconciliation.csv"},
		"a report changed":        {func(f files) { swap(t, f, "audit-run-1.json", "a gap", "no gap") }, "the hash of audit-run-1.json in reconciliation.csv"},
		"a report too many":       {func(f files) { f["audit-run-9.json"] = f["audit-run-1.json"] }, "audit-run-9.json is not in reconciliation.csv"},
		"a statement less":        {func(f files) { delete(f, "statement-3.csv") }, "statement-3.csv can't be read"},
	} {
		r := check(repacked(t, file, c.change), "")
		if !strings.Contains(strings.Join(r.differences, "\n"), c.named) {
			t.Errorf("%s is not named %q: %v", name, c.named, r.differences[:min(len(r.differences), 5)])
		}
	}
	// Who has no key can change nothing at all.
	f, err := unpack(file)
	must(t, err)
	f["README.en.txt"] = append(f["README.en.txt"], ' ')
	if d := check(zipped(t, f), "").differences; len(d) != 1 || !strings.Contains(d[0], "the hash of README.en.txt") {
		t.Errorf("a changed README: %v", d)
	}
	f[manifestName] = append(f[manifestName], '\n')
	if d := check(zipped(t, f), "").differences; !slices.Contains(d, "the list of the files is not signed with the key") {
		t.Errorf("a changed list: %v", d)
	}
	if d := check(file, closedmonth.Key(t).Verifier+"A").differences; len(d) == 0 {
		t.Error("another key is not noticed")
	}
}

func TestTheProgramSaysWhatItFound(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "november.zip")
	must(t, os.WriteFile(name, closedmonth.Few(t, 1).Archive(closedmonth.November), 0o600))
	var out bytes.Buffer
	if code := run([]string{name, closedmonth.Key(t).Verifier}, &out); code != 0 || !strings.HasSuffix(out.String(), " 0 differences\n") {
		t.Errorf("exit %d: %s", code, out.String())
	}
	if code := run([]string{name, "payment-gateway-log+x"}, &out); code != 1 {
		t.Errorf("another key: exit %d", code)
	}
	if code := run([]string{name + ".none"}, &out); code != exitUnusable {
		t.Errorf("no file: exit %d", code)
	}
}

// The checker is worth something because it shares no code with what it checks.
func TestTheCheckerSharesNoCodeWithTheGateway(t *testing.T) {
	t.Parallel()
	names, err := filepath.Glob("*.go")
	must(t, err)
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		must(t, err)
		for _, imported := range file.Imports {
			path, err := strconv.Unquote(imported.Path.Value)
			must(t, err)
			first, _, _ := strings.Cut(path, "/")
			if path != "github.com/shopspring/decimal" && (strings.Contains(first, ".") || first == "gateway") {
				t.Errorf("%s imports %s", name, path)
			}
		}
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
