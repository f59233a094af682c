package books_test

import (
	"bytes"
	"encoding/csv"
	"strings"
	"testing"
	"time"

	"gateway/domain/calendar"
	"gateway/domain/domaintest"
	"gateway/domain/ledger"
	"gateway/domain/period"
	"gateway/domain/statement"
	"gateway/eventstore"
	"gateway/projections/audit/books"
	"gateway/projections/sheet"

	"github.com/google/go-cmp/cmp"
	"github.com/shopspring/decimal"
)

// newYear is the start of 2026 in Jakarta.
var newYear = time.Date(2025, 12, 31, 17, 0, 0, 0, time.UTC)

// trading returns a shop that traded four times a day, from ten days before the new year until days days
// after it.
func trading(t *testing.T, seed uint64, days int) *shop {
	t.Helper()
	s := newShop(t, seed)
	for at := newYear.AddDate(0, 0, -10); at.Before(newYear.AddDate(0, 0, days)); at = at.Add(6 * time.Hour) {
		s.trade(at)
		s.trade(at)
	}
	return s
}

// spanOf is a month that is not closed.
func spanOf(t *testing.T, name string) period.Span {
	t.Helper()
	s, err := period.SpanOf(calendar.Calendar{}, "month", name, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func month(t *testing.T, r books.Reader, client int64, name string, now time.Time) (m books.Month, changes []books.Change) {
	t.Helper()
	m, err := r.OpenMonth(t.Context(), client, spanOf(t, name), now)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.ReadMonth(t.Context(), &m, func(c books.Change) error {
		changes = append(changes, c)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return m, changes
}

func TestTheLinesOfAStatementExplainTheBalanceToTheSen(t *testing.T) {
	t.Parallel()
	later := newYear.AddDate(1, 0, 0)
	used := map[string]bool{}
	for seed := range uint64(8) {
		s := trading(t, seed, 50)
		r := books.Reader{Log: s.log}
		for client := range s.states {
			var before books.Month
			for _, name := range []string{"2025-12", "2026-01", "2026-02"} {
				m, changes := month(t, r, client, name, later)
				sum, rows := decimal.Zero, int64(0)
				for _, l := range m.Lines {
					sum, rows = sum.Add(l.Net), rows+l.Count
					used[l.Line] = used[l.Line] || l.Count > 0
				}
				if !m.Opening.Balance.Add(sum).Equal(m.Closing.Balance) || !sum.Equal(m.Total.Net) || rows != int64(len(changes)) || rows != m.Total.Count {
					t.Fatalf("seed %d, client %d, %s: opening %s, lines %s, closing %s; %d rows, %d movements",
						seed, client, name, m.Opening.Balance, sum, m.Closing.Balance, rows, len(changes))
				}
				if name != "2025-12" && !cmp.Equal(before.Closing, m.Opening) {
					t.Fatalf("seed %d, client %d: %s begins with %+v, the month before ended with %+v", seed, client, name, m.Opening, before.Closing)
				}
				if last := m.Days[len(m.Days)-1]; !last.BalanceAfter.Equal(m.Closing.Balance) {
					t.Fatalf("seed %d, client %d: the last day of %s ends with %s, the month with %s", seed, client, name, last.BalanceAfter, m.Closing.Balance)
				}
				before = m
			}
			if now := s.states[client].Totals; !now.Sum().Equal(before.Closing.Balance) || !now.Held.Equal(before.Closing.Held) {
				t.Fatalf("seed %d, client %d: the last statement ends with %+v, the account has %+v", seed, client, before.Closing, now)
			}
		}
	}
	for _, line := range []string{statement.Payments, statement.Reversals, statement.Payouts, statement.ReturnedPayouts, statement.Adjustments} {
		if !used[line] {
			t.Errorf("no movement was in the line %s", line)
		}
	}
	if used[statement.Other] {
		t.Error("a movement was in no line")
	}
}

func TestAStatementFromReadModelsIsThatOfTheWholeStream(t *testing.T) {
	t.Parallel()
	s := trading(t, 1, 50)
	head, err := s.log.Store().Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, built := range []int64{0, 100, 200, head.Commit} { // the models may lag
		quick := builtThrough(t, s.log, eventstore.Position{Commit: built, Prepare: built})
		for client := range s.states {
			for name, now := range map[string]time.Time{
				"2025-12": newYear.AddDate(0, 2, 0), "2026-01": newYear.AddDate(0, 2, 0), "2026-02": newYear.AddDate(0, 1, 12),
			} {
				want, _ := month(t, books.Reader{Log: s.log}, client, name, now)
				if got, _ := month(t, quick, client, name, now); !equalMonths(t, want, got) {
					t.Errorf("built through %d, client %d, %s, from blocks", built, client, name)
				}
				want.VATRates = summed(t, books.Reader{Log: s.log}, client, name, now).VATRates
				if got := summed(t, quick, client, name, now); !equalMonths(t, want, got) || !addUp(got) {
					t.Errorf("built through %d, client %d, %s, from sums of hours", built, client, name)
				}
			}
		}
	}
}

func equalMonths(t *testing.T, want, got books.Month) bool {
	t.Helper()
	diff := cmp.Diff(want, got, cmp.AllowUnexported(calendar.Calendar{}, books.Month{}))
	if diff != "" {
		t.Log("(-stream +read models):\n" + diff)
	}
	return diff == ""
}

// addUp reports whether the fees and the VAT of the rates are those of the total.
func addUp(m books.Month) bool {
	fee, vat := m.Total.Fee, m.Total.VAT
	for _, rate := range m.VATRates {
		fee, vat = fee.Sub(rate.Fee), vat.Sub(rate.VAT)
	}
	return fee.IsZero() && vat.IsZero()
}

// summed returns a month whose movements are not visited.
func summed(t *testing.T, r books.Reader, client int64, name string, now time.Time) books.Month {
	t.Helper()
	m, err := r.OpenMonth(t.Context(), client, spanOf(t, name), now)
	if err == nil {
		err = r.ReadMonth(t.Context(), &m, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestAMonthThatIsNotOverHasTheDaysThatBegan(t *testing.T) {
	t.Parallel()
	s := trading(t, 2, 40)
	r := books.Reader{Log: s.log}
	m, _ := month(t, r, 1, "2026-02", newYear.AddDate(0, 0, 31+9))
	if m.Complete || len(m.Days) != 10 || m.Days[9].Day != "2026-02-10" {
		t.Errorf("complete %t, days %+v", m.Complete, m.Days)
	}
	// The clock of the store may be behind: until it books an event of the next month, it can book one of this month.
	if last, _ := month(t, r, 1, "2026-02", newYear.AddDate(1, 0, 0)); last.Complete || len(last.Days) != 28 {
		t.Errorf("complete %t, %d days", last.Complete, len(last.Days))
	}
	if over, _ := month(t, r, 1, "2026-01", newYear.AddDate(0, 0, 31)); !over.Complete || len(over.Days) != 31 {
		t.Errorf("complete %t, %d days", over.Complete, len(over.Days))
	}
	if _, err := r.OpenMonth(t.Context(), 1, spanOf(t, "2026-03"), newYear.AddDate(0, 1, 0)); domaintest.Refusal(err) != "invalid_field month" {
		t.Errorf("a month that has not begun: %v", err)
	}
}

func TestTheFileOfAStatementAddsUp(t *testing.T) {
	t.Parallel()
	s := trading(t, 3, 50)
	r := books.Reader{Log: s.log}
	m, err := r.OpenMonth(t.Context(), 2, spanOf(t, "2026-01"), newYear.AddDate(1, 0, 0))
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	w := sheet.NewWriter(&file)
	if err := m.CSV(w, func(visit func(books.Change) error) error { return r.ReadMonth(t.Context(), &m, visit) }); err != nil {
		t.Fatal(err)
	}
	w.Flush()
	rows, err := csv.NewReader(&file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	column := map[string]int{}
	for i, name := range rows[0] {
		column[name] = i
	}
	sums := map[string]decimal.Decimal{}
	var kinds []string
	for _, row := range rows[1:] {
		kind := row[column["row"]]
		if len(kinds) == 0 || kinds[len(kinds)-1] != kind {
			kinds = append(kinds, kind)
		}
		if net := row[column["net_amount"]]; net != "" {
			sums[kind] = sums[kind].Add(decimal.RequireFromString(net))
		}
		if kind == "movement" && !strings.HasPrefix(row[column["day"]], "2026-01-") {
			t.Errorf("a movement of January is on %s", row[column["day"]])
		}
	}
	if got := strings.Join(kinds, " "); got != "opening movement line total closing" {
		t.Errorf("the rows are %s", got)
	}
	if change := m.Closing.Balance.Sub(m.Opening.Balance); !sums["movement"].Equal(change) || !sums["line"].Equal(change) || !sums["total"].Equal(change) {
		t.Errorf("the balance changed by %s, the rows by %v", change, sums)
	}
	if last := rows[len(rows)-1]; last[column["saldo_after"]] != m.Closing.Balance.String() || rows[1][column["saldo_after"]] != m.Opening.Balance.String() {
		t.Errorf("first and last row: %v, %v", rows[1], last)
	}
}

func TestAStatementOfALogThatContradictsItselfFails(t *testing.T) {
	t.Parallel()
	s := newShop(t, 1)
	events, err := s.post(s.states[1], 1, newYear, paidInFull(s, 1, 50_000))
	if err != nil {
		t.Fatal(err)
	}
	s.append("balance-1", newYear, contradicting(events[0], ledger.Totals{Available: decimal.NewFromInt(1)}))
	r := books.Reader{Log: s.log}
	m, err := r.OpenMonth(t.Context(), 1, spanOf(t, "2026-01"), newYear.AddDate(1, 0, 0))
	if err == nil {
		err = r.ReadMonth(t.Context(), &m, nil)
	}
	if err == nil || !strings.Contains(err.Error(), "leave 50000, but the event says 1") {
		t.Errorf("%v", err)
	}
}
