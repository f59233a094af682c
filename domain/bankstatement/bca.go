package bankstatement

import (
	"encoding/csv"
	"errors"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/shopspring/decimal"
)

// Columns of a file of BCA.
const (
	dateColumn = iota
	textColumn
	amountColumn
	directionColumn
	balanceColumn
	branchColumn
	columnCount
)

// columnNames are the names that files of BCA have for their columns. The column of the direction often has none.
var columnNames = map[string]int{
	"tanggal": dateColumn, "tanggal transaksi": dateColumn, "tgl": dateColumn, "tgl.": dateColumn, "date": dateColumn,
	"transaction date": dateColumn, "keterangan": textColumn, "description": textColumn, "cabang": branchColumn,
	"branch": branchColumn, "jumlah": amountColumn, "mutasi": amountColumn, "amount": amountColumn, "": directionColumn,
	"db/cr": directionColumn, "cr/db": directionColumn, "saldo": balanceColumn, "balance": balanceColumn,
}

// otherBanks are words by which a file of another bank is told.
var otherBanks = []string{"mandiri", "bank negara indonesia", "bni", "bank rakyat indonesia", "bri", "cimb", "permata", "danamon"}

// pendingDate stands in place of the date of a line that BCA has not booked.
const pendingDate = "PEND"

// record is a row of a CSV file with the line on which it stands.
type record struct {
	cells []string
	line  int
}

// bcaFile is a file of BCA while it is read.
type bcaFile struct {
	*file
	account  string
	columns  [columnCount]int
	from, to time.Time
	// january is the line of the file at which a new year begins, and december that at which the year before does, where the
	// newest line is first; 0 for none.
	january, december int
	// opening, closing, in and out are what the file says of itself; nil where it does not.
	opening, closing, in, out *decimal.Decimal
	endLine                   int
	entries, pending          []entry
}

func (f *file) readBCA(text string) {
	records, ok := f.records(text)
	if !ok {
		return
	}
	b := bcaFile{file: f, account: f.Account}
	header := slices.IndexFunc(records, func(r record) bool { return b.takeHeader(r.cells) })
	if header < 0 {
		f.noHeader(text)
		return
	}
	for _, r := range records[:header] {
		b.preamble(r)
	}
	if b.account == "" {
		f.wrong(0, "the file names no account: say of which it is")
	}
	b.findNewYear(records[header+1:])
	for _, r := range records[header+1:] {
		b.row(r)
	}
	b.end()
}

// noHeader refuses a file that has no header of BCA.
func (f *file) noHeader(text string) {
	low := strings.ToLower(text[:min(len(text), 2000)])
	words := strings.FieldsFunc(low, func(r rune) bool { return (r < 'a' || r > 'z') && r != ' ' })
	for _, bank := range otherBanks {
		for _, w := range words {
			if slices.Contains(strings.Fields(w), bank) || strings.Contains(bank, " ") && strings.Contains(w, bank) {
				f.wrong(0, "the file seems to be of another bank (%s): only CSV of BCA and MT940 are taken", bank)
				return
			}
		}
	}
	f.wrong(0, "the file is neither MT940 nor CSV of BCA, whose header is Tanggal, Keterangan, Cabang, Jumlah, Saldo")
}

// records reads the CSV. Excel in Indonesia separates cells by semicolons.
func (f *file) records(text string) (all []record, ok bool) {
	r := csv.NewReader(strings.NewReader(text))
	r.FieldsPerRecord, r.LazyQuotes = -1, true
	if strings.Count(text, ";") > strings.Count(text, ",") {
		r.Comma = ';'
	}
	for {
		cells, err := r.Read()
		if errors.Is(err, io.EOF) {
			return all, true
		}
		if broken, is := errors.AsType[*csv.ParseError](err); is {
			f.wrong(broken.Line, "is no CSV: %v", broken.Err)
			return nil, false
		}
		line, _ := r.FieldPos(0)
		for i := range cells {
			cells[i] = strings.TrimPrefix(strings.TrimSpace(cells[i]), "'")
		}
		all = append(all, record{cells, line})
	}
}

