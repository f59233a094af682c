package readtable

import (
	"context"
	"strings"
	"time"

	"gateway/domain"
	"gateway/eventstore"
	"gateway/projections/engine"

	"github.com/jmoiron/sqlx"
)

// ErrNotFound is the *domain.Refusal of a query for one row that does not exist or belongs to another client.
var ErrNotFound error = domain.Refuse(domain.NotFound, "not_found", "not found")

// DB is the database to query, and the clock for queries that depend on the time.
type DB struct {
	SQL *sqlx.DB
	Now func() time.Time
}

// Table queries rows of type T from one table or a join.
type Table[T any] struct {
	from string
	// columns is the SELECT list.
	columns string
	list    func(*T, *Fields)
}

// TableOf returns the table, or join of tables, with these columns.
func TableOf[T any](from string, list func(*T, *Fields)) Table[T] {
	return Table[T]{from: from, list: list}.With(nil)
}

// With returns the table with expressions that replace some columns, by name.
func (t Table[T]) With(expressions map[string]string) Table[T] {
	var items []string
	for _, f := range ColumnsOf(t.list) {
		items = append(items, f.selected(expressions))
	}
	t.columns = strings.Join(items, ", ")
	return t
}

// Get returns the first row that the clause (WHERE ...) selects, or ErrNotFound.
func (t Table[T]) Get(ctx context.Context, db DB, clause string, args ...any) (row T, err error) {
	rows, err := t.query(ctx, db, "SELECT "+t.columns+" FROM "+t.from+" "+clause+" LIMIT 1", args, 0)
	if err == nil && len(rows) == 0 {
		return row, ErrNotFound
	}
	if err != nil {
		return row, err
	}
	return rows[0], nil
}

// List returns all rows that the clause selects; never nil.
func (t Table[T]) List(ctx context.Context, db DB, clause string, args ...any) ([]T, error) {
	return t.query(ctx, db, "SELECT "+t.columns+" FROM "+t.from+" "+clause, args, 0)
}

// query runs a query for the table's columns. Before them it selects other columns, which it scans into more
// for each row.
func (t Table[T]) query(ctx context.Context, db DB, query string, args []any, room int, more ...any) ([]T, error) {
	rows, err := db.SQL.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, &QueryError{t.from, err}
	}
	defer rows.Close()
	all, f := make([]T, 0, room), Fields{}
	for rows.Next() {
		var none T
		all, f.Addresses = append(all, none), append(f.Addresses[:0], more...)
		t.list(&all[len(all)-1], &f)
		if err := rows.Scan(f.Addresses...); err != nil {
			return nil, &QueryError{t.from, err}
		}
	}
	if err := rows.Err(); err != nil {
		return nil, &QueryError{t.from, err}
	}
	return all, nil
}

// QueryError names the table of a failed query. It is eventstore.ErrUnavailable when a retry may succeed.
type QueryError struct {
	Table string
	Err   error
}

// Failed returns the error for a failed query of a table.
func Failed(table string, err error) error { return &QueryError{table, err} }

func (e *QueryError) Error() string { return "read " + e.Table + ": " + e.Err.Error() }
func (e *QueryError) Unwrap() error { return e.Err }

// Is reports whether target is eventstore.ErrUnavailable and the error may be temporary.
func (e *QueryError) Is(target error) bool {
	return target == eventstore.ErrUnavailable && engine.Transient(e.Err)
}
