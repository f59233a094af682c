package settlementfile

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"gateway/domain"
	"gateway/domain/calendar"
	"gateway/domain/money"
	"gateway/domain/pricing"

	"github.com/shopspring/decimal"
)

// The limits of a file. A longer one is split.
const (
	MaxBytes = 16 << 20
	MaxRows  = 50_000
)

// maxID is the longest id and reference, in characters.
const maxID = 100

// columns are the columns of a file, in the order of its examples, and whether the header needs them.
var columns = []struct {
	name     string
	required bool
}{
	{"id", true},
	{"kind", true},
	{"reference", true},
	{"provider_id", false},
	{"channel", false},
	{"amount", true},
	{"fee", true},
	{"vat", false},
	{"booked_at", true},
	{"settled_at", true},
}

// Columns lists the columns of a file. provider_id, channel and vat may be missing.
func Columns() (names []string) {
	for _, c := range columns {
		names = append(names, c.name)
	}
	return names
}

// Problem is something wrong with a file. Line counts from 1; Column is empty for a whole line, Line 0 for a whole file.
type Problem struct {
	Line         int
	Column, Text string
}

// String is for people.
func (p Problem) String() string {
	switch {
	case p.Line == 0:
		return p.Text
	case p.Column == "":
		return fmt.Sprintf("line %d: %s", p.Line, p.Text)
	}
	return fmt.Sprintf("line %d, %s: %s", p.Line, p.Column, p.Text)
}

// ReadRow is a row with the line on which it stands.
type ReadRow struct {
	Row
	Line int
}

// Parse reads a file of a connection. Days are those of the calendar; now is the time by which nothing may be later.
// Either there are rows, or all problems of the file, in the order of its lines.
func Parse(text []byte, connection string, days calendar.Calendar, now time.Time) (rows []ReadRow, problems []Problem) {
	whole := func(format string, args ...any) ([]ReadRow, []Problem) {
		return nil, []Problem{{Text: fmt.Sprintf(format, args...)}}
	}
	switch {
	case len(text) > MaxBytes:
		return whole("the file is larger than %d bytes: split it", MaxBytes)
	case !utf8.Valid(text):
		return whole("the file is not UTF-8: save it as CSV UTF-8")
	}
	p := parser{connection: connection, days: days, now: now, seen: map[string]int{}}
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	r := csv.NewReader(bytes.NewReader(text))
	r.FieldsPerRecord, r.Comma = -1, separatorOf(text)
	p.decimalComma = r.Comma == ';'
	for {
		record, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if broken, ok := errors.AsType[*csv.ParseError](err); ok {
			p.add(broken.Line, "", "is no CSV: %v", broken.Err)
			break // what follows can't be told apart
		}
		line, _ := r.FieldPos(0)
		switch {
		case p.header == nil:
			p.takeHeader(line, record)
		case len(p.rows) >= MaxRows:
			return whole("the file has more than %d rows: split it", MaxRows)
		default:
			p.takeRow(line, record)
		}
		if p.header == nil {
			break
		}
	}
	switch {
	case p.header == nil && len(p.problems) == 0:
		return whole("the file is empty: its first line names the columns %s", strings.Join(Columns(), ", "))
	case len(p.rows) == 0 && len(p.problems) == 0:
		return whole("the file has no rows")
	case len(p.problems) > 0:
		return nil, p.problems
	}
	return p.rows, nil
}

// separatorOf returns what separates the columns of the header: a comma, or a semicolon, as Excel writes it in Indonesia.
func separatorOf(text []byte) rune {
	header, _, _ := bytes.Cut(text, []byte("\n"))
	if bytes.Count(header, []byte(";")) > bytes.Count(header, []byte(",")) {
		return ';'
	}
	return ','
}

type parser struct {
	connection   string
	days         calendar.Calendar
	now          time.Time
	decimalComma bool
	// header has the place of each column.
	header map[string]int
	width  int
	// seen has the line of each id.
	seen     map[string]int
	rows     []ReadRow
	problems []Problem
}

func (p *parser) add(line int, column, format string, args ...any) {
	p.problems = append(p.problems, Problem{line, column, fmt.Sprintf(format, args...)})
}

func (p *parser) takeHeader(line int, record []string) {
	header := map[string]int{}
	for i, name := range record {
		name = strings.TrimSpace(name)
		_, twice := header[name]
		switch {
		case !slices.Contains(Columns(), name):
			p.add(line, name, "is no column; the columns are %s", strings.Join(Columns(), ", "))
		case twice:
			p.add(line, name, "stands twice in the header")
		}
		header[name] = i
	}
	for _, c := range columns {
		if _, ok := header[c.name]; c.required && !ok {
			p.add(line, c.name, "is missing in the header")
		}
	}
	if len(p.problems) == 0 {
		p.header, p.width = header, len(record)
	}
}