// takeHeader reports whether the cells are the header, and keeps the places of its columns.
func (b *bcaFile) takeHeader(cells []string) bool {
	places := [columnCount]int{-1, -1, -1, -1, -1, -1}
	for i, cell := range cells {
		if column, known := columnNames[strings.ToLower(clean(cell))]; known && places[column] < 0 {
			places[column] = i
		}
	}
	b.columns = places
	return places[dateColumn] >= 0 && places[textColumn] >= 0 && places[amountColumn] >= 0 && places[balanceColumn] >= 0
}

// preamble reads a line before the header, such as "No. Rekening,=,'1234567890".
func (b *bcaFile) preamble(r record) {
	name, value := pair(r.cells)
	switch {
	case value == "":
	case strings.HasPrefix(name, "no. rek") || strings.HasPrefix(name, "no rek") || strings.HasPrefix(name, "account n"):
		b.account = b.checkAccount(r.line, value)
	case strings.HasPrefix(name, "mata uang") || strings.HasPrefix(name, "currency") || strings.HasPrefix(name, "kode mata uang"):
		b.checkCurrency(r.line, value)
	case strings.HasPrefix(name, "periode") || strings.HasPrefix(name, "period"):
		b.period(r.line, value)
	}
}

// pair reads a name and its value, whether a cell with = or : stands between them, or all of it in one cell.
func pair(cells []string) (name, value string) {
	var rest []string
	for _, cell := range cells {
		if cell != "" && cell != "=" && cell != ":" {
			rest = append(rest, cell)
		}
	}
	if len(rest) == 1 {
		if before, after, cut := strings.Cut(rest[0], ":"); cut {
			rest = []string{before, after}
		}
	}
	if len(rest) < 2 {
		return "", ""
	}
	return strings.ToLower(clean(rest[0])), strings.TrimLeft(clean(rest[1]), "':= ")
}

// bcaDay is the form of a day with its year.
const bcaDay = "02/01/2006"

var bcaDays = regexp.MustCompile(`\d{2}/\d{2}/\d{4}`)

func (b *bcaFile) period(line int, text string) {
	days := bcaDays.FindAllString(text, -1)
	if len(days) == 0 {
		return
	}
	from, err := time.Parse(bcaDay, days[0])
	to, err2 := time.Parse(bcaDay, days[len(days)-1])
	if errors.Join(err, err2) != nil || to.Before(from) {
		b.wrong(line, "%q is no period", text)
		return
	}
	b.from, b.to = from, to
}

// row reads a line after the header: a movement, or what the file says of itself at its end.
func (b *bcaFile) row(r record) {
	first := strings.ToLower(clean(r.cells[0]))
	switch name, value := pair(r.cells); {
	case strings.Join(r.cells, "") == "":
	case strings.HasPrefix(first, "saldo awal"):
		b.opening = b.figure(r.line, value)
	case strings.HasPrefix(first, "saldo akhir"):
		b.closing, b.endLine = b.figure(r.line, value), r.line
	case isTotal(name, "kredit"):
		b.in = b.figure(r.line, value)
	case isTotal(name, "debet"), isTotal(name, "debit"):
		b.out = b.figure(r.line, value)
	default:
		b.movement(r)
	}
}

func isTotal(name, word string) bool { return name == word || name == "mutasi "+word }

func (b *bcaFile) figure(line int, text string) *decimal.Decimal {
	d, err := signed(text)
	if err != nil {
		b.wrong(line, "%q %v", text, err)
		return nil
	}
	return &d
}

