package books

import (
	"strconv"
	"time"

	"gateway/domain/statement"
	"gateway/projections/sheet"

	"github.com/shopspring/decimal"
)

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
// before it, their SHA-256 in hexadecimal, and the Ed25519 signature in base64. No cell starts like a
// spreadsheet formula.
func SignatureRow(format string, lines int64, sum, signature string) []string {
	cells := make([]string, len(monthHeading))
	cells[0], cells[1], cells[5], cells[6], cells[7] = RowSignature, format, "sha256:"+sum, "ed25519:"+signature, strconv.FormatInt(lines, 10)
	return cells
}

// row is one row of the file. A time or amount that it lacks becomes an empty cell.
type row struct {
	kind, line string
	at         time.Time
	change     *Change
	day        string
	sum        statement.Sum
	after      decimal.Decimal
}

func (m *Month) row(c Change) row {
	return row{
		kind: RowMovement, line: c.Line, at: c.At, change: &c, day: m.calendar.DayOf(c.At),
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
		cells[2], cells[5], cells[6] = strconv.FormatInt(c.Position, 10), c.Kind, c.Reference
		cells[13] = timeCell(c.ValueDate)
	}
	if r.kind != RowOpening && r.kind != RowClosing {
		copy(cells[7:12], sumCells(r.sum))
	}
	return cells
}

func timeCell(t time.Time) string { return t.UTC().Format(time.RFC3339Nano) }
