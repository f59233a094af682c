package readmodel

import (
	"context"
	"reflect"
	"slices"
	"strings"
	"time"

	"gateway/domain"
	"gateway/eventstore"
	"gateway/eventstore/coalesce"
	"gateway/projections/engine"

	"github.com/jmoiron/sqlx"
)

// ErrNotFound is the *domain.Refusal of a query for one row that does not exist, or
// that belongs to another client.
var ErrNotFound error = domain.Refuse(domain.NotFound, "not_found", "not found")

// Queries queries the read models. It sees an event once the read models have passed
// its position (engine.CheckpointWatcher.Wait). It is safe for concurrent use.
//
// Errors of all queries: ErrNotFound where one row is asked for, and errors that are
// eventstore.ErrUnavailable when the database can't be reached.
type Queries struct {
	db       *sqlx.DB
	now      func() time.Time
	balances *coalesce.Calls[int64, Balance]
}

// NewQueries makes Queries on db. A DSN with binary_parameters=yes saves a round trip
// per query.
func NewQueries(db *sqlx.DB) *Queries {
	q := &Queries{db: db, now: time.Now}
	q.balances = coalesce.New(coalesce.Config{Slots: 2, MaxBatch: 64, Limit: 10 * time.Second}, q.balancesInOrder)
	return q
}

// table queries rows of type T from one table, or from a join.
type table[T any] struct {
	from    string
	columns string
	// fields are the indexes of the fields that the columns are scanned into, in their order.
	fields [][]int
	// expressions stand in place of some columns, by their names.
	expressions map[string]string
}

func tableOf[T any](from string) table[T] {
	return table[T]{from: from}.of(columnFields[T]())
}

// with returns the table with expressions in place of some columns, by their names.
func (t table[T]) with(expressions map[string]string) table[T] {
	t.expressions = expressions
	return t.of(columnFields[T]())
}

// shown returns the table with only those columns that JSON shows, and others by their names: the
// other fields are not read.
func (t table[T]) shown(others ...string) table[T] {
	return t.of(slices.DeleteFunc(columnFields[T](), func(f reflect.StructField) bool {
		return f.Tag.Get("json") == "-" && !slices.Contains(others, f.Tag.Get("db"))
	}))
}

// of returns the table with the columns of these fields.
func (t table[T]) of(fields []reflect.StructField) table[T] {
	t.columns, t.fields = strings.Join(selected[T](t.expressions, fields), ", "), nil
	for _, f := range fields {
		t.fields = append(t.fields, f.Index)
	}
	return t
}

// get returns the first row that the clause (WHERE ...) selects, or ErrNotFound.
func (t table[T]) get(ctx context.Context, q *Queries, clause string, args ...any) (row T, err error) {
	rows, err := t.query(ctx, q, "SELECT "+t.columns+" FROM "+t.from+" "+clause+" LIMIT 1", args, 0)
	if err == nil && len(rows) == 0 {
		return row, ErrNotFound
	}
	if err != nil {
		return row, err
	}
	return rows[0], nil
}

// list returns all rows that the clause selects; never nil.
func (t table[T]) list(ctx context.Context, q *Queries, clause string, args ...any) ([]T, error) {
	return t.query(ctx, q, "SELECT "+t.columns+" FROM "+t.from+" "+clause, args, 0)
}

// query runs a query for the columns of the table and, before them, for others, which it
// scans into more, from each row.
func (t table[T]) query(ctx context.Context, q *Queries, query string, args []any, room int, more ...any) ([]T, error) {
	rows, err := q.db.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, &queryError{t.from, err}
	}
	defer rows.Close()
	all := make([]T, 0, room)
	into := append(more, make([]any, len(t.fields))...)
	for rows.Next() {
		var none T
		all = append(all, none)
		row := reflect.ValueOf(&all[len(all)-1]).Elem()
		for i, index := range t.fields {
			into[len(more)+i] = row.FieldByIndex(index).Addr().Interface()
		}
		if err := rows.Scan(into...); err != nil {
			return nil, &queryError{t.from, err}
		}
	}
	if err := rows.Err(); err != nil {
		return nil, &queryError{t.from, err}
	}
	return all, nil
}

// queryError names the table of a failed query. It is eventstore.ErrUnavailable when
// the same query may succeed later.
type queryError struct {
	table string
	err   error
}

func (e *queryError) Error() string { return "read " + e.table + ": " + e.err.Error() }
func (e *queryError) Unwrap() error { return e.err }

func (e *queryError) Is(target error) bool {
	return target == eventstore.ErrUnavailable && engine.Transient(e.err)
}
