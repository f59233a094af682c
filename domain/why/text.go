package why

import (
	"strconv"
	"strings"
	"time"

	"gateway/domain/calendar"
	"gateway/domain/money"
	"gateway/domain/words"

	"github.com/shopspring/decimal"
)

// Text returns the reason as a sentence. Times in it use the calendar's time zone.
func (r Reason) Text(in words.Language, c calendar.Calendar) string {
	return strings.NewReplacer(
		"{amount}", amount(r.Amount), "{expected}", amount(r.Expected), "{at}", moment(r.Event.At, c), "{until}", moment(r.Until, c),
		"{other}", orDash(r.Other), "{about}", orDash(r.About), "{count}", strconv.Itoa(r.Count), "{times}", words.Times(r.Count).In(in),
		"{detail}", orDash(r.Detail),
		"{event}", r.Event.Type+" "+strconv.FormatInt(r.Event.Position, 10),
	).Replace(words.Reasons[string(r.Code)].In(in))
}

func orDash(text string) string {
	if text == "" {
		return "-"
	}
	return text
}

func amount(d *decimal.Decimal) string {
	if d == nil {
		return "-"
	}
	return money.Rupiah(*d)
}

// moment writes a time to the minute, with the name of its zone: 2026-01-31 15:04 WIB.
func moment(t time.Time, c calendar.Calendar) string {
	if t.IsZero() {
		return "-"
	}
	return t.In(c.Zone()).Format("2006-01-02 15:04 ") + c.ZoneOf(t)
}

// Piece is a part of a reason's sentence: either words, or the name of the value to insert (amount, expected,
// at, until, other, about, count, times, detail or event). One of the two is empty.
type Piece struct{ Words, Part string }

// Pieces returns the code's sentence in pieces, for callers that show some values not as text but, for
// example, as a link. An unknown code has none.
func (c Code) Pieces(in words.Language) (pieces []Piece) {
	rest := words.Reasons[string(c)].In(in)
	for rest != "" {
		before, after, found := strings.Cut(rest, "{")
		if before != "" {
			pieces = append(pieces, Piece{Words: before})
		}
		if !found {
			break
		}
		var part string
		part, rest, _ = strings.Cut(after, "}")
		pieces = append(pieces, Piece{Part: part})
	}
	return pieces
}
