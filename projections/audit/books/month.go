package books

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"gateway/domain"
	"gateway/domain/ledger"
	"gateway/domain/period"
	"gateway/domain/statement"
	"gateway/eventstore"
	"gateway/projections/readmodel/balancerows"
	"gateway/projections/sheet"

	"github.com/shopspring/decimal"
)

// Month is a client's statement for a month (API reference: Statements): the balances before and after it,
// and the sums that explain the difference. Opening.Balance + Total.Net = Closing.Balance, to the sen.
type Month struct {
	ClientID int64 `json:"client_id"`
	// Name is the client's name; the caller sets it.
	Name string `json:"nama"`
	// Month is the month in the form 2026-01.
	Month string `json:"month"`
	// From and To are the first and last instants of the month.
	From time.Time `json:"from"`
	To   time.Time `json:"to"`
	// Complete is false until IsOver holds for the end of the month, because the sums may still grow.
	Complete bool     `json:"complete"`
	Opening  Balances `json:"opening"`
	Closing  Balances `json:"closing"`
	// Lines explain the difference between the balances, in the order of package statement.
	Lines []statement.Total `json:"lines"`
	// Total is the sum of the lines.
	Total statement.Sum `json:"total"`
	// VATRates split the fee and VAT of Total by the VAT rate of each fee. Only ReadMonth without visit sets them.
	VATRates []statement.VATRateTotal `json:"vat_rates"`
	// Days are the days of the month that have started.
	Days []Day `json:"days"`

	// Span is the month as its closing cuts it, or today's calendar where it is not closed.
	Span period.Span `json:"-"`
}

// Balances are the balances of a client's accounts. Balance is the sum of the others.
type Balances struct {
	Balance   decimal.Decimal `json:"saldo"`
	Available decimal.Decimal `json:"saldo_yang_bisa_ditarik"`
	Held      decimal.Decimal `json:"ditahan"`
	Unsettled decimal.Decimal `json:"belum_settle"`
	// Receivable is what the client owes, 0 or below.
	Receivable decimal.Decimal `json:"piutang"`
}

func balancesOf(t ledger.Totals) Balances {
	return Balances{Balance: t.Sum(), Available: t.Available, Held: t.Held, Unsettled: t.Unsettled, Receivable: t.Receivable}
}

// totals converts the balances to ledger totals.
func (b Balances) totals() ledger.Totals {
	return ledger.Totals{Available: b.Available, Held: b.Held, Unsettled: b.Unsettled, Receivable: b.Receivable}
}

// Day has the changes of the balance on one day, and the balances at the end of it.
type Day struct {
	Day string `json:"day"`
	statement.Sum
	BalanceAfter decimal.Decimal `json:"saldo_after"`
}

// Change is a movement that changed the balance, with its parts.
type Change struct {
	Movement
	// Line is the statement line under which the movement is summed.
	Line string
	statement.Amounts
}

// ErrNotBegun refuses a month that has not started.
var ErrNotBegun = domain.InvalidField("month", "has not begun")

// IsOver reports whether nothing can be booked before until any more: now is not before it, and the log has an event that was booked
// then or later. The clock that says now is not that of the store, which may be behind. Between its time and ours an event can still
// be booked that belongs to the time before.
func (r Reader) IsOver(ctx context.Context, until, now time.Time) (bool, error) {
	if now.Before(until) {
		return false, nil
	}
	newest, err := r.Log.Store().ReadAllBackwards(ctx, eventstore.EndOfLog, 1)
	return len(newest) > 0 && !newest[0].BookedAt.Before(until), err
}

// OpenMonth starts the statement of a month with the balance before it. now decides which of its days have
// started. It refuses a month that has not started with invalid_field month.
func (r Reader) OpenMonth(ctx context.Context, client int64, s period.Span, now time.Time) (Month, error) {
	if s.From.After(now) {
		return Month{}, ErrNotBegun
	}
	over, err := r.IsOver(ctx, s.Until, now)
	if err != nil {
		return Month{}, err
	}
	m := Month{ClientID: client, Month: s.Name, From: s.From.UTC(), To: s.Until.UTC().Add(-time.Nanosecond), Complete: over, Span: s}
	opening, err := r.BalanceAt(ctx, client, s.From.Add(-time.Nanosecond))
	m.Opening = balancesOf(opening)
	m.Closing = m.Opening
	for _, day := range s.AllDays() {
		if !day.From.After(now) {
			m.Days = append(m.Days, Day{Day: day.Name})
		}
	}
	return m, err
}

