package readmodel

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"gateway/domain"
	"gateway/eventstore"
	"gateway/projections/engine"

	"github.com/jmoiron/sqlx"
)

// ErrNotFound is the *domain.Refusal that a query for one thing answers when there
// is none, or none that the client owns.
var ErrNotFound error = domain.Refuse(domain.NotFound, "not_found", "not found")

// Queries reads the read models. It is safe for concurrent use, and sees a write
// as soon as the projections have passed its event (projections.Watcher.Wait).
type Queries struct{ db *sqlx.DB }

// NewQueries reads from db. A DSN with binary_parameters=yes spares a round trip
// per query.
func NewQueries(db *sqlx.DB) *Queries { return &Queries{db: db} }

// table reads rows of type T from one table, or a join.
type table[T any] struct {
	from    string
	columns string
}

func tableOf[T any](from string) table[T] { return table[T]{from: from, columns: columnsOf[T]()} }

// one gives the first row that rest (WHERE ...) selects, or ErrNotFound.
func (t table[T]) one(ctx context.Context, q *Queries, rest string, args ...any) (T, error) {
	var row T
	err := q.db.GetContext(ctx, &row, "SELECT "+t.columns+" FROM "+t.from+" "+rest+" LIMIT 1", args...)
	if errors.Is(err, sql.ErrNoRows) {
		return row, ErrNotFound
	}
	if err != nil {
		return row, &unreadError{t.from, err}
	}
	return row, nil
}

// all gives every row that rest selects; never nil.
func (t table[T]) all(ctx context.Context, q *Queries, rest string, args ...any) ([]T, error) {
	rows := []T{}
	if err := q.db.SelectContext(ctx, &rows, "SELECT "+t.columns+" FROM "+t.from+" "+rest, args...); err != nil {
		return nil, &unreadError{t.from, err}
	}
	return rows, nil
}

// unreadError says what could not be read, and is eventstore.ErrUnavailable where it may
// be when tried again.
type unreadError struct {
	what string
	err  error
}

func (e *unreadError) Error() string { return "read " + e.what + ": " + e.err.Error() }
func (e *unreadError) Unwrap() error { return e.err }

func (e *unreadError) Is(target error) bool {
	return target == eventstore.ErrUnavailable && engine.Transient(e.err)
}

// filter is a conjunction of equalities.
type filter struct {
	columns []string
	args    []any
}

// where adds a condition, unless the value is the zero value: no condition.
func (f filter) where(column string, value any) filter {
	if value == "" || value == int64(0) {
		return f
	}
	return filter{columns: append(f.columns, column), args: append(f.args, value)}
}

func (f filter) String() string {
	text := "WHERE true"
	for i, c := range f.columns {
		text += fmt.Sprintf(" AND %s = $%d", c, i+1)
	}
	return text
}

// Page selects a part of a list, newest first. Number counts from 1; both are at
// least 1.
type Page struct{ Number, PerPage int }

// page reads one page and the total. The total is a sum of counters, and the page
// begins where an index-only scan says, so the cost of page 1 does not depend on
// the length of the list.
func (t table[T]) page(ctx context.Context, q *Queries, counts string, f filter, p Page) ([]T, int64, error) {
	var total int64
	err := q.db.GetContext(ctx, &total, "SELECT COALESCE(sum(n), 0)::bigint FROM "+counts+" "+f.String(), f.args...)
	if err != nil {
		return nil, 0, &unreadError{counts, err}
	}
	skip := int64(p.Number-1) * int64(p.PerPage)
	if int64(p.Number-1) > total/int64(p.PerPage) || skip >= total {
		return []T{}, total, nil
	}
	rows, err := t.all(ctx, q, t.pageQuery(f), append(f.args, skip, p.PerPage)...)
	return rows, total, err
}

func (t table[T]) pageQuery(f filter) string {
	table, _, _ := strings.Cut(t.from, " ")
	n := len(f.args)
	return fmt.Sprintf(`%[1]s AND position <= (SELECT position FROM %[2]s %[1]s ORDER BY position DESC OFFSET $%[3]d LIMIT 1)
		ORDER BY %[2]s.position DESC LIMIT $%[4]d`, f, table, n+1, n+2)
}
