package readmodel

import (
	"context"
	"strconv"
	"strings"
	"time"
)

// search is a list of rows that conditions select, newest first: by created_at, and then
// by position. Conditions are written with ? for each argument.
type search struct {
	// from is the table that has the columns of the conditions, and of the order.
	from  string
	where []string
	args  []any
}

// bind gives the condition with numbered arguments in place of each ?.
func (s *search) bind(condition string, args []any) string {
	var text strings.Builder
	for _, arg := range args {
		before, after, _ := strings.Cut(condition, "?")
		s.args = append(s.args, arg)
		text.WriteString(before + "$" + strconv.Itoa(len(s.args)))
		condition = after
	}
	return text.String() + condition
}

// and adds a condition.
func (s *search) and(condition string, args ...any) {
	s.where = append(s.where, s.bind(condition, args))
}

// equals adds a condition on a column, unless the value is empty.
func (s *search) equals(column, value string) {
	if value != "" {
		s.and(column+" = ?", value)
	}
}

// between adds the bounds of created_at, both included. A zero bound is open.
func (s *search) between(from, to time.Time) {
	if !from.IsZero() {
		s.and("created_at >= ?", from)
	}
	if !to.IsZero() {
		s.and("created_at <= ?", to)
	}
}

func (s *search) clause() string { return " WHERE " + strings.Join(s.where, " AND ") }

const newestFirst = " ORDER BY created_at DESC, position DESC"

// page returns one page of the rows and the number of all. counters is the table of counters
// that has the columns of all conditions; without one the rows are counted, on an index. The ids
// of the page's rows are found on an index, too. id is the condition that selects rows of the
// table by them, written with ? for the ids.
func (t table[T]) page(ctx context.Context, q *Queries, s *search, counters, id string, p Page) ([]T, int64, error) {
	if p.After != nil {
		s.and("(created_at, position) < (?, ?)", p.After.At, p.After.Position)
		rows, err := t.selected(ctx, q, s, id, " LIMIT ?", p.PerPage)
		return rows, p.After.Total, err
	}
	// The order has PostgreSQL count on the index that the page is found on, also while it knows
	// nothing of the table.
	count := "SELECT count(*) FROM (SELECT FROM " + s.from + s.clause() + newestFirst + ") AS counted"
	if counters != "" {
		count = "SELECT COALESCE(sum(n), 0)::bigint FROM " + counters + s.clause()
	}
	if p.Number == 1 && counters != "" && len(s.where) == 1 { // the client
		rows, total, err := t.firstPage(ctx, q, s, count, p.PerPage)
		if err != nil || len(rows) > 0 {
			return rows, total, err
		}
	}
	var total int64
	if err := q.db.GetContext(ctx, &total, count, s.args...); err != nil {
		return nil, 0, &queryError{t.from, err}
	}
	skip := int64(p.Number-1) * int64(p.PerPage)
	if int64(p.Number-1) > total/int64(p.PerPage) || skip >= total {
		return []T{}, total, nil
	}
	rows, err := t.selected(ctx, q, s, id, " OFFSET ? LIMIT ?", skip, p.PerPage)
	return rows, total, err
}

// selected reads those rows that the limit leaves of the search.
func (t table[T]) selected(ctx context.Context, q *Queries, s *search, id, limit string, args ...any) ([]T, error) {
	ids := "ARRAY(SELECT id FROM " + s.from + s.clause() + newestFirst + s.bind(limit, args) + ")"
	return t.list(ctx, q, "WHERE "+strings.Replace(id, "?", ids, 1)+t.newestFirst(), s.args...)
}

// firstPage reads the first page of all rows of a client, along an index, with their number beside
// each. The limit is a constant: with an argument for it, PostgreSQL would plan the query anew each
// time, which costs more than to run it. With a status or a channel it should do that: a plan for
// any would walk through all rows of the client where few have the one. Without rows there is no
// number.
func (t table[T]) firstPage(ctx context.Context, q *Queries, s *search, count string, limit int) (rows []T, total int64, err error) {
	rows, err = t.query(ctx, q, "SELECT ("+count+"), "+t.columns+" FROM "+t.from+s.clause()+t.newestFirst()+
		" LIMIT "+strconv.Itoa(limit), s.args, limit, &total)
	return rows, total, err
}

// newestFirst is the order of a list by the table's own columns: created_at alone would be the value
// in the SELECT list, which no index has.
func (t table[T]) newestFirst() string {
	return " ORDER BY " + t.from + ".created_at DESC, " + t.from + ".position DESC"
}