// takeRow reads one row. It goes on after a problem, so that all are told.
func (p *parser) takeRow(line int, record []string) {
	if len(record) != p.width {
		p.add(line, "", "has %d columns, the header %d", len(record), p.width)
		return
	}
	get := func(column string) string {
		if i, ok := p.header[column]; ok {
			return strings.TrimSpace(record[i])
		}
		return ""
	}
	row := ReadRow{Row: Row{
		Connection: p.connection, ID: p.word(line, "id", get("id"), true), Kind: get("kind"),
		Reference:  p.word(line, "reference", get("reference"), true),
		ProviderID: p.word(line, "provider_id", get("provider_id"), false), ChannelCode: get("channel"),
		Fee: p.fee(line, "fee", get("fee")), VAT: p.fee(line, "vat", get("vat")),
		BookedAt: p.moment(line, "booked_at", get("booked_at")), SettledAt: p.moment(line, "settled_at", get("settled_at")),
	}, Line: line}
	row.Amount = p.amount(line, get("amount"), row.Kind == Adjustment)
	if first, twice := p.seen[row.ID]; twice && row.ID != "" {
		p.add(line, "id", "%s stands on line %d, too", row.ID, first)
	}
	p.seen[row.ID] = line
	p.check(row, get)
	p.rows = append(p.rows, row)
}

// check looks at what depends on the kind.
func (p *parser) check(r ReadRow, get func(string) string) {
	if _, ok := kinds[r.Kind]; !ok {
		p.add(r.Line, "kind", "must be one of %s", strings.Join(Kinds(), ", "))
		return
	}
	if _, ok := pricing.Lookup(r.ChannelCode); r.ChannelCode != "" && !ok {
		p.add(r.Line, "channel", "%s is not the code of a channel", r.ChannelCode)
	}
	if r.HasEstimate() && get("fee") == "" {
		p.add(r.Line, "fee", "is missing: 0 says that there is none")
	}
	switch hasSettled := get("settled_at") != ""; {
	case r.Kind == Payment && !hasSettled:
		p.add(r.Line, "settled_at", "is missing")
	case r.Kind != Payment && hasSettled:
		p.add(r.Line, "settled_at", "is for payments only")
	case r.Kind == Payment && !r.SettledAt.IsZero() && r.SettledAt.Add(24*time.Hour).Before(r.BookedAt):
		p.add(r.Line, "settled_at", "is before booked_at")
	}
	if named := r.Kind == Void || r.Kind == Refund || r.Kind == Chargeback; named && get("provider_id") == "" {
		p.add(r.Line, "provider_id", "is missing: a %s needs it", r.Kind)
	}
}

// word reads an id.
func (p *parser) word(line int, column, text string, required bool) string {
	switch {
	case text == "" && required:
		p.add(line, column, "is missing")
	case utf8.RuneCountInString(text) > maxID:
		p.add(line, column, "is longer than %d characters", maxID)
	case strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }):
		p.add(line, column, "has characters that can't be printed")
	default:
		return text
	}
	return ""
}

// number reads an amount in plain rupiah. A file with semicolons may have a decimal comma.
func (p *parser) number(line int, column, text string) (decimal.Decimal, bool) {
	plain := text
	if p.decimalComma && strings.Count(text, ",") == 1 && !strings.Contains(text, ".") {
		plain = strings.ReplaceAll(text, ",", ".")
	}
	d, err := money.ParseNumber(plain)
	if err == nil && strings.ContainsAny(plain, "eE") {
		err = errors.New("exponent")
	}
	if err == nil {
		err = money.Check(d)
	}
	if err != nil {
		p.add(line, column, "%q must be plain rupiah with at most 2 decimals, such as 150000 or 4440.50", text)
		return decimal.Zero, false
	}
	return money.Round(d), true
}

func (p *parser) amount(line int, text string, signed bool) decimal.Decimal {
	d, ok := p.number(line, "amount", cmp.Or(text, "?"))
	switch {
	case !ok:
	case signed && d.IsZero():
		p.add(line, "amount", "must not be 0")
	case !signed && !d.IsPositive():
		p.add(line, "amount", "must be greater than 0")
	}
	return d
}

func (p *parser) fee(line int, column, text string) decimal.Decimal {
	d, ok := p.number(line, column, cmp.Or(text, "0"))
	if ok && d.IsNegative() {
		p.add(line, column, "must not be below 0")
	}
	return d
}

func (p *parser) moment(line int, column, text string) time.Time {
	if text == "" {
		if column == "booked_at" {
			p.add(line, column, "is missing")
		}
		return time.Time{}
	}
	t, err := p.days.Moment(column, text, false)
	var refusal *domain.Refusal
	switch {
	case errors.As(err, &refusal):
		p.add(line, column, "%q %s", text, refusal.Message)
	case err != nil:
		p.add(line, column, "%q: %v", text, err)
	case t.After(p.now):
		p.add(line, column, "%s is in the future", text)
	}
	return t.UTC()
}
