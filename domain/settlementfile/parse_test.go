package settlementfile_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"gateway/domain/calendar"
	"gateway/domain/settlementfile"

	"github.com/shopspring/decimal"
)

var (
	jakarta = calendar.In(time.FixedZone("WIB", 7*3600))
	now     = time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC)
)

const (
	header  = "id,kind,reference,provider_id,channel,amount,fee,vat,booked_at,settled_at\n"
	payment = "S1,payment,INV-7-1,P1,QRIS,150000,1050,115.50,2026-03-08T09:00:00+07:00,2026-03-09\n"
)

func parse(text string) ([]settlementfile.ReadRow, []settlementfile.Problem) {
	return settlementfile.Parse([]byte(text), "doku-1", jakarta, now)
}

func TestTheExampleIsReadHoweverItIsWritten(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("testdata/example.csv")
	if err != nil {
		t.Fatal(err)
	}
	want, problems := parse(string(text))
	if len(problems) > 0 || len(want) != len(settlementfile.Kinds()) {
		t.Fatalf("%d rows, %v", len(want), problems)
	}
	for name, written := range map[string]string{
		"a byte order mark": "\ufeff" + string(text),
		"CRLF":              strings.ReplaceAll(string(text), "\n", "\r\n"),
		"semicolons and decimal commas": strings.ReplaceAll(strings.ReplaceAll(strings.ReplaceAll(string(text), ",", ";"), ".50", ",50"),
			".00", ",00"),
		"empty lines": strings.ReplaceAll(string(text), "\n", "\n\n"),
		"quotes":      strings.ReplaceAll(string(text), "S-2026-0001", `"S-2026-0001"`),
		"spaces":      strings.ReplaceAll(string(text), ",", " , "),
	} {
		got, problems := parse(written)
		if len(problems) > 0 || len(got) != len(want) {
			t.Errorf("%s: %d rows, %v", name, len(got), problems)
			continue
		}
		for i := range got {
			if fmt.Sprint(got[i].Row) != fmt.Sprint(want[i].Row) {
				t.Errorf("%s:\n got %+v\nwant %+v", name, got[i].Row, want[i].Row)
			}
		}
	}
	net := decimal.Zero
	for _, r := range want {
		net = net.Add(r.Net())
	}
	if net.String() != "4698828" {
		t.Errorf("the rows of the example change our money by %s", net)
	}
}

func TestColumnsMayStandInAnyOrderAndSomeMayBeMissing(t *testing.T) {
	t.Parallel()
	rows, problems := parse("settled_at,fee,kind,id,booked_at,amount,reference\n2026-03-09,0,payment,S1,2026-03-08,9.5,INV-7-1\n")
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	want := settlementfile.Row{
		Connection: "doku-1", ID: "S1", Kind: settlementfile.Payment, Reference: "INV-7-1", Amount: decimal.RequireFromString("9.50"),
		BookedAt:  time.Date(2026, 3, 7, 17, 0, 0, 0, time.UTC),
		SettledAt: time.Date(2026, 3, 8, 17, 0, 0, 0, time.UTC),
	}
	if got := rows[0]; got.Line != 2 || got.ID != want.ID || !got.Amount.Equal(want.Amount) || !got.BookedAt.Equal(want.BookedAt) ||
		!got.SettledAt.Equal(want.SettledAt) || !got.Fee.IsZero() {
		t.Errorf("got %+v", got)
	}
}

