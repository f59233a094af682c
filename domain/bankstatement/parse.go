package bankstatement

import (
	"bytes"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"gateway/domain"

	"github.com/shopspring/decimal"
)

// Problem is something wrong with a file. Line counts from 1; 0 stands for the whole file.
type Problem struct {
	Line int
	Text string
}

// String is for people.
func (p Problem) String() string {
	if p.Line == 0 {
		return p.Text
	}
	return fmt.Sprintf("line %d: %s", p.Line, p.Text)
}

// maxShown is how many problems of a file a refusal tells.
const maxShown = 10

// Refuse makes one refusal of the problems of a file, of the field that brought it.
func Refuse(field string, problems []Problem) error {
	if len(problems) == 0 {
		return nil
	}
	var told []string
	for _, p := range problems[:min(len(problems), maxShown)] {
		told = append(told, p.String())
	}
	if more := len(problems) - maxShown; more > 0 {
		told = append(told, fmt.Sprintf("and %d more", more))
	}
	return domain.InvalidField(field, "%s", strings.Join(told, "; "))
}

// Options say what a file leaves out.
type Options struct {
	// Account is the account that the file must be of, and that of a file which names none; empty takes any.
	Account string
	// Year is that of the newest day without a year in a file that names no period; 0 for unknown.
	Year int
	// Today is the present business day. A line of a later day is wrong.
	Today string
}

// Parse reads a file. Either there are days, in the order of the file, or all its problems, in the order of its lines.
func Parse(content []byte, o Options) (format string, days []Day, problems []Problem) {
	whole := func(text string, args ...any) (string, []Day, []Problem) {
		return "", nil, []Problem{{Text: fmt.Sprintf(text, args...)}}
	}
	content = bytes.TrimPrefix(content, []byte("\ufeff"))
	switch {
	case len(content) > MaxBytes:
		return whole("the file is larger than %d bytes: split it", MaxBytes)
	case !utf8.Valid(content):
		return whole("the file is not UTF-8: save it as UTF-8")
	case len(bytes.TrimSpace(content)) == 0:
		return whole("the file is empty")
	case bytes.ContainsRune(content, 0):
		return whole("the file is no text")
	}
	text := strings.ReplaceAll(strings.ReplaceAll(string(content), "\r\n", "\n"), "\r", "\n")
	if strings.Count(text, "\n") > MaxLines {
		return whole("the file has more than %d lines: split it", MaxLines)
	}
	f := file{Options: o}
	f.Account = cleanAccount(o.Account)
	read := f.readBCA
	format = BCA
	if isMT940(text) {
		read, format = f.readMT940, MT940
	}
	read(text)
	f.finish()
	if len(f.problems) > 0 {
		return format, nil, f.problems
	}
	return format, f.days, nil
}

// file is a file while it is read.
type file struct {
	Options
	days     []Day
	problems []Problem
}

func (f *file) wrong(line int, text string, args ...any) {
	f.problems = append(f.problems, Problem{line, fmt.Sprintf(text, args...)})
}

// finish names the lines. A file without a movement or a balance says nothing.
func (f *file) finish() {
	if len(f.days) == 0 && len(f.problems) == 0 {
		f.wrong(0, "the file has no lines")
	}
	for i := range f.days {
		f.days[i].name()
	}
}

// checkAccount refuses another account than the one that is expected, and returns the account.
func (f *file) checkAccount(line int, text string) string {
	account := cleanAccount(text)
	switch {
	case !isAccount(account):
		f.wrong(line, "%q is not the number of an account", clean(text))
	case f.Account != "" && account != f.Account:
		f.wrong(line, "the file is of account %s, not of %s", account, f.Account)
	}
	return account
}

func (f *file) checkCurrency(line int, currency string) {
	switch strings.ToUpper(strings.TrimSuffix(currency, ".")) {
	case Currency, "RP", "RUPIAH":
	default:
		f.wrong(line, "the currency is %s: only %s is taken", currency, Currency)
	}
}

func (f *file) checkDay(line int, day string) {
	if f.Today != "" && day > f.Today {
		f.wrong(line, "%s is in the future", day)
	}
}

// checkText refuses a text longer than MaxText, because the log keeps each line for ever. No bank writes a longer one.
func (f *file) checkText(e entry) {
	if n := utf8.RuneCountInString(e.Text); n > MaxText {
		f.wrong(e.at, "the text has %d characters, and must have at most %d", n, MaxText)
	}
}

// entry is a line of a file, before it is put into its day.
type entry struct {
	Line
	day string
	// at is the line of the file.
	at int
}

// chain is a run of lines of an account with the balance before it.
type chain struct {
	account string
	opening decimal.Decimal
	lines   []entry
	pending []entry
	// wholeDay reports whether the file says that no line of the first day stands before the chain.
	wholeDay bool
	// lastDay is the day of a chain without lines, and of its pending lines.
	lastDay string
}

// take puts a chain into its days. A day goes on where the chain before it in the file ended.
func (f *file) take(c chain) {
	balance, former := c.opening, ""
	isFirst := func(e entry) bool { return former == "" && c.wholeDay || former != "" && former != e.day }
	for _, e := range c.lines {
		f.checkText(e)
		if former != "" && former != e.day {
			f.dayOf(c.account, former, balance, e.at).Ends = true
		}
		d := f.dayOf(c.account, e.day, balance, e.at)
		if d.Ends {
			f.wrong(e.at, "a line of %s stands behind a later day", e.day)
		}
		d.Begins = d.Begins || isFirst(e) && len(d.Lines) == 0
		d.Lines = append(d.Lines, e.Line)
		balance, d.Closing, former = e.Balance, e.Balance, e.day
	}
	if len(c.lines) == 0 || len(c.pending) > 0 {
		d := f.dayOf(c.account, c.lastDay, balance, 0)
		for _, e := range c.pending {
			f.checkText(e)
			d.Pending = append(d.Pending, e.Line)
		}
	}
}

// dayOf returns the day to which a line is added that follows this balance.
func (f *file) dayOf(account, day string, balance decimal.Decimal, line int) *Day {
	for i := range f.days {
		d := &f.days[i]
		if d.Account != account || d.Day != day {
			continue
		}
		if !d.Closing.Equal(balance) {
			f.wrong(line, "the balance of %s before this line is %s, but an earlier statement of the day ends with %s",
				day, balance.StringFixed(decimals), d.Closing.StringFixed(decimals))
		}
		return d
	}
	f.days = append(f.days, Day{Account: account, Day: day, Opening: balance, Closing: balance, Lines: []Line{}, Pending: []Line{}})
	return &f.days[len(f.days)-1]
}

// isDay reports whether the parts are a day, and returns it as 2026-01-31.
func isDay(year, month, day int) (string, bool) {
	t := time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
	return t.Format(time.DateOnly), t.Day() == day && int(t.Month()) == month && t.Year() == year
}
