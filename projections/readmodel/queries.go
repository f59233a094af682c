package readmodel

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"gateway/domain"
	"gateway/eventstore"
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
	db  *sqlx.DB
	now func() time.Time
}

// NewQueries makes Queries on db. A DSN with binary_parameters=yes saves a round trip
// per query.
func NewQueries(db *sqlx.DB) *Queries { return &Queries{db: db, now: time.Now} }

// table queries rows of type T from one table, or from a join.
type table[T any] struct {
	from    string
	columns string
}

func tableOf[T any](from string) table[T] { return table[T]{from: from, columns: columnsOf[T]()} }

// with returns the table with expressions in place of some columns, by their names.
func (t table[T]) with(expressions map[string]string) table[T] {
	t.columns = columnsWith[T](expressions)
	return t
}

// get returns the first row that the clause (WHERE ...) selects, or ErrNotFound.
func (t table[T]) get(ctx context.Context, q *Queries, clause string, args ...any) (T, error) {
	var row T
	err := q.db.GetContext(ctx, &row, "SELECT "+t.columns+" FROM "+t.from+" "+clause+" LIMIT 1", args...)
	if errors.Is(err, sql.ErrNoRows) {
		return row, ErrNotFound
	}
	if err != nil {
		return row, &queryError{t.from, err}
	}
	return row, nil
}

// list returns all rows that the clause selects; never nil.
func (t table[T]) list(ctx context.Context, q *Queries, clause string, args ...any) ([]T, error) {
	rows := []T{}
	if err := q.db.SelectContext(ctx, &rows, "SELECT "+t.columns+" FROM "+t.from+" "+clause, args...); err != nil {
		return nil, &queryError{t.from, err}
	}
	return rows, nil
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
