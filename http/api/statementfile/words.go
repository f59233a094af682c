package statementfile

import (
	"strings"
	"time"

	"gateway/domain/calendar"
	"gateway/domain/words"

	"github.com/shopspring/decimal"
)

// language is the language of a printed statement; the zero value is Indonesian.
type language words.Language

// say returns a text of the catalogue, with the arguments for its verbs.
func (l language) say(t words.Text, args ...any) string {
	if l == "" {
		l = language(words.Indonesian)
	}
	return t.In(words.Language(l), args...)
}

// monthAndYear writes 2026-01 as Januari 2026.
func (l language) monthAndYear(t time.Time) string {
	return l.say(words.Month(t.Month())) + t.Format(" 2006")
}

// dayAndTime formats a moment with its time zone.
func (l language) dayAndTime(t time.Time) string {
	return t.Format("2 ") + l.monthAndYear(t) + t.Format(" 15:04 ") + calendar.In(t.Location()).ZoneOf(t)
}

// amount formats rupiah with two decimals, as 1.234.567,50.
func (l language) amount(d decimal.Decimal) string {
	whole, decimals, _ := strings.Cut(d.Abs().StringFixed(2), ".")
	text := l.number(whole) + l.say(words.Text{Indonesian: ",", English: "."}) + decimals
	if d.IsNegative() {
		return "-" + text
	}
	return text
}

// percent writes a rate in percent, as 11 % or 1,5 %.
func (l language) percent(rate decimal.Decimal) string {
	return strings.Replace(rate.String(), ".", l.say(words.Text{Indonesian: ",", English: "."}), 1) + " %"
}

// number inserts the thousands separators into a whole number.
func (l language) number(digits string) string {
	if len(digits) <= 3 {
		return digits
	}
	return l.number(digits[:len(digits)-3]) + l.say(words.Text{Indonesian: ".", English: ","}) + digits[len(digits)-3:]
}
