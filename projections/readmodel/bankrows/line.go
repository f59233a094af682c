package bankrows

import (
	"context"
	"time"

	"gateway/domain/bankstatement"
	"gateway/projections/readmodel/readtable"

	"github.com/shopspring/decimal"
)

// Queries queries the bank account.
type Queries struct{ readtable.DB }

// Line is a line of the bank (API reference: Admin bank).
type Line struct {
	ID       string `json:"id"`
	Position int64  `json:"-"`
	Account  string `json:"account"`
	// Day is the day on which the bank booked the line; of a pending line that of its file.
	Day       string          `json:"day"`
	ValueDate string          `json:"value_date"`
	Amount    decimal.Decimal `json:"amount"`
	Text      string          `json:"text"`
	Balance   decimal.Decimal `json:"balance"`
	Status    string          `json:"status"`
	// BookingID is the booking that the line is matched with; empty without one.
	BookingID string `json:"booking_id"`
	// Reason says why the line is matched, explained or open again, and ClearedBy who said so.
	Reason    string    `json:"reason"`
	ClearedBy string    `json:"cleared_by"`
	CreatedAt time.Time `json:"created_at"`
}

func (l *Line) columns(f *readtable.Fields) {
	f.At("id", &l.ID).At("position", &l.Position).At("account", &l.Account).At("day", &l.Day).At("value_date", &l.ValueDate)
	f.At("amount", &l.Amount).At("text", &l.Text).At("balance", &l.Balance).At("created_at", &l.CreatedAt)
	f.Later("status", &l.Status).Later("booking_id", &l.BookingID).Later("reason", &l.Reason).Later("cleared_by", &l.ClearedBy)
}

// pendingColumns are those of a line that the bank has not booked.
func (l *Line) pendingColumns(f *readtable.Fields) {
	f.At("id", &l.ID).At("position", &l.Position).At("account", &l.Account).At("day", &l.Day).At("amount", &l.Amount)
	f.At("text", &l.Text).At("created_at", &l.CreatedAt)
}

var (
	lineTable    = readtable.TableOf("bank_lines", (*Line).columns)
	pendingTable = readtable.TableOf("bank_pending", (*Line).pendingColumns)
)

// BankLine returns one booked line. Error: readtable.ErrNotFound.
func (q Queries) BankLine(ctx context.Context, id string) (Line, error) {
	return lineTable.Get(ctx, q.DB, "WHERE id = $1", id)
}

// BankLines returns a page of the lines and their total number, newest first. It filters by status, unless that is empty.
// Without a status the pending lines are left out.
func (q Queries) BankLines(ctx context.Context, status string, p readtable.Page) ([]Line, int64, error) {
	s := new(readtable.Search)
	if status == bankstatement.StatusPending {
		lines, total, err := pendingTable.ListCounted(ctx, q.DB, s, "", p)
		for i := range lines {
			lines[i].Status, lines[i].ValueDate = status, lines[i].Day
		}
		return lines, total, err
	}
	return lineTable.ListPage(ctx, q.DB, "bank_line_counts", s.Equals("status", status), p)
}

// BankLinesOfDay returns a page of the booked lines of a day, and their total number.
func (q Queries) BankLinesOfDay(ctx context.Context, day, status string, p readtable.Page) ([]Line, int64, error) {
	s := new(readtable.Search).Equals("day", day).Equals("status", status)
	return lineTable.ListCounted(ctx, q.DB, s, "", p)
}

// OldestOpenBankLine returns when the oldest line that is not cleared was imported, and how many such lines there are.
func (q Queries) OldestOpenBankLine(ctx context.Context) (oldest *time.Time, n int64, err error) {
	row := q.SQL.QueryRowContext(ctx, `SELECT COALESCE(sum(n), 0)::bigint,
		(SELECT created_at FROM bank_lines WHERE status >= $1 AND status <= $1 ORDER BY status, position LIMIT 1)
		FROM bank_line_counts WHERE status = $1`, bankstatement.StatusUnmatched)
	if err := row.Scan(&n, &oldest); err != nil {
		return nil, 0, readtable.Failed("bank_lines", err)
	}
	return oldest, n, nil
}
