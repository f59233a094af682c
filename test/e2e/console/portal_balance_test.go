package console

import (
	"html"
	"regexp"
	"strings"
	"testing"
	"time"

	"gateway/test/e2e/harness"
)

var movementLink = regexp.MustCompile(`/portal/balance/movements/[^"]+`)

func TestAFigureOfTheBalanceIsExplained(t *testing.T) {
	t.Parallel()
	m := harness.NewFundedMerchant(t, 200_000)
	v := owner(t, m)
	m.Withdraw(t, 50_000, "https://toko.example/withdrawn")
	balance := v.get(t, "/portal/balance").shows(t, "Rp145.000", "Rp55.000", "Balance adjusted", "Withdrawal requested", "Rows: 2")
	links := movementLink.FindAllString(balance.Body, -1)
	if len(links) != 2 {
		t.Fatalf("%d movements are linked, want 2", len(links))
	}
	adjusted := html.UnescapeString(links[1]) // the newest is first
	v.get(t, adjusted).shows(t, "Rp200.000", "for the test", "Equity", "Available balance", "balance.adjusted.v1", "Request id", "payment-gateway-log")
	owner(t, harness.NewMerchant(t)).get(t, adjusted).is(t, 404)
	path, _, _ := strings.Cut(adjusted, "?")
	v.get(t, path).is(t, 404)
	v.get(t, path+"?at=yesterday").is(t, 400)
}

func TestTheMovementsAreNewestFirstOverPagesAndInTheCSV(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	const n = 53 // more than one page
	for range n {
		m.Earn(t, 1_000)
	}
	v := owner(t, m)
	first := v.get(t, "/portal/balance").shows(t, "Rows: 53")
	count := func(a answered) int { return len(movementLink.FindAllString(a.Body, -1)) }
	if !strings.Contains(first.Body, "Rp53.000") || count(first) != 3 {
		t.Errorf("the first page has %d movements", count(first))
	}
	if older := v.get(t, "/portal/balance?after=1"); count(older) != 50 {
		t.Errorf("the page before has %d movements, want 50", count(older))
	}
	if csv := v.get(t, "/portal/balance?format=csv"); strings.Count(csv.Body, "\n") != n+1 {
		t.Errorf("the CSV has %d lines, want %d and a heading:\n%s", strings.Count(csv.Body, "\n"), n, csv.Body)
	}
}

func TestTheStatementOfAMonthAddsUpAndIsDownloaded(t *testing.T) {
	t.Parallel()
	v := owner(t, harness.NewFundedMerchant(t, 200_000))
	month := time.Now().In(time.FixedZone("WIB", 7*60*60)).Format("2006-01")
	v.get(t, "/portal/statements").shows(t, "Opening balance Rp0", "Closing balance Rp200.000", "Corrections by an administrator", "The month goes on")
	v.get(t, "/portal/statements?month=2020-01").shows(t, "Closing balance Rp0", "The month is over")
	v.get(t, "/portal/statements?month=soon").is(t, 400)
	for format, kind := range map[string]string{"csv": "text/csv", "pdf": "application/pdf"} {
		file := v.get(t, "/portal/statements/file?month="+month+"&format="+format).is(t, 200)
		if !strings.HasPrefix(file.Header.Get("Content-Type"), kind) || !strings.Contains(file.Header.Get("Content-Disposition"), "attachment") {
			t.Errorf("%s: %v", format, file.Header)
		}
	}
	if proof := v.get(t, "/portal/balance/proof").is(t, 200); !strings.Contains(proof.Body, "payment-gateway-log") {
		t.Errorf("the proof is %q", proof.Body)
	}
}