func TestEveryProblemOfAFileIsToldByLineAndColumn(t *testing.T) {
	t.Parallel()
	row := func(column, value string) string {
		names := strings.Split(strings.TrimSpace(header), ",")
		cells := strings.Split(strings.TrimSpace(payment), ",")
		cells[slices.Index(names, column)] = value
		return header + strings.Join(cells, ",") + "\n"
	}
	for _, c := range []struct{ name, text, want string }{
		{"nothing", "", "the file is empty: its first line names the columns id, kind"},
		{"a header alone", header, "the file has no rows"},
		{"no UTF-8", header + "\xff", "the file is not UTF-8"},
		{"an unknown column", "id,kind,reference,amount,fee,booked_at,settled_at,note\n", "line 1, note: is no column; the columns are id, kind"},
		{"a column twice", "id,kind,reference,amount,fee,booked_at,settled_at,fee\n", "line 1, fee: stands twice in the header"},
		{"a column is missing", "id,kind,reference,amount,booked_at,settled_at\n", "line 1, fee: is missing in the header"},
		{"too few columns", header + "S1,payment\n", "line 2: has 2 columns, the header 10"},
		{"a quote that does not end", header + "\"S1\n", "line 2: is no CSV"},
		{"an id twice", header + payment + payment, "line 3, id: S1 stands on line 2, too"},
		{"no id", row("id", ""), "line 2, id: is missing"},
		{"a long id", row("id", strings.Repeat("x", 101)), "line 2, id: is longer than 100 characters"},
		{"a strange id", row("id", "S\x00"), "line 2, id: has characters that can't be printed"},
		{"a strange kind", row("kind", "PAYMENT"), "line 2, kind: must be one of payment, void, payout"},
		{"no reference", row("reference", ""), "line 2, reference: is missing"},
		{"a strange channel", row("channel", "BCAX"), "line 2, channel: BCAX is not the code of a channel"},
		{"no amount", row("amount", ""), "line 2, amount: \"?\" must be plain rupiah"},
		{"an amount with separators", row("amount", "150.000.00"), "line 2, amount: \"150.000.00\" must be plain rupiah"},
		{"three decimals", row("amount", "1.001"), "line 2, amount: \"1.001\" must be plain rupiah"},
		{"an exponent", row("amount", "1e5"), "line 2, amount: \"1e5\" must be plain rupiah"},
		{"nothing paid", row("amount", "0"), "line 2, amount: must be greater than 0"},
		{"below zero", row("amount", "-5"), "line 2, amount: must be greater than 0"},
		{"no fee", row("fee", ""), "line 2, fee: is missing: 0 says that there is none"},
		{"a negative fee", row("fee", "-1"), "line 2, fee: must not be below 0"},
		{"a negative VAT", row("vat", "-1"), "line 2, vat: must not be below 0"},
		{"no time", row("booked_at", ""), "line 2, booked_at: is missing"},
		{"a strange time", row("booked_at", "08/03/2026"), "line 2, booked_at: \"08/03/2026\" must be a time such as"},
		{"a time ahead", row("booked_at", "2026-03-11"), "line 2, booked_at: 2026-03-11 is in the future"},
		{"not settled", row("settled_at", ""), "line 2, settled_at: is missing"},
		{"settled before it was paid", row("settled_at", "2026-03-06"), "line 2, settled_at: is before booked_at"},
		{"a payout that is settled", row("kind", "payout"), "line 2, settled_at: is for payments only"},
		{"a refund without its id", header + "S1,refund,INV-7-1,,,5,0,0,2026-03-08,\n", "line 2, provider_id: is missing: a refund needs it"},
		{"an adjustment of nothing", header + "S1,adjustment,X,,,0,0,0,2026-03-08,\n", "line 2, amount: must not be 0"},
	} {
		rows, problems := parse(c.text)
		if len(rows) > 0 || len(problems) == 0 || !strings.HasPrefix(problems[0].String(), c.want) {
			t.Errorf("%s: %d rows, %v, want %q", c.name, len(rows), problems, c.want)
		}
	}
	_, problems := parse(header + strings.ReplaceAll(payment, "150000", "x") + strings.ReplaceAll(strings.ReplaceAll(payment, "1050", "y"), "QRIS", "Q") + payment)
	if len(problems) != 5 { // an amount, a channel, a fee, and twice an id
		t.Errorf("all at once: %v", problems)
	}
}

func TestTheLimitsOfAFileAreThoseThatItSays(t *testing.T) {
	t.Parallel()
	var text strings.Builder
	text.WriteString(header)
	for i := range settlementfile.MaxRows {
		fmt.Fprintf(&text, "S%d,topup,T,,,1,,,2026-03-08,\n", i)
	}
	if rows, problems := parse(text.String()); len(rows) != settlementfile.MaxRows || len(problems) > 0 {
		t.Errorf("as many rows as may be: %d, %v", len(rows), problems)
	}
	text.WriteString("last,topup,T,,,1,,,2026-03-08,\n")
	if rows, problems := parse(text.String()); len(rows) > 0 || len(problems) != 1 || !strings.Contains(problems[0].String(), "more than 50000 rows") {
		t.Errorf("one row more: %d, %v", len(rows), problems)
	}
	large := header + payment
	large += strings.Repeat("\n", settlementfile.MaxBytes-len(large))
	if rows, problems := parse(large); len(rows) != 1 || len(problems) > 0 {
		t.Errorf("as many bytes as may be: %d, %v", len(rows), problems)
	}
	if rows, problems := parse(large + "\n"); len(rows) > 0 || len(problems) != 1 || !strings.Contains(problems[0].String(), "larger than 16777216 bytes") {
		t.Errorf("one byte more: %d, %v", len(rows), problems)
	}
}

// The page for operators shows the example that is read here.
func TestTheDocumentedExampleIsTheOneThatIsRead(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../deploy/PROVIDERS.md")
	if err != nil {
		t.Fatal(err)
	}
	example, err := os.ReadFile("testdata/example.csv")
	if err != nil || !strings.Contains(string(page), string(example)) {
		t.Errorf("deploy/PROVIDERS.md lacks testdata/example.csv (%v)", err)
	}
}
