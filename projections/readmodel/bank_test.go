package readmodel_test

import (
	"testing"

	"gateway/domain"
	"gateway/domain/bankstatement"
	"gateway/domain/calendar"
	"gateway/domain/ledger"
	"gateway/domain/treasury"
	"gateway/projections/readmodel"
	"gateway/projections/readmodel/readtable"
	"gateway/test/rupiah"
)

func TestEachDaySaysWhyTheBooksDifferFromTheBank(t *testing.T) {
	t.Parallel()
	line := func(id, amount, balance string) bankstatement.Line {
		return bankstatement.Line{ID: id, ValueDate: "2026-01-03", Amount: rupiah.Of(amount), Balance: rupiah.Of(balance), Occurrence: 1}
	}
	in := func(id int64, day, amount string) treasury.Entered {
		return treasury.Entered{
			ID: id, Kind: treasury.OwnerIn, Reference: "r", Amount: rupiah.Of(amount), ValueDate: day, At: noon,
			Postings: ledger.Transfer(ledger.BankOperating, ledger.Equity, rupiah.Of(amount)),
		}
	}
	imported := func(day, opening, closing string, pending []bankstatement.Line, lines ...bankstatement.Line) bankstatement.Imported {
		return bankstatement.Imported{
			Account: "77", Day: day, Format: bankstatement.MT940, Source: day + ".sta", Opening: rupiah.Of(opening), Closing: rupiah.Of(closing),
			Lines: lines, Pending: pending, At: noon,
		}
	}
	a, b := line("77.20260103.000000000001", "500", "1500"), line("77.20260103.000000000002", "-20", "1480")
	c := line("77.20260105.000000000003", "7", "1487")
	booked := bankstatement.Booked{BookingID: "x@2", Amount: rupiah.Of("500"), ValueDate: "2026-01-03"}
	given(t, []domain.Event{
		in(1, "2026-01-01", "900"), // the bank had 1,000 before
		imported("2026-01-03", "1000", "1480", []bankstatement.Line{line("77.20260103.00000000000a", "7", "0")}, a, b),
		in(2, "2026-01-03", "500"), in(3, "2026-01-04", "30"),
		bankstatement.BookingTaken{OfBooking: bankstatement.OfBooking{Booked: booked, LineID: a.ID}},
		bankstatement.LineMatched{OfLine: bankstatement.OfLine{LineID: a.ID, Amount: a.Amount}, BookingID: booked.BookingID, Said: bankstatement.Said{Reason: "same amount", By: "admin:1"}},
		imported("2026-01-05", "1480", "1487", nil, c),
		bankstatement.LineExplained{OfLine: bankstatement.OfLine{LineID: c.ID, Amount: c.Amount}, Said: bankstatement.Said{Reason: "known", By: "admin:1"}},
	}, func(t *testing.T, q *readmodel.Queries) {
		days, err := q.BankDays(t.Context(), calendar.Calendar{}, "2026-01-01", "2026-01-31")
		must(t, err)
		for i := range days {
			days[i].Statements = nil
		}
		wantJSON(t, days, `[
			{"day":"2026-01-05","bank":1487,"books":1430,"difference":57,"before":100,"unmatched_lines":-20,"explained_lines":7,
			 "unmatched_bookings":30,"in_time":0,"missing":0,"lines_to_clear":1,"bookings_to_clear":1,"agrees":false,"statements":null},
			{"day":"2026-01-03","bank":1480,"books":1400,"difference":80,"before":100,"unmatched_lines":-20,"explained_lines":0,
			 "unmatched_bookings":0,"in_time":0,"missing":0,"lines_to_clear":1,"bookings_to_clear":0,"agrees":false,"statements":null}]`)
		page := readtable.Page{Number: 1, PerPage: 15}
		for status, want := range map[string]int64{"": 3, "unmatched": 1, "matched": 1, "explained": 1, "pending": 0} {
			lines, total, err := q.BankLines(t.Context(), status, page)
			if must(t, err); total != want || int64(len(lines)) != want {
				t.Errorf("%q: %d, %v", status, total, lines)
			}
		}
		oldest, n, err := q.OldestOpenBankLine(t.Context())
		if must(t, err); n != 1 || oldest == nil {
			t.Error(n, oldest)
		}
		for day, want := range map[string]int64{"2026-01-02": 0, "2026-01-03": 1, "2026-01-05": 1} {
			waiting, err := q.WaitingForPersons(t.Context(), day)
			must(t, err)
			for _, w := range waiting {
				if w.Kind == readmodel.WaitingBankLines && (w.Count != want || (w.Oldest != nil) != (want > 0)) {
					t.Errorf("%d lines wait since %v until %s, want %d", w.Count, w.Oldest, day, want)
				}
			}
		}
	})
}