// ReadMonth reads and sums the movements of a month that OpenMonth started. It calls visit, unless nil, with
// each movement that changed the balance, in log order. It uses the blocks to read only the month's part of
// the client's stream. Without visit it also sums by VAT rate. It fails when the postings of the events contradict the
// balances in them.
func (r Reader) ReadMonth(ctx context.Context, m *Month, visit func(Change) error) error {
	if visit == nil {
		if done, err := r.sumMonth(ctx, m); err != nil || done {
			return err
		}
	}
	totals, after, latest := statement.Totals{}, m.Opening.totals(), m.From
	rates := rateSums{vatRates: &vatRates{reader: r}, sums: statement.VATRates{}}
	err := r.History(ctx, m.ClientID, Range{From: m.From, To: m.To}, func(move Movement) error {
		after = after.Apply(m.ClientID, move.Postings)
		if !after.Sum().Equal(move.BalanceAfter) {
			return fmt.Errorf("the postings up to event %d of client %d leave %s, but the event says %s",
				move.Position, m.ClientID, after.Sum(), move.BalanceAfter)
		}
		amounts := statement.AmountsOf(m.ClientID, move.Postings)
		if !totals.Add(move.Kind, amounts) {
			return nil
		}
		if move.At.After(latest) { // times given by the store itself may go back
			latest = move.At
		}
		m.day(m.Span.DayOf(latest)).add(amounts)
		if visit == nil {
			return rates.add(ctx, move, amounts)
		}
		return visit(Change{Movement: move, Line: statement.LineOf(move.Kind), Amounts: amounts})
	})
	m.close(totals, after)
	if visit == nil {
		m.VATRates = rates.sums.Totals()
	}
	return err
}

// close completes a month with its sums and the balance after it.
func (m *Month) close(totals statement.Totals, after ledger.Totals) {
	m.Closing, m.Lines, m.Total = balancesOf(after), totals.Lines(), totals.Sum()
	balance := m.Opening.Balance
	for i := range m.Days {
		balance = balance.Add(m.Days[i].Net)
		m.Days[i].BalanceAfter = balance
	}
}

// day finds a day of the month. It adds a day that has started since OpenMonth.
func (m *Month) day(name string) *Day {
	i, found := slices.BinarySearchFunc(m.Days, name, func(d Day, name string) int { return strings.Compare(d.Day, name) })
	if !found {
		m.Days = slices.Insert(m.Days, i, Day{Day: name})
	}
	return &m.Days[i]
}

func (d *Day) add(a statement.Amounts) { d.Sum = d.Sum.Plus(statement.Sum{Count: 1, Amounts: a}) }

// sumMonth completes a month that OpenMonth started from the hourly sums and the movements not yet counted in
// them. It returns false and changes nothing when there are no such sums; the caller must then read the
// movements. It fails when the sums contradict the balances.
func (r Reader) sumMonth(ctx context.Context, m *Month) (done bool, err error) {
	from, to := Range{From: m.From, To: m.To}.hours()
	if r.Sums == nil || !m.beginsOnHours() {
		return false, nil
	}
	known, err := r.Sums.RunningSums(ctx, m.ClientID, from, to)
	if err != nil || known.Newest.Before(from) {
		return false, err
	}
	hours, err := r.stretchOfHours(ctx, known, from, to)
	if err != nil {
		return false, err
	}
	through, err := r.BookedThrough(ctx, m.To)
	if err != nil {
		return false, err
	}
	through = later(through, hours.Through)
	rates := rateSums{vatRates: &vatRates{reader: r}, sums: statement.VATRates{}}
	totals := m.addHours(known.Rows, rates.sums)
	rest := stretch{after: hours.Through.Commit, through: through.Commit, in: Range{From: known.Newest, To: m.To}}
	if rest.after < rest.through {
		if err := r.addRest(ctx, m, monthSums{&totals, rates}, known.Newest, rest); err != nil {
			return false, err
		}
	}
	closing, err := r.balanceIn(ctx, m.ClientID, stretch{through: through.Commit, in: Range{To: m.To}})
	if err != nil {
		return false, err
	}
	m.close(totals, closing)
	m.VATRates = rates.sums.Totals()
	if expected := m.Opening.Balance.Add(m.Total.Net); !expected.Equal(closing.Sum()) {
		return false, fmt.Errorf("the movements of client %d in %s leave %s, but the event at their end says %s",
			m.ClientID, m.Month, expected, closing.Sum())
	}
	return true, nil
}

// beginsOnHours reports whether each day of the month starts on a full hour of UTC.
func (m *Month) beginsOnHours() bool {
	for _, day := range m.Span.AllDays() {
		if !day.From.Equal(day.From.Truncate(time.Hour)) {
			return false
		}
	}
	return true
}

// addHours adds the changes of the running sums, hour by hour.
func (m *Month) addHours(rows []balancerows.HourlySum, rates statement.VATRates) (totals statement.Totals) {
	type lineAndRate struct{ line, rate string }
	last := map[lineAndRate]statement.Sum{}
	for _, row := range rows {
		key := lineAndRate{row.Line, row.VATRate}
		if before := last[key]; !row.Hour.IsZero() {
			sum := row.Since(before)
			totals.AddSum(row.Line, sum)
			if sum.Count != 0 {
				rates.AddSum(row.VATRate, sum)
			}
			day := m.day(m.Span.DayOf(row.Hour))
			day.Sum = day.Plus(sum)
		}
		last[key] = row.Sum
	}
	return totals
}

