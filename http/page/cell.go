package page

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"gateway/domain/account"
	"gateway/domain/approval"
	"gateway/domain/balance"
	"gateway/domain/bankstatement"
	"gateway/domain/calendar"
	"gateway/domain/callback"
	"gateway/domain/endpoint"
	"gateway/domain/money"
	"gateway/domain/payment"
	"gateway/domain/person"
	"gateway/domain/proposal"
	"gateway/domain/report"
	"gateway/domain/ticket"
	"gateway/domain/words"

	"github.com/shopspring/decimal"
)

// Cell is a value as people read it. The zero value stands for an absent value.
type Cell struct {
	// Text is what the page shows, Raw what a CSV file has.
	Text, Raw string
	// Hint is shown on hover, such as the exact instant of a time.
	Hint string
	// Path is the whole path that the text links to, or empty.
	Path string
	// Kind is the class of the cell: money, time, state, code or prose; empty for a text; words for a part of a
	// sentence of the gateway.
	Kind string
	Tone Tone
	// Note says why a state is as it is. It is shown below the state.
	Note string
}

// To returns the cell as a link.
func (c Cell) To(path string) Cell {
	c.Path = path
	return c
}

// Plain is a text, or a sentence of the gateway that contains texts of users (words.Isolated).
func Plain(text string) Cell { return Cell{Text: text, Raw: words.Bare(text)} }

// Number is a count.
func Number[T int | int64](n T) Cell {
	text := strconv.FormatInt(int64(n), 10)
	return Cell{Text: money.Grouped(decimal.NewFromInt(int64(n))), Raw: text, Kind: "number"}
}

// Prose is a text of sentences, which needs room.
func Prose(text string) Cell { return Cell{Text: text, Raw: text, Kind: "prose"} }

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

// Time is a time in the zone of the business, with its instant on hover and in a CSV.
func (c *Context) Time(t time.Time) Cell {
	local := t.In(c.zone())
	text := fmt.Sprintf("%d %s %d, %s %s", local.Day(), c.T(words.ShortMonth(local.Month())), local.Year(), local.Format("15.04.05"),
		c.calendar().ZoneOf(t))
	raw := t.UTC().Format(time.RFC3339Nano)
	return Cell{Text: text, Raw: raw, Hint: raw, Kind: "time"}
}

// Instant is a time in the form that addresses of pages use.
func Instant(t time.Time) string { return t.UTC().Format(time.RFC3339Nano) }

// calendar is that of the business.
func (c *Context) calendar() calendar.Calendar {
	if c.site == nil {
		return calendar.Calendar{}
	}
	return c.site.Calendar
}

func (c *Context) zone() *time.Location { return c.calendar().Zone() }

// ZoneName is the name of the time zone that the pages show times in.
func (c *Context) ZoneName() string { return c.calendar().ZoneOf(time.Now()) }

// Now is the time in the zone of the business.
func (c *Context) Now() time.Time { return time.Now().In(c.zone()) }

// Date is a day of the business, such as 2026-11-23, in words. What is no day is shown as it is.
func (c *Context) Date(day string) Cell {
	t, err := time.ParseInLocation(time.DateOnly, day, c.zone())
	if err != nil {
		return Plain(day)
	}
	return Cell{Text: fmt.Sprintf("%d %s", t.Day(), c.Month(t)), Raw: day, Hint: day + " " + c.calendar().ZoneOf(t), Kind: "time"}
}

// Day is a day, such as 2026-11-23, in a few letters and without its year, for charts.
func (c *Context) Day(day string) string {
	t, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return day
	}
	return fmt.Sprintf("%d %s", t.Day(), c.T(words.ShortMonth(t.Month())))
}

// TimeOr is a time that may be absent.
func (c *Context) TimeOr(t *time.Time) Cell {
	if t == nil {
		return Cell{}
	}
	return c.Time(*t)
}

// MonthOf is a month, such as 2026-11, in words. A text that is not a month stays as it is.
func (c *Context) MonthOf(month string) string {
	t, err := time.Parse("2006-01", month)
	if err != nil {
		return month
	}
	return c.Month(t)
}

// Month is the month of a time in words: November 2026.
func (c *Context) Month(t time.Time) string {
	return fmt.Sprintf("%s %d", c.T(words.Month(t.Month())), t.Year())
}

