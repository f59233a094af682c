package readtable

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"gateway/domain/text"
)

// Search puts together the WHERE clause of a query whose conditions depend on what was asked for. Conditions
// contain a ? for each argument. The zero value selects all rows.
type Search struct {
	// From is, for Table.Page, the table that has the columns of the conditions and of the order.
	From  string
	Where []string
	Args  []any
}

// Bind returns the condition with numbered arguments in place of each ?.
func (s *Search) Bind(condition string, args []any) string {
	var text strings.Builder
	for _, arg := range args {
		before, after, _ := strings.Cut(condition, "?")
		s.Args = append(s.Args, arg)
		text.WriteString(before + "$" + strconv.Itoa(len(s.Args)))
		condition = after
	}
	return text.String() + condition
}

// And adds a condition.
func (s *Search) And(condition string, args ...any) {
	s.Where = append(s.Where, s.Bind(condition, args))
}

// Equals adds a condition on a column, unless the value is empty or 0. It returns the search.
func (s *Search) Equals(column string, value any) *Search {
	if value != "" && value != int64(0) {
		s.And(column+" = ?", value)
	}
	return s
}

// Between adds bounds on the column of a time, both included. A zero bound is open.
func (s *Search) Between(column string, from, to time.Time) {
	if !from.IsZero() {
		s.And(column+" >= ?", from)
	}
	if !to.IsZero() {
		s.And(column+" <= ?", to)
	}
}

// Period is Between for a table whose index of times is chosen by estimate: a period without an end gets one, because with
// both bounds PostgreSQL uses the index even before it has statistics.
func (s *Search) Period(column string, from, to time.Time) {
	s.Between(column, from, to)
	if !from.IsZero() && to.IsZero() {
		s.And(column + " <= 'infinity'")
	}
}

// Clause returns the WHERE clause of the search.
func (s *Search) Clause() string {
	if len(s.Where) == 0 {
		return " WHERE true"
	}
	return " WHERE " + strings.Join(s.Where, " AND ")
}

// NewestFirst is the order of lists.
const NewestFirst = " ORDER BY created_at DESC, position DESC"

// Page returns one page of the rows and their total number, newest first: by created_at, and then by position.
// counters is the table of counters that has the columns of all conditions; if it is empty, the rows are counted
// on an index. The ids of the page's rows are also found on an index. id is the condition that selects rows of
// the table by those ids, with a ? for the ids.
func (t Table[T]) Page(ctx context.Context, db DB, s *Search, counters, id string, p Page) ([]T, int64, error) {
	if p.After != nil {
		s.And("(created_at, position) < (?, ?)", p.After.At, p.After.Position)
		rows, err := t.selected(ctx, db, s, id, " LIMIT ?", p.PerPage)
		return rows, p.After.Total, err
	}
	// The order makes PostgreSQL count on the same index that finds the page, even while it has no statistics
	// about the table.
	count := "SELECT count(*) FROM (SELECT FROM " + s.From + s.Clause() + NewestFirst + ") AS counted"
	if counters != "" {
		count = sumOf(counters) + s.Clause()
	}
	if p.Number == 1 && counters != "" && len(s.Where) == 1 { // the condition on the client
		rows, total, err := t.firstPage(ctx, db, s, count, p.PerPage)
		if err != nil || len(rows) > 0 {
			return rows, total, err
		}
	}
	var total int64
	if err := db.SQL.GetContext(ctx, &total, count, s.Args...); err != nil {
		return nil, 0, &QueryError{t.from, err}
	}
	skip, ok := p.skip(total)
	if !ok {
		return []T{}, total, nil
	}
	rows, err := t.selected(ctx, db, s, id, " OFFSET ? LIMIT ?", skip, p.PerPage)
	return rows, total, err
}

// selected reads the rows of the search within the limit.
func (t Table[T]) selected(ctx context.Context, db DB, s *Search, id, limit string, args ...any) ([]T, error) {
	ids := "ARRAY(SELECT id FROM " + s.From + s.Clause() + NewestFirst + s.Bind(limit, args) + ")"
	return t.List(ctx, db, "WHERE "+strings.Replace(id, "?", ids, 1)+t.NewestFirst(), s.Args...)
}

// firstPage reads the first page of all rows of a client along an index, each with the total number. It
// returns no number when there are no rows. The limit is a constant: with an argument, PostgreSQL would plan
// the query anew each time, which costs more than to run it. With a condition on status or channel it should
// plan anew, because a generic plan would walk through all rows of the client even when few match.
func (t Table[T]) firstPage(ctx context.Context, db DB, s *Search, count string, limit int) (rows []T, total int64, err error) {
	rows, err = t.query(ctx, db, "SELECT ("+count+"), "+t.columns+" FROM "+t.from+s.Clause()+t.NewestFirst()+
		" LIMIT "+strconv.Itoa(limit), s.Args, limit, &total)
	return rows, total, err
}

// NewestFirst returns the order of a list by created_at, and then by position.
func (t Table[T]) NewestFirst() string { return t.order("created_at") }

// NewestOfForms returns the newest row that stores a text in any of its forms (text.Forms). A text in NFC
// costs one lookup. It returns ErrNotFound when no form has a row.
func NewestOfForms[T any](sent string, isNewer func(a, b T) bool, find func(form string) (T, error)) (newest T, err error) {
	missing := ErrNotFound
	for _, form := range text.Forms(sent) {
		row, err := find(form)
		switch {
		case errors.Is(err, ErrNotFound):
		case err != nil:
			return newest, err
		case missing != nil || isNewer(row, newest):
			newest, missing = row, nil
		}
	}
	return newest, missing
}
