package bankstatement

import (
	"regexp"
	"strings"
	"time"

	"github.com/shopspring/decimal"
)

var (
	// tagLine is the first line of a field, such as ":61:2611031103C500000,00NTRFNONREF".
	tagLine = regexp.MustCompile(`^:(\d{2}[A-Z]?|NS):(.*)$`)
	// balanceField is the content of :60F: and its like, such as C261103IDR1000000,00.
	balanceField = regexp.MustCompile(`(?i)^([DC])(\d{2})(\d{2})(\d{2})([A-Z]{3})([\d.,]*)$`)
	// lineField is the content of :61:. Some banks write blanks for the day of the booking.
	lineField = regexp.MustCompile(`(?i)^(\d{2})(\d{2})(\d{2})(?:(\d{2})(\d{2})|\s{4})?([RE]?[DC])([A-Z])?\s?` +
		`([\d,.]{1,18})([A-Z][A-Z0-9 ]{3})?(.*)$`)
	// wrappedLine is the first line of a :61: whose amount is on the next one.
	wrappedLine = regexp.MustCompile(`(?i)^\d{6}(\d{4}|\s{4})?[RE]?[DC][A-Z]?$`)
	// subfield is a code in the text of a line, such as ?20.
	subfield = regexp.MustCompile(`\?\d{2}`)
)

// Places of the parts of balanceField and lineField.
const (
	balanceSign, balanceDate, balanceCurrency, balanceAmount = 1, 2, 5, 6
	lineDate, lineEntry, lineSign, lineAmount, lineRest      = 1, 4, 6, 8, 10
)

// isMT940 reports whether a text has a field of a message of the format.
func isMT940(text string) bool {
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "{1:") || tagLine.MatchString(strings.TrimSpace(line)) {
			return true
		}
	}
	return false
}

// field is a field of a message with the line on which it begins. The text keeps its line breaks.
type field struct {
	tag, text string
	line      int
}

// fieldsOf reads the fields. What is before the first one, the blocks around a message, and the dash after it are no part of any.
func fieldsOf(text string) (all []field) {
	open, broken := false, ""
	for i, line := range strings.Split(text, "\n") {
		line = broken + strings.TrimRight(line, " \t\x03\x01")
		if broken = ""; line == ":" { // the colon before a tag, cut off by the length of a line
			broken = line
			continue
		}
		if strings.HasPrefix(line, "{") {
			_, line, _ = strings.Cut(line, "{4:")
			open = false
		}
		m := tagLine.FindStringSubmatch(strings.TrimLeft(line, " \t"))
		switch {
		case m != nil:
			all = append(all, field{m[1], m[2], i + 1})
			open = true
		case line == "-" || strings.HasPrefix(line, "-}"):
			open = false
		case open && line != "":
			all[len(all)-1].text += "\n" + line
		}
	}
	return all
}

// mt940Statement is a statement while it is read: from one :20: to the next.
type mt940Statement struct {
	*file
	chain
	begin   int
	openDay string
	// closing is what the statement says; nil as long as it does not.
	closing     *decimal.Decimal
	closingLine int
	hasOpening  bool
	// text is the place to which an :86: belongs; nil for one that is of no line.
	text *string
}

func (f *file) readMT940(text string) {
	var s *mt940Statement
	for _, field := range fieldsOf(text) {
		if field.tag == "20" || s == nil || field.tag == "25" && s.account != "" {
			s.end()
			s = &mt940Statement{file: f, begin: field.line}
		}
		s.field(field)
	}
	s.end()
}

func (s *mt940Statement) field(f field) {
	if f.tag != "86" {
		s.text = nil
	}
	switch f.tag {
	case "25", "25P":
		account, _, _ := strings.Cut(f.text, "\n")
		s.account = s.checkAccount(f.line, account)
	case "60", "60F", "60M":
		s.openDay, s.opening = s.balance(f)
		s.hasOpening = true
	case "61":
		s.movement(f)
	case "86":
		if s.text != nil {
			*s.text = clean(*s.text + " " + subfield.ReplaceAllString(strings.ReplaceAll(f.text, "\n", " "), " "))
		}
	case "62", "62F", "62M":
		day, closing := s.balance(f)
		s.lastDay, s.closing, s.closingLine = day, &closing, f.line
	}
}

// balance reads a balance. The currency and the day are checked.
func (s *mt940Statement) balance(f field) (string, decimal.Decimal) {
	m := balanceField.FindStringSubmatch(strings.TrimSpace(f.text))
	if m == nil {
		s.wrong(f.line, "%q is no balance, such as C261103IDR1000000,00", f.text)
		return "", decimal.Zero
	}
	s.checkCurrency(f.line, strings.ToUpper(m[balanceCurrency]))
	day, ok := isDay(yearOf(m[balanceDate]), number(m[balanceDate+1]), number(m[balanceDate+2]))
	if !ok {
		s.wrong(f.line, "%q has no date", f.text)
	}
	return day, s.amount(f.line, m[balanceAmount], strings.EqualFold(m[balanceSign], "D"))
}

