package bankrows

import (
	"context"
	"maps"
	"slices"
	"time"

	"gateway/domain/bankstatement"
	"gateway/domain/calendar"
	"gateway/projections/readmodel/readtable"

	"github.com/shopspring/decimal"
)

// SideBank is the side of sums that has the bank's lines.
const SideBank = "bank"

// The other side of sums, and the states of our bookings.
const (
	sideBooks      = "books"
	stateMatched   = bankstatement.StatusMatched
	stateUnmatched = bankstatement.StatusUnmatched
)

// dayPart divides the days of every time zone.
const dayPart = 15 * time.Minute

// dayRow is what the files say of an account on a day.
type dayRow struct {
	Account, Day     string
	Position         int64
	Format, Source   string
	Opening, Closing decimal.Decimal
	By               string
	ImportedAt       time.Time
}

func (d *dayRow) columns(f *readtable.Fields) {
	f.At("account", &d.Account).At("day", &d.Day)
	f.Later("position", &d.Position).Later("format", &d.Format).Later("source", &d.Source).Later("opening", &d.Opening)
	f.Later("closing", &d.Closing).Later("by", &d.By).Later("imported_at", &d.ImportedAt)
}

var dayTable = readtable.TableOf("bank_days", (*dayRow).columns)

// sumKey says what a sum is of.
type sumKey struct {
	side, state, day string
	quarter          time.Time
}

// sumRow is a sum, or a batch's change to one.
type sumRow struct {
	sumKey
	N      int64
	Amount decimal.Decimal
}

func (s *sumRow) columns(f *readtable.Fields) {
	f.At("side", &s.side).At("state", &s.state).At("day", &s.day).At("quarter", &s.quarter).At("n", &s.N).At("amount", &s.Amount)
}

var sumTable = readtable.TableOf("bank_sums", (*sumRow).columns)

// keyOf is the sum that a booking belongs to.
func keyOf(b bankstatement.Booked, state string) sumKey {
	key := sumKey{side: sideBooks, state: state, day: b.ValueDate}
	if b.ValueDate == "" {
		key.quarter = b.ValueAt.UTC().Truncate(dayPart)
	}
	return key
}

// Statement is what the bank says of an account on a day (API reference: Admin bank).
type Statement struct {
	Account string          `json:"account"`
	Opening decimal.Decimal `json:"opening"`
	Closing decimal.Decimal `json:"closing"`
	Format  string          `json:"format"`
	// Source is the name of the last file that brought something.
	Source     string    `json:"source"`
	By         string    `json:"by"`
	ImportedAt time.Time `json:"imported_at"`
}

// Day is how the books agree with the bank at the end of a day. The bank's figures are of all accounts that files were imported of
// (API reference: Admin bank).
type Day struct {
	Day string `json:"day"`
	// Bank is the closing balance at the bank, Books the balance of bank:operating by value date, and Difference what the bank has
	// more.
	Bank       decimal.Decimal `json:"bank"`
	Books      decimal.Decimal `json:"books"`
	Difference decimal.Decimal `json:"difference"`
	// Before is the part of the difference from before the first file.
	Before decimal.Decimal `json:"before"`
	// UnmatchedLines, ExplainedLines and UnmatchedBookings are amounts of what only one side has.
	UnmatchedLines    decimal.Decimal `json:"unmatched_lines"`
	ExplainedLines    decimal.Decimal `json:"explained_lines"`
	UnmatchedBookings decimal.Decimal `json:"unmatched_bookings"`
	// InTime is the amount of what both sides have, on different days.
	InTime decimal.Decimal `json:"in_time"`
	// Missing is what no line says: days of which there is no file.
	Missing decimal.Decimal `json:"missing"`
	// LinesToClear and BookingsToClear count what is unmatched.
	LinesToClear    int64 `json:"lines_to_clear"`
	BookingsToClear int64 `json:"bookings_to_clear"`
	// Agrees reports whether both sides are equal, and nothing is unmatched until this day.
	Agrees     bool        `json:"agrees"`
	Statements []Statement `json:"statements"`
}