// signed reads a balance, which may be below zero.
func signed(text string) (decimal.Decimal, error) {
	plain, negative := strings.CutPrefix(strings.TrimPrefix(strings.TrimSpace(text), "Rp"), "-")
	plain, in := cutDirection(strings.TrimSpace(plain))
	d, err := parseAmount(plain)
	if negative || in != nil && !*in {
		d = d.Neg()
	}
	return d, err
}

func (b *bcaFile) movement(r record) {
	cell := func(column int) string {
		if at := b.columns[column]; at >= 0 && at < len(r.cells) {
			return r.cells[at]
		}
		return ""
	}
	e := entry{at: r.line, Line: Line{Text: clean(cell(textColumn))}}
	e.Amount = b.moved(r.line, cell(amountColumn), cell(directionColumn))
	if strings.EqualFold(cell(dateColumn), pendingDate) {
		b.pending = append(b.pending, e)
		return
	}
	e.day = b.date(r.line, cell(dateColumn))
	e.ValueDate = e.day
	balance, err := signed(cell(balanceColumn))
	if err != nil {
		b.wrong(r.line, "the balance %q %v", cell(balanceColumn), err)
	}
	e.Balance = balance
	b.entries = append(b.entries, e)
}

// moved reads the amount of a movement with its direction, which stands behind it or in a column of its own.
func (b *bcaFile) moved(line int, amount, direction string) decimal.Decimal {
	plain, in := cutDirection(strings.ToUpper(amount))
	if isIn, ok := directions[strings.ToUpper(direction)]; ok {
		in = &isIn
	}
	d, err := parseAmount(plain)
	switch {
	case err != nil:
		b.wrong(line, "the amount %q %v", amount, err)
	case d.IsZero():
		b.wrong(line, "the amount is 0")
	case in == nil:
		b.wrong(line, "it is not said whether %s came in (CR) or left (DB)", amount)
	case !*in:
		return d.Neg()
	}
	return d
}

var (
	dayMonth     = regexp.MustCompile(`^(\d{1,2})[/-](\d{1,2})$`)
	dayMonthYear = regexp.MustCompile(`^(\d{1,2})[/-](\d{1,2})[/-](\d{4}|\d{2})$`)
)

// century is added to years of two digits.
const century = 2000

// date reads the date of a line. One without a year is of the period, or of the year that is given.
func (b *bcaFile) date(line int, text string) string {
	var day string
	var ok bool
	if m := dayMonthYear.FindStringSubmatch(text); m != nil {
		year := number(m[3])
		if year < 100 {
			year += century
		}
		day, ok = isDay(year, number(m[2]), number(m[1]))
	} else if m := dayMonth.FindStringSubmatch(text); m != nil {
		year := b.yearOf(line, number(m[2]))
		if year == 0 {
			b.wrong(line, "%s has no year, and the file names no period: say the year", text)
			return ""
		}
		day, ok = isDay(year, number(m[2]), number(m[1]))
	}
	if !ok {
		b.wrong(line, "%q is no date: it must be dd/mm/yyyy, dd/mm or %s", text, pendingDate)
		return ""
	}
	b.checkDay(line, day)
	if in, _ := time.Parse(time.DateOnly, day); !b.from.IsZero() && (in.Before(b.from) || in.After(b.to)) {
		b.wrong(line, "%s is outside the period of the file", day)
	}
	return day
}

// findNewYear finds where days without a year go from one year to another.
func (b *bcaFile) findNewYear(records []record) {
	const first, last = int(time.January), int(time.December)
	former := 0
	for _, r := range records {
		if len(r.cells) <= b.columns[dateColumn] {
			continue
		}
		m := dayMonth.FindStringSubmatch(r.cells[b.columns[dateColumn]])
		if m == nil {
			continue
		}
		switch month := number(m[2]); {
		case former == last && month == first:
			b.january = r.line
		case former == first && month == last:
			b.december = r.line
		}
		former = number(m[2])
	}
}

