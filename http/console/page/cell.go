package page

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"gateway/domain/money"
	"gateway/http/console/words"

	"github.com/shopspring/decimal"
)

// Cell is a value as people read it. The zero value is an absent one.
type Cell struct {
	// Text is what is shown, Raw what a CSV has.
	Text, Raw string
	// Hint is shown on hover: the instant of a time.
	Hint string
	// Path is a whole path that the text leads to; empty for none.
	Path string
	// Kind is the class of the cell: money, time, state or code; empty for a text.
	Kind string
	Tone Tone
}

// To gives the cell as a link.
func (c Cell) To(path string) Cell {
	c.Path = path
	return c
}

// Plain is a text.
func Plain(text string) Cell { return Cell{Text: text, Raw: text} }

// Number is a count.
func Number[T int | int64](n T) Cell {
	text := strconv.FormatInt(int64(n), 10)
	return Cell{Text: money.Grouped(decimal.NewFromInt(int64(n))), Raw: text, Kind: "number"}
}

// ID is an id or another text in a fixed-width font.
func ID(text string) Cell { return Cell{Text: text, Raw: text, Kind: "code"} }

// Rupiah is an amount.
func Rupiah(d decimal.Decimal) Cell {
	return Cell{Text: money.Rupiah(d), Raw: d.StringFixed(money.Places), Kind: "money"}
}

// RupiahOr is an amount that may be absent.
func RupiahOr(d *decimal.Decimal) Cell {
	if d == nil {
		return Cell{Kind: "money"}
	}
	return Rupiah(*d)
}

// wib is the time zone of Jakarta, which has no daylight saving time.
var wib = time.FixedZone("WIB", 7*60*60)

var months = map[words.Language][12]string{
	words.Indonesian: {"Jan", "Feb", "Mar", "Apr", "Mei", "Jun", "Jul", "Agu", "Sep", "Okt", "Nov", "Des"},
	words.English:    {"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"},
}

// Time is a time in Jakarta, with its instant on hover and in a CSV.
func (c *Context) Time(t time.Time) Cell {
	local := t.In(wib)
	text := fmt.Sprintf("%d %s %d, %s WIB", local.Day(), months[c.Language][local.Month()-1], local.Year(), local.Format("15.04.05"))
	raw := t.UTC().Format(time.RFC3339Nano)
	return Cell{Text: text, Raw: raw, Hint: raw, Kind: "time"}
}

// Instant is a time as addresses of pages have it.
func Instant(t time.Time) string { return t.UTC().Format(time.RFC3339Nano) }

// Now is the time in Jakarta.
func (c *Context) Now() time.Time { return time.Now().In(wib) }

// Day gives a day, such as 2026-11-23, as people read it.
func (c *Context) Day(day string) string {
	t, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return day
	}
	return fmt.Sprintf("%d %s", t.Day(), months[c.Language][t.Month()-1])
}

// TimeOr is a time that may be absent.
func (c *Context) TimeOr(t *time.Time) Cell {
	if t == nil {
		return Cell{}
	}
	return c.Time(*t)
}

// Month gives a month, such as 2026-11, as people name it.
func (c *Context) Month(t time.Time) string {
	return fmt.Sprintf("%s %d", months[c.Language][t.Month()-1], t.Year())
}

// tones are those of states that are not quiet.
var tones = map[string]Tone{
	"paid": ToneGood, "PAID": ToneGood, "settled": ToneGood, "SETTLED": ToneGood, "completed": ToneGood, "COMPLETED": ToneGood,
	"delivered": ToneGood, "approved": ToneGood, "live": ToneGood, "active": ToneGood, "done": ToneGood, "answered": ToneGood,
	"posted":  ToneGood,
	"pending": ToneWait, "PENDING": ToneWait, "requested": ToneWait, "open": ToneWait, "processing": ToneWait, "unknown": ToneWait,
	"rebuilding": ToneWait, "underReview": ToneWait, "invited": ToneWait, "new": ToneWait, "granted": ToneWait, "waiting": ToneWait,
	"failed": ToneBad, "FAILED": ToneBad, "exhausted": ToneBad, "halted": ToneBad, "rejected": ToneBad, "suspended": ToneBad,
	"reversed": ToneBad, "REVERSED": ToneBad, "refused": ToneBad, "contradicted": ToneBad, "urgent": ToneBad, "failing": ToneBad,
}

// State is a state by its word in the API.
func (c *Context) State(state string) Cell {
	tone := tones[state]
	if tone == "" {
		tone = ToneQuiet
	}
	return Cell{Text: c.Word(words.States, state), Raw: state, Kind: "state", Tone: tone}
}

// Flag is yes or no.
func (c *Context) Flag(yes bool) Cell {
	text := words.No
	if yes {
		text = words.Yes
	}
	return Cell{Text: c.T(text), Raw: strconv.FormatBool(yes)}
}

// Key is an id as it stands in paths.
func Key(id int64) string { return strconv.FormatInt(id, 10) }

// Percent is a percentage.
func Percent(d decimal.Decimal) Cell {
	return Cell{Text: strings.Replace(d.String(), ".", ",", 1) + " %", Raw: d.String(), Kind: "number"}
}