// tones holds the tones of the states that are not quiet.
var tones = map[string]Tone{
	"paid": ToneGood, payment.StatusPaid: ToneGood, "settled": ToneGood, payment.StatusSettled: ToneGood,
	balance.StatusCompleted: ToneGood, payment.RefundStatusSucceeded: ToneGood, string(report.Completed): ToneGood,
	callback.StatusDelivered: ToneGood, account.StatusApproved: ToneGood, "live": ToneGood, person.StatusActive: ToneGood,
	approval.StatusDone: ToneGood, ticket.StatusAnswered: ToneGood, "posted": ToneGood,
	balance.StatusPending: ToneWait, payment.StatusPending: ToneWait, approval.StatusRequested: ToneWait, ticket.StatusOpen: ToneWait,
	balance.StatusProcessing: ToneWait, "unknown": ToneWait,
	"rebuilding": ToneWait, "underReview": ToneWait, person.StatusInvited: ToneWait, proposal.StatusNew: ToneWait,
	approval.StatusGranted: ToneWait, "waiting": ToneWait,
	balance.StatusFailed: ToneBad, payment.StatusFailed: ToneBad, callback.StatusExhausted: ToneBad, "halted": ToneBad,
	account.StatusRejected: ToneBad, account.StatusSuspended: ToneBad,
	"sound": ToneGood, "ok": ToneGood, "running": ToneWait, "incomplete": ToneWait, "interrupted": ToneWait,
	"missing":                          ToneWait,
	payment.DisputeStatusNeedsResponse: ToneWait, payment.DisputeStatusUnderReview: ToneWait, payment.DisputeStatusWon: ToneGood,
	payment.DisputeStatusLost:     ToneBad,
	bankstatement.StatusUnmatched: ToneWait, bankstatement.StatusMatched: ToneGood,
	"found": ToneBad, "broken": ToneBad, balance.StatusReversed: ToneBad, string(report.Reversed): ToneBad,
	approval.StatusRefused: ToneBad, "contradicted": ToneBad, "urgent": ToneBad, endpoint.StatusFailing: ToneBad,
}

// State shows a state, by the word that the API uses for it.
func (c *Context) State(state string) Cell {
	tone := tones[state]
	if tone == "" {
		tone = ToneQuiet
	}
	return Cell{Text: c.Word(words.States, state), Raw: state, Kind: "state", Tone: tone}
}

// Noted returns a state with the reason for it.
func (c Cell) Noted(note string) Cell {
	c.Note = note
	return c
}

// LocalTime is a time in the zone of the business, as a spreadsheet reads it. The heading of its column names the zone
// (LocalTitle).
func (c *Context) LocalTime(t *time.Time) Cell {
	if t == nil {
		return Cell{}
	}
	return Plain(t.In(c.zone()).Format(time.DateTime))
}

// LocalTitle is a column of LocalTime.
func (c *Context) LocalTitle(name words.Text) Column {
	return Column{Name: name, Heading: c.T(name) + " (" + c.ZoneName() + ")"}
}

// Flag shows yes or no.
func (c *Context) Flag(yes bool) Cell {
	text := words.No
	if yes {
		text = words.Yes
	}
	return Cell{Text: c.T(text), Raw: strconv.FormatBool(yes)}
}

// Key is an id in the form that paths use.
func Key(id int64) string { return strconv.FormatInt(id, 10) }

// Decimal is a number with a unit, which may be empty. Both languages write numbers as rupiah are written: 1.234,5.
func Decimal(d decimal.Decimal, unit string) Cell {
	whole, part, hasPart := strings.Cut(d.String(), ".")
	if n, err := decimal.NewFromString(whole); err == nil && !n.IsZero() {
		whole = money.Grouped(n)
	}
	if hasPart {
		whole += "," + part
	}
	return Cell{Text: strings.TrimSpace(whole + " " + unit), Raw: d.String(), Kind: "number"}
}

// Took is a time in milliseconds, shown in seconds: 2,1 detik in Indonesian, 2.1 s in English. A file has the milliseconds.
func (c *Context) Took(milliseconds int64) Cell {
	seconds := decimal.New(milliseconds, -3)
	if shown := seconds.Round(1); !shown.IsZero() {
		seconds = shown
	}
	text := seconds.String()
	if c.Language == words.Indonesian {
		text = strings.Replace(text, ".", ",", 1)
	}
	return Cell{Text: c.T(words.SecondsTook, text), Raw: strconv.FormatInt(milliseconds, 10), Kind: "number"}
}

// Percent is a percentage.
func Percent(d decimal.Decimal) Cell { return Decimal(d, "%") }