// BankDays returns the days from one day to another of which there is a file, newest first.
func (q Queries) BankDays(ctx context.Context, days calendar.Calendar, from, to string) ([]Day, error) {
	rows, err := dayTable.List(ctx, q.DB, "WHERE day <= $1 ORDER BY bank_days.day, bank_days.account", to)
	if err != nil {
		return nil, err
	}
	sums, err := sumTable.List(ctx, q.DB, "ORDER BY bank_sums.day")
	if err != nil {
		return nil, err
	}
	return agree(rows, sums, days, from, to), nil
}

// moved is what a day brings to each part of the comparison.
type moved struct {
	lines, explained, matchedLines, bookings, matchedBookings decimal.Decimal

	lineCount, bookingCount int64
}

// agree compares the sides. Both lists are ordered by day.
func agree(rows []dayRow, sums []sumRow, days calendar.Calendar, from, to string) []Day {
	all := []Day{}
	if len(rows) == 0 {
		return all
	}
	byDay, before := movements(sums, days, rows[0].Day, to)
	opening, closing := decimal.Zero, map[string]decimal.Decimal{}
	for _, r := range rows {
		if _, known := closing[r.Account]; !known {
			opening = opening.Add(r.Opening)
			closing[r.Account] = r.Opening
		}
	}
	state := Day{Books: before, Before: opening.Sub(before)}
	moving := slices.Sorted(maps.Keys(byDay))
	for i := 0; i < len(rows); {
		state.Day, state.Statements = rows[i].Day, []Statement{}
		for ; i < len(rows) && rows[i].Day == state.Day; i++ {
			closing[rows[i].Account] = rows[i].Closing
			state.Statements = append(state.Statements, rows[i].statement())
		}
		for ; len(moving) > 0 && moving[0] <= state.Day; moving = moving[1:] {
			state.add(byDay[moving[0]])
		}
		state.Bank = decimal.Zero
		for _, c := range closing {
			state.Bank = state.Bank.Add(c)
		}
		state.compare()
		if state.Day >= from {
			all = append(all, state)
		}
	}
	slices.Reverse(all)
	return all
}

func (d dayRow) statement() Statement {
	return Statement{
		Account: d.Account, Opening: d.Opening, Closing: d.Closing, Format: d.Format, Source: d.Source, By: d.By, ImportedAt: d.ImportedAt,
	}
}

// movements returns what each day brings, and the balance of the books before the first one.
func movements(sums []sumRow, days calendar.Calendar, first, to string) (byDay map[string]moved, before decimal.Decimal) {
	byDay = map[string]moved{}
	for _, s := range sums {
		day := s.day
		if day == "" {
			day = days.DayOf(s.quarter)
		}
		switch {
		case day > to:
			continue
		case day < first && s.side == sideBooks:
			before = before.Add(s.Amount)
			continue
		}
		m := byDay[day]
		switch {
		case s.side == sideBooks && s.state == stateMatched:
			m.matchedBookings = m.matchedBookings.Add(s.Amount)
		case s.side == sideBooks:
			m.bookings, m.bookingCount = m.bookings.Add(s.Amount), m.bookingCount+s.N
		case s.state == bankstatement.StatusMatched:
			m.matchedLines = m.matchedLines.Add(s.Amount)
		case s.state == bankstatement.StatusExplained:
			m.explained = m.explained.Add(s.Amount)
		default:
			m.lines, m.lineCount = m.lines.Add(s.Amount), m.lineCount+s.N
		}
		byDay[day] = m
	}
	return byDay, before
}

func (d *Day) add(m moved) {
	d.Books = d.Books.Add(m.bookings).Add(m.matchedBookings)
	d.UnmatchedLines = d.UnmatchedLines.Add(m.lines)
	d.ExplainedLines = d.ExplainedLines.Add(m.explained)
	d.UnmatchedBookings = d.UnmatchedBookings.Add(m.bookings)
	d.LinesToClear, d.BookingsToClear = d.LinesToClear+m.lineCount, d.BookingsToClear+m.bookingCount
	d.InTime = d.InTime.Add(m.matchedLines).Sub(m.matchedBookings)
}

func (d *Day) compare() {
	d.Difference = d.Bank.Sub(d.Books)
	d.Missing = d.Difference.Sub(d.Before).Sub(d.UnmatchedLines).Sub(d.ExplainedLines).Add(d.UnmatchedBookings).Sub(d.InTime)
	d.Agrees = d.Difference.IsZero() && d.Missing.IsZero() && d.LinesToClear == 0 && d.BookingsToClear == 0
}
