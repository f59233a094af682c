package statementfile

import (
	"cmp"
	"strings"
	"time"

	"gateway/domain/calendar"

	"github.com/shopspring/decimal"
)

// Languages of a printed statement.
const (
	Indonesian = "id"
	English    = "en"
)

// words holds the words of a printed statement in one language.
type words struct {
	title, period, client, made, page, of string
	// unfinished states that the month is not over.
	unfinished string
	// cut states how many of the movements are printed.
	cut                                                    [3]string
	opening, closing, total                                string
	count, gross, fee, vat, net, balance                   string
	available, held, unsettled, receivable                 string
	summary, composition, movements, date, kind, reference string
	none                                                   string
	// lines names the lines of the sums; kinds names a single movement of each line.
	lines, kinds map[string]string
	months       [12]string
	// comma separates decimals, point thousands.
	comma, point string
}

// in returns the words of a language; Indonesian is the default.
func in(language string) words { return languages[cmp.Or(language, Indonesian)] }

// monthAndYear writes 2026-01 as Januari 2026.
func (w words) monthAndYear(t time.Time) string { return w.months[t.Month()-1] + t.Format(" 2006") }

// dayAndTime formats a moment with its time zone.
func (w words) dayAndTime(t time.Time) string {
	return t.Format("2 ") + w.monthAndYear(t) + t.Format(" 15:04 ") + calendar.In(t.Location()).ZoneOf(t)
}

// amount formats rupiah with two decimals, as 1.234.567,50.
func (w words) amount(d decimal.Decimal) string {
	whole, decimals, _ := strings.Cut(d.Abs().StringFixed(2), ".")
	text := w.number(whole) + w.comma + decimals
	if d.IsNegative() {
		return "-" + text
	}
	return text
}

// number inserts the thousands separators into a whole number.
func (w words) number(digits string) string {
	if len(digits) <= 3 {
		return digits
	}
	return w.number(digits[:len(digits)-3]) + w.point + digits[len(digits)-3:]
}