// yearOf returns the year of a month on a line of the file; 0 if it is unknown.
func (b *bcaFile) yearOf(line, month int) int {
	switch {
	case b.from.IsZero() && b.Year > 0 && (line < b.january || b.december > 0 && line >= b.december):
		return b.Year - 1
	case b.from.IsZero():
		return b.Year
	case b.from.Year() != b.to.Year() && month < int(b.from.Month()):
		return b.to.Year()
	}
	return b.from.Year()
}

func number(digits string) int {
	n, err := strconv.Atoi(digits)
	if err != nil {
		return 0
	}
	return n
}

// end checks that the balances add up, and takes the lines.
func (b *bcaFile) end() {
	if len(b.problems) > 0 {
		return
	}
	if b.newestFirst() {
		slices.Reverse(b.entries)
	}
	c := chain{account: b.account, lines: b.entries, pending: b.pending, lastDay: b.lastDay()}
	c.wholeDay = b.opening != nil || !b.from.IsZero() // a file that BCA wrote, and no person cut, is of whole days
	switch {
	case b.opening != nil:
		c.opening = *b.opening
	case len(b.entries) > 0:
		c.opening = b.entries[0].Balance.Sub(b.entries[0].Amount)
	case b.closing != nil:
		c.opening = *b.closing
	default:
		b.wrong(0, "the file says no balance")
	}
	if c.lastDay == "" {
		b.wrong(0, "the file has no booked line and no period: it says nothing of any day")
	}
	b.addUp(c)
	if len(b.problems) == 0 {
		b.take(c)
	}
}

// newestFirst reports whether the file begins with the newest line, as some variants do. The lines of one day tell it by
// their balances.
func (b *bcaFile) newestFirst() bool {
	n := len(b.entries)
	if n < 2 || b.entries[0].day != b.entries[n-1].day {
		return n > 1 && b.entries[0].day > b.entries[n-1].day
	}
	follows := func(former, later entry) bool { return former.Balance.Add(later.Amount).Equal(later.Balance) }
	for i := 1; i < n; i++ {
		if !follows(b.entries[i], b.entries[i-1]) {
			return false
		}
	}
	for i := 1; i < n; i++ {
		if !follows(b.entries[i-1], b.entries[i]) {
			return true
		}
	}
	// Both ways are sound. What the file says of its balances decides.
	return b.opening != nil && !b.opening.Add(b.entries[0].Amount).Equal(b.entries[0].Balance)
}

// lastDay is the day of the last line, or the last of the period.
func (b *bcaFile) lastDay() string {
	switch {
	case len(b.entries) > 0:
		return b.entries[len(b.entries)-1].day
	case !b.to.IsZero():
		return b.to.Format(time.DateOnly)
	}
	return ""
}

// addUp names each line whose balance is not the one before it and its amount.
func (b *bcaFile) addUp(c chain) {
	balance, in, out, day := c.opening, decimal.Zero, decimal.Zero, ""
	for _, e := range c.lines {
		if balance = balance.Add(e.Amount); !balance.Equal(e.Balance) {
			b.wrong(e.at, "the balance should be %s, but is %s", balance.StringFixed(decimals), e.Balance.StringFixed(decimals))
			balance = e.Balance
		}
		if e.day < day {
			b.wrong(e.at, "%s stands behind %s", e.day, day)
		}
		if day = e.day; e.Amount.IsPositive() {
			in = in.Add(e.Amount)
		} else {
			out = out.Sub(e.Amount)
		}
	}
	for _, total := range []struct {
		name      string
		said, sum *decimal.Decimal
	}{{"Saldo Akhir", b.closing, &balance}, {"Kredit", b.in, &in}, {"Debet", b.out, &out}} {
		if total.said != nil && !total.said.Equal(*total.sum) {
			b.wrong(b.endLine, "%s is %s, but the lines add up to %s", total.name, total.said.StringFixed(decimals),
				total.sum.StringFixed(decimals))
		}
	}
}