// amount reads an amount with a decimal comma. No digits stand for nothing.
func (s *mt940Statement) amount(line int, text string, negative bool) decimal.Decimal {
	if strings.TrimRight(text, ",") == "" {
		return decimal.Zero
	}
	d, err := parseSwift(text)
	if err != nil {
		s.wrong(line, "the amount %q %v", text, err)
	}
	if negative {
		return d.Neg()
	}
	return d
}

// firstYear is the first year of two digits that is of the century before.
const firstYear = 80

func yearOf(digits string) int {
	if year := number(digits); year < firstYear {
		return century + year
	}
	return century - 100 + number(digits)
}

func (s *mt940Statement) movement(f field) {
	first, rest, _ := strings.Cut(f.text, "\n")
	if wrappedLine.MatchString(first) {
		amount, more, _ := strings.Cut(rest, "\n")
		first, rest = first+amount, more
	}
	m := lineField.FindStringSubmatch(first)
	if m == nil {
		s.wrong(f.line, "%q is no movement, such as 2611031103C500000,00NTRFNONREF", first)
		return
	}
	e := entry{at: f.line}
	var ok bool
	if e.ValueDate, ok = valueDay(yearOf(m[lineDate]), number(m[lineDate+1]), number(m[lineDate+2])); !ok {
		s.wrong(f.line, "%q has no value date", first)
		return
	}
	e.day = entryDay(e.ValueDate, m[lineEntry], m[lineEntry+1])
	// The reversal of a credit takes money, and the reversal of a debit gives it.
	sign := strings.ToUpper(m[lineSign])
	e.Amount = s.amount(f.line, m[lineAmount], sign == "D" || sign == "ED" || sign == "RC")
	if e.Amount.IsZero() {
		return // some banks list what cost nothing
	}
	e.Text = clean(strings.TrimSpace(m[lineRest]) + " " + rest)
	to := &s.lines
	if strings.HasPrefix(sign, "E") {
		to = &s.pending // expected
	}
	*to = append(*to, e)
	s.text = &(*to)[len(*to)-1].Text
}

// valueDay is isDay, but takes February 29 and 30 as the last of February: banks that count 30 days a month write them.
func valueDay(year, month, day int) (string, bool) {
	const longest = 30
	if month == int(time.February) && day <= longest {
		day = min(day, time.Date(year, time.March, 0, 0, 0, 0, 0, time.UTC).Day())
	}
	return isDay(year, month, day)
}

// entryDay returns the day of the booking, which has no year of its own: that nearest to the value date.
func entryDay(valueDate, month, day string) string {
	if month == "" || day == "" {
		return valueDate
	}
	year := number(valueDate[:4])
	switch value, entry := number(valueDate[5:7]), number(month); {
	case value == 12 && entry == 1:
		year++
	case value == 1 && entry == 12:
		year--
	}
	if booked, ok := isDay(year, number(month), number(day)); ok {
		return booked
	}
	return valueDate
}

// end takes the statement, if it is sound. It may be nil.
func (s *mt940Statement) end() {
	if s == nil {
		return
	}
	if s.account == "" && len(s.problems) == 0 {
		s.account = s.Account
	}
	switch {
	case s.account == "":
		s.wrong(s.begin, "the statement names no account (:25:)")
	case !s.hasOpening && s.closing == nil:
		s.wrong(s.begin, "the statement has no balance (:60F: or :62F:), without which its lines have no place")
	}
	if len(s.problems) > 0 {
		return
	}
	if !s.hasOpening {
		s.open()
	}
	s.placed()
	if sum := s.last(); s.closing != nil && !s.closing.Equal(sum) {
		s.wrong(s.closingLine, "the closing balance is %s, but the lines add up to %s", s.closing.StringFixed(decimals),
			sum.StringFixed(decimals))
		return
	}
	s.wholeDay = len(s.lines) > 0 && s.openDay < s.lines[0].day
	s.take(s.chain)
}

// open gives a statement without an opening balance the one that its closing balance and its lines lead to. The file of
// the day before proves it, as it proves every other: a difference is shown as missing.
func (s *mt940Statement) open() {
	s.opening = *s.closing
	for _, e := range s.lines {
		s.opening = s.opening.Sub(e.Amount)
	}
	if len(s.lines) > 0 {
		s.openDay = s.lines[0].day
	}
}

// placed gives each line its balance and its day. The lines are in the order of the bank: a line that names an earlier day than
// the line before it was booked with that.
func (s *mt940Statement) placed() {
	balance, day := s.opening, s.openDay
	for i := range s.lines {
		e := &s.lines[i]
		day = max(day, e.day)
		if s.lastDay != "" {
			day = min(day, s.lastDay)
		}
		balance = balance.Add(e.Amount)
		e.day, e.Balance = day, balance
		s.checkDay(e.at, day)
	}
	if s.lastDay == "" {
		s.lastDay = day
	}
	s.checkDay(s.closingLine, s.lastDay)
}

func (s *mt940Statement) last() decimal.Decimal {
	if len(s.lines) == 0 {
		return s.opening
	}
	return s.lines[len(s.lines)-1].Balance
}
