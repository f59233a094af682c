package readtable

import (
	"context"
	"fmt"
	"strings"
	"time"
)

// Filter is a WHERE clause of columns that must equal values.
type Filter struct {
	columns []string
	args    []any
}

// Where adds a condition, unless the value is the zero value.
func (f Filter) Where(column string, value any) Filter {
	if value == "" || value == int64(0) {
		return f
	}
	return Filter{columns: append(f.columns, column), args: append(f.args, value)}
}

func (f Filter) String() string {
	text := "WHERE true"
	for i, c := range f.columns {
		text += fmt.Sprintf(" AND %s = $%d", c, i+1)
	}
	return text
}

// Page selects a part of a list, newest first. Number counts from 1. Number and the page size are at least 1.
type Page struct {
	Number, PerPage int
	// After is the place of the last row before the page, or nil to use Number. When it is set, Number is
	// ignored.
	After *Place
}

// Place is the place of a row in the order of its list.
type Place struct {
	// At is the time by which the list is ordered, if it is. Position decides among equal times.
	At       time.Time
	Position int64
	// Total is the total number of rows, as counted for the first page.
	Total int64
}

// ListPage returns one page and the total number of rows. The number is a sum of counters, and an index-only
// scan finds the page's first position, so the first page costs the same however long the list is.
func (t Table[T]) ListPage(ctx context.Context, db DB, counts string, f Filter, p Page) ([]T, int64, error) {
	if p.After != nil {
		rows, err := t.List(ctx, db, t.pageAfter(f), append(f.args, p.After.Position, p.PerPage)...)
		return rows, p.After.Total, err
	}
	var total int64
	err := db.SQL.GetContext(ctx, &total, "SELECT COALESCE(sum(n), 0)::bigint FROM "+counts+" "+f.String(), f.args...)
	if err != nil {
		return nil, 0, &QueryError{counts, err}
	}
	skip := int64(p.Number-1) * int64(p.PerPage)
	if int64(p.Number-1) > total/int64(p.PerPage) || skip >= total {
		return []T{}, total, nil
	}
	rows, err := t.List(ctx, db, t.pageQuery(f), append(f.args, skip, p.PerPage)...)
	return rows, total, err
}

func (t Table[T]) pageQuery(f Filter) string {
	table, _, _ := strings.Cut(t.from, " ")
	n := len(f.args)
	return fmt.Sprintf(`%[1]s AND position <= (SELECT position FROM %[2]s %[1]s ORDER BY position DESC OFFSET $%[3]d LIMIT 1)
		ORDER BY %[2]s.position DESC LIMIT $%[4]d`, f, table, n+1, n+2)
}

func (t Table[T]) pageAfter(f Filter) string {
	table, _, _ := strings.Cut(t.from, " ")
	n := len(f.args)
	return fmt.Sprintf("%s AND position < $%d ORDER BY %s.position DESC LIMIT $%d", f, n+1, table, n+2)
}

// Waiting counts one kind of item that waits for a person.
type Waiting struct {
	Kind   string     `db:"kind"`
	Count  int64      `db:"count"`
	Oldest *time.Time `db:"oldest"`
}