// monthSums are the sums of a month, by line and by VAT rate.
type monthSums struct {
	totals *statement.Totals
	rates  rateSums
}

// addRest adds the movements of a part of the log. The first of them may fall into the newest hour that the
// sums cover.
func (r Reader) addRest(ctx context.Context, m *Month, sums monthSums, latest time.Time, part stretch) error {
	spans, err := r.spansOf(ctx, m.ClientID, part)
	if err != nil {
		return err
	}
	return r.visit(ctx, m.ClientID, part, spans, func(e Entry) error {
		if e.At.After(latest) {
			latest = e.At
		}
		amounts := statement.AmountsOf(m.ClientID, e.Postings)
		if !sums.totals.Add(e.Kind, amounts) {
			return nil
		}
		m.day(m.Span.DayOf(latest)).add(amounts)
		return sums.rates.add(ctx, e.Movement, amounts)
	})
}

// The kinds of rows in a statement's CSV file. A RowMovement row also names the statement line of the
// movement.
const (
	RowOpening  = "opening"
	RowMovement = "movement"
	RowLine     = "line"
	RowTotal    = "total"
	RowClosing  = "closing"
	// RowSignature is the last row of a signed file.
	RowSignature = "signature"
)

var monthHeading = []string{
	"row", "line", "position", "at", "day", "kind", "reference", "count", "gross", "fee", "vat", "net_amount", "saldo_after", "value_date",
}

// MonthColumns is the number of columns of a statement's CSV file.
func MonthColumns() int { return len(monthHeading) }

// CSV writes the statement: the opening balance, each movement that changed it, the sum of each line, the
// total, and the closing balance. read must call its function with each movement, as Reader.ReadMonth does,
// and complete the month. The caller flushes the writer.
func (m *Month) CSV(w *sheet.Writer, read func(visit func(Change) error) error) error {
	opening := row{kind: RowOpening, at: m.From, after: m.Opening.Balance}
	err := w.Write(monthHeading)
	if err == nil {
		err = w.Write(opening.cells())
	}
	if err == nil {
		err = read(func(c Change) error { return w.Write(m.row(c).cells()) })
	}
	if err != nil {
		return err
	}
	for _, l := range m.Lines {
		if err := w.Write(row{kind: RowLine, line: l.Line, sum: l.Sum}.cells()); err != nil {
			return err
		}
	}
	if err := w.Write(row{kind: RowTotal, sum: m.Total}.cells()); err != nil {
		return err
	}
	return w.Write(row{kind: RowClosing, at: m.To, after: m.Closing.Balance}.cells())
}

// SignatureRow returns the last row of a signed statement file: the signature format, the number of lines
// before it, their SHA-256 in hexadecimal, and the Ed25519 signature in base64. The file has at least eight columns.
// No cell starts like a spreadsheet formula.
func SignatureRow(columns int, format string, lines int64, sum, signature string) []string {
	cells := make([]string, columns)
	cells[0], cells[1], cells[5], cells[6], cells[7] = RowSignature, format, "sha256:"+sum, "ed25519:"+signature, strconv.FormatInt(lines, 10)
	return cells
}

// row is one row of the file. A time or amount that it lacks becomes an empty cell.
type row struct {
	kind, line string
	position   string
	at         time.Time
	change     *Change
	day        string
	sum        statement.Sum
	after      decimal.Decimal
}

// row leaves the position of a closed month out: another store has the event at another one.
func (m *Month) row(c Change) row {
	position := ""
	if m.Span.Closed == nil {
		position = strconv.FormatInt(c.Position, 10)
	}
	return row{
		position: position,
		kind:     RowMovement, line: c.Line, at: c.At, change: &c, day: m.Span.DayOf(c.At),
		sum: statement.Sum{Count: 1, Amounts: c.Amounts}, after: c.BalanceAfter,
	}
}

func (r row) cells() []string {
	cells := make([]string, len(monthHeading))
	cells[0], cells[1], cells[4] = r.kind, r.line, r.day
	if !r.at.IsZero() {
		cells[3], cells[12] = timeCell(r.at), r.after.String()
	}
	if c := r.change; c != nil {
		cells[2], cells[5], cells[6] = r.position, c.Kind, c.Reference
		cells[13] = timeCell(c.ValueDate)
	}
	if r.kind != RowOpening && r.kind != RowClosing {
		copy(cells[7:12], sumCells(r.sum))
	}
	return cells
}

func timeCell(t time.Time) string { return t.UTC().Format(time.RFC3339Nano) }
