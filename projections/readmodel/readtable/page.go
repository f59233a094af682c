package readtable

import (
	"context"
	"strings"
	"time"

	"github.com/shopspring/decimal"
)

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
	// Amount is the amount by which the list is ordered, if it is, in rupiah.
	Amount decimal.Decimal
	// Total is the total number of rows, as counted for the first page.
	Total int64
}

// skip returns how many of all rows come before the page, or false if the page has none.
func (p Page) skip(total int64) (int64, bool) {
	before := int64(p.Number-1) * int64(p.PerPage)
	return before, int64(p.Number-1) <= total/int64(p.PerPage) && before < total
}

// ListPage returns one page of the rows of the search, in the order of their positions, and their total number.
// The number is a sum of counters, and an index-only scan finds the page's first position, so the first page
// costs the same however long the list is.
func (t Table[T]) ListPage(ctx context.Context, db DB, counters string, s *Search, p Page) ([]T, int64, error) {
	if p.After != nil {
		s.And("position < ?", p.After.Position)
		rows, err := t.listSearch(ctx, db, s, t.order(""), " LIMIT ?", p.PerPage)
		return rows, p.After.Total, err
	}
	total, err := t.count(ctx, db, sumOf(counters), s)
	skip, ok := p.skip(total)
	if err != nil || !ok {
		return []T{}, total, err
	}
	s.And("position <= (SELECT position FROM "+t.name()+s.Clause()+" ORDER BY position DESC OFFSET ? LIMIT 1)", skip)
	rows, err := t.listSearch(ctx, db, s, t.order(""), " LIMIT ?", p.PerPage)
	return rows, total, err
}

// ListCounted returns one page of the rows of the search and their total number, for which the rows are counted.
// They are ordered by the column of a time, if it is given, and then by position.
func (t Table[T]) ListCounted(ctx context.Context, db DB, s *Search, time string, p Page) ([]T, int64, error) {
	if p.After != nil {
		if time == "" {
			s.And("position < ?", p.After.Position)
		} else {
			s.And("("+time+", position) < (?, ?)", p.After.At, p.After.Position)
		}
		rows, err := t.listSearch(ctx, db, s, t.order(time), " LIMIT ?", p.PerPage)
		return rows, p.After.Total, err
	}
	total, err := t.count(ctx, db, "SELECT count(*) FROM "+t.from, s)
	skip, ok := p.skip(total)
	if err != nil || !ok {
		return []T{}, total, err
	}
	rows, err := t.listSearch(ctx, db, s, t.order(time), " OFFSET ? LIMIT ?", skip, p.PerPage)
	return rows, total, err
}

// sumOf selects the number of rows from their counters.
func sumOf(counters string) string { return "SELECT COALESCE(sum(n), 0)::bigint FROM " + counters }

func (t Table[T]) count(ctx context.Context, db DB, query string, s *Search) (total int64, err error) {
	if err := db.SQL.GetContext(ctx, &total, query+s.Clause(), s.Args...); err != nil {
		return 0, &QueryError{t.from, err}
	}
	return total, nil
}

func (t Table[T]) listSearch(ctx context.Context, db DB, s *Search, order, limit string, args ...any) ([]T, error) {
	return t.List(ctx, db, s.Clause()+order+s.Bind(limit, args), s.Args...)
}

// name returns the name of the table, or of the first one of a join.
func (t Table[T]) name() string {
	name, _, _ := strings.Cut(t.from, " ")
	return name
}

// order returns the order of a list, newest first, by the table's own columns. A bare created_at would mean the
// expression in the SELECT list, which has no index.
func (t Table[T]) order(time string) string {
	if time != "" {
		time = t.name() + "." + time + " DESC, "
	}
	return " ORDER BY " + time + t.name() + ".position DESC"
}

// Waiting counts one kind of item that waits for a person.
type Waiting struct {
	Kind   string     `db:"kind"`
	Count  int64      `db:"count"`
	Oldest *time.Time `db:"oldest"`
}
