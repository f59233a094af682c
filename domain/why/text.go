package why

import (
	"strconv"
	"strings"
	"time"

	"gateway/domain/calendar"

	"github.com/shopspring/decimal"
)

// Language is the language of a text.
type Language string

// The languages, by their codes of ISO 639-1.
const (
	Indonesian Language = "id"
	English    Language = "en"
)

// Text returns the reason as a sentence. Times in it use the calendar's time zone.
func (r Reason) Text(in Language, c calendar.Calendar) string {
	text := phrases[r.Code].English
	if in == Indonesian {
		text = phrases[r.Code].Indonesian
	}
	return strings.NewReplacer(
		"{amount}", amount(r.Amount), "{expected}", amount(r.Expected), "{at}", moment(r.Event.At, c), "{until}", moment(r.Until, c),
		"{other}", orDash(r.Other), "{about}", orDash(r.About), "{count}", strconv.Itoa(r.Count), "{times}", times(r.Count, in),
		"{detail}", orDash(r.Detail),
		"{event}", r.Event.Type+" "+strconv.FormatInt(r.Event.Position, 10),
	).Replace(text)
}

// times returns in words how often something happened.
func times(count int, in Language) string {
	switch n := strconv.Itoa(count); {
	case in == Indonesian:
		return n + " kali"
	case count == 1:
		return "once"
	default:
		return n + " times"
	}
}

func orDash(text string) string {
	if text == "" {
		return "-"
	}
	return text
}

// amount writes rupiah as people in Indonesia do: Rp150.000, and Rp1.500,50.
func amount(d *decimal.Decimal) string {
	if d == nil {
		return "-"
	}
	sign := ""
	if d.IsNegative() {
		sign = "-"
	}
	whole, cents, _ := strings.Cut(d.Abs().StringFixed(2), ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "." + whole[i:]
	}
	if cents != "00" {
		whole += "," + cents
	}
	return sign + "Rp" + whole
}

// moment writes a time to the minute, with the name of its zone: 2026-01-31 15:04 WIB.
func moment(t time.Time, c calendar.Calendar) string {
	if t.IsZero() {
		return "-"
	}
	t = t.In(c.Zone())
	return t.Format("2006-01-02 15:04 ") + zoneName(t)
}

// zoneName returns the usual short name of Indonesia's zones, or the offset.
func zoneName(t time.Time) string {
	switch _, offset := t.Zone(); offset {
	case 7 * 60 * 60:
		return "WIB"
	case 8 * 60 * 60:
		return "WITA"
	case 9 * 60 * 60:
		return "WIT"
	}
	return t.Format("-07:00")
}
