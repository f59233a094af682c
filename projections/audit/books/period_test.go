package books_test

import (
	"bytes"
	"encoding/csv"
	"slices"
	"testing"
	"time"

	"gateway/domain/ledger"
	"gateway/domain/statement"
	"gateway/eventstore"
	"gateway/migrations"
	"gateway/projections/audit/books"
	"gateway/projections/engine/enginetest"
	"gateway/projections/readmodel"
	"gateway/test/testdb"

	"github.com/google/go-cmp/cmp"
	"github.com/shopspring/decimal"
)

// accountAt returns the balance of an account in the trial balance at a moment.
func accountAt(t *testing.T, r books.Reader, account string, at time.Time) decimal.Decimal {
	t.Helper()
	trial, err := r.TrialBalance(t.Context(), at, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range trial.Accounts {
		if a.Account == account {
			return a.Balance
		}
	}
	return decimal.Zero
}

func TestTheReportOfAPeriodAgreesWithTheTrialBalance(t *testing.T) {
	t.Parallel()
	taxed := false
	for seed := range uint64(6) {
		s := trading(t, seed, 50)
		r := books.Reader{Log: s.log}
		for _, in := range []books.Range{
			{From: newYear, To: newYear.AddDate(0, 1, 0).Add(-1)},
			{From: newYear.AddDate(0, 0, 3).Add(5 * time.Hour), To: newYear.AddDate(0, 0, 17)},
			{From: newYear.AddDate(0, 0, 12), To: newYear.AddDate(0, 0, 12)},
			{From: newYear.AddDate(-1, 0, 0), To: newYear.AddDate(1, 0, 0)},
			{From: newYear.AddDate(1, 0, 0), To: newYear.AddDate(2, 0, 0)},
		} {
			p, err := r.Period(t.Context(), in)
			if err != nil {
				t.Fatal(err)
			}
			if fee, vat := sumOfRates(p.VATRates); !fee.Equal(p.Total.Fee) || !vat.Equal(p.Total.VAT) {
				t.Fatalf("seed %d, %v: by rate fees %s, VAT %s; in total %s, %s", seed, in, fee, vat, p.Total.Fee, p.Total.VAT)
			}
			for _, a := range p.Accounts {
				before, after := accountAt(t, r, a.Account, in.From.Add(-1)), accountAt(t, r, a.Account, in.To)
				if !a.Opening.Equal(before) || !a.Closing.Equal(after) || !a.Opening.Add(a.FromClients).Add(a.Other).Equal(a.Closing) {
					t.Fatalf("seed %d, %v: %+v; the trial balance has %s and %s", seed, in, a, before, after)
				}
				switch a.Account {
				case ledger.RevenueFees: // only clients' movements post to it here
					if !p.Total.Fee.Equal(after.Sub(before)) || !a.Other.IsZero() {
						t.Fatalf("seed %d, %v: fees %s, the account changed by %s", seed, in, p.Total.Fee, after.Sub(before))
					}
				case ledger.TaxVAT:
					paid := s.taxesPaid(in)
					taxed = taxed || !paid.IsZero()
					if !p.Total.VAT.Sub(paid).Equal(after.Sub(before)) {
						t.Fatalf("seed %d, %v: VAT %s less %s paid, the account changed by %s", seed, in, p.Total.VAT, paid, after.Sub(before))
					}
				case ledger.CostProvider:
					if !p.ProviderCosts.Equal(before.Sub(after)) {
						t.Fatalf("seed %d, %v: costs %s, the account changed by %s", seed, in, p.ProviderCosts, after.Sub(before))
					}
				}
			}
		}
	}
	if !taxed {
		t.Error("no VAT was ever paid to the state: the test shows less than it says")
	}
}

// The report of a month has the same sums per client as the statements of the month.
func TestTheReportOfAMonthIsTheSumOfItsStatements(t *testing.T) {
	t.Parallel()
	s := trading(t, 4, 50)
	r := books.Reader{Log: s.log}
	p, err := r.Period(t.Context(), books.Range{From: newYear, To: newYear.AddDate(0, 1, 0).Add(-1)})
	if err != nil || len(p.Clients) != 3 {
		t.Fatalf("%d clients, %v", len(p.Clients), err)
	}
	var sum statement.Sum
	for _, c := range p.Clients {
		m, _ := month(t, r, c.ClientID, "2026-01", newYear.AddDate(1, 0, 0))
		if !cmp.Equal(c.Lines, m.Lines) || !cmp.Equal(c.Total, m.Total) {
			t.Errorf("client %d: the report has %+v, the statement %+v", c.ClientID, c.Lines, m.Lines)
		}
		sum = sum.Plus(c.Total)
	}
	if !cmp.Equal(sum, p.Total) {
		t.Errorf("the clients have %+v, all %+v", sum, p.Total)
	}
}

func TestTheReportFromReadModelsIsThatOfTheLog(t *testing.T) {
	t.Parallel()
	s := trading(t, 5, 50)
	head, err := s.log.Store().Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, built := range []int64{0, 1, 90, 200, head.Commit} { // the models may lag
		quick := builtThrough(t, s.log, eventstore.Position{Commit: built, Prepare: built})
		withoutSums := quick
		withoutSums.Sums = nil
		for day := -12; day < 55; day += 7 {
			from := newYear.AddDate(0, 0, day)
			for _, in := range []books.Range{
				{From: from, To: from.AddDate(0, 0, 15)},
				{From: from, To: from.AddDate(0, 0, 14).Add(-1)},
				{From: from.Add(-90 * time.Minute), To: from.AddDate(0, 0, 9).Add(6*time.Hour + time.Nanosecond)},
				{From: from.Add(time.Second), To: from.Add(time.Minute)},
				{From: from},
				{To: from},
			} {
				want, err := books.Reader{Log: s.log}.Period(t.Context(), in)
				if err != nil {
					t.Fatal(err)
				}
				for name, r := range map[string]books.Reader{"sums": quick, "blocks": withoutSums} {
					got, err := r.Period(t.Context(), in)
					if diff := cmp.Diff(want, got); err != nil || diff != "" {
						t.Fatalf("built through %d, %v: %v (-log +%s):\n%s", built, in, err, name, diff)
					}
				}
			}
		}
	}
}

// builtThrough returns a reader whose read models have applied the log up to a position.
func builtThrough(t *testing.T, log *eventstore.Log, through eventstore.Position) books.Reader {
	t.Helper()
	read := openDatabase(t, testdb.New(t))
	if err := migrations.ReadModel(t.Context(), read.DB); err != nil {
		t.Fatal(err)
	}
	enginetest.Replay(t, read.DB, log, through, readmodel.All()...)
	for _, m := range readmodel.All() {
		if _, err := read.ExecContext(t.Context(), `INSERT INTO checkpoints (name, store_id, commit_position, prepare_position, state)
			VALUES ($1, 'test', $2, $3, 'live')`, m.Name(), through.Commit, through.Prepare); err != nil {
			t.Fatal(err)
		}
	}
	return books.NewReader(log, readmodel.NewQueries(read))
}

func TestTheFileOfAPeriodHasARowForEachClientAndTheTotal(t *testing.T) {
	t.Parallel()
	s := trading(t, 6, 50)
	p, err := books.Reader{Log: s.log}.Period(t.Context(), books.Range{From: newYear, To: newYear.AddDate(0, 1, 0).Add(-1)})
	if err != nil {
		t.Fatal(err)
	}
	p.Clients[0].Name = "=HYPERLINK()"
	var file bytes.Buffer
	if err := p.CSV(&file); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&file).ReadAll()
	if err != nil || len(rows) != 1+len(p.Clients)+1 || rows[1][1] != "'=HYPERLINK()" {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	total := rows[len(rows)-1]
	for column, name := range rows[0] {
		sum := decimal.Zero
		if column < 2 || name == "provider_costs" {
			continue
		}
		for _, row := range rows[1 : len(rows)-1] {
			sum = sum.Add(decimal.RequireFromString(row[column]))
		}
		if !sum.Equal(decimal.RequireFromString(total[column])) {
			t.Errorf("%s: the clients have %s, the total says %s", name, sum, total[column])
		}
	}
	costs := slices.Index(rows[0], "provider_costs")
	if total[0] != "total" || total[costs] != p.ProviderCosts.String() || rows[0][2] != "payments_count" {
		t.Errorf("the last row is %v", total)
	}
}
