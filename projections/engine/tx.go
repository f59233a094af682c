package engine

import (
	"context"
	"database/sql"
	"fmt"

	"gateway/eventstore/wire"
)

// Tx is a transaction on a connection that a Session keeps. It prepares each statement once per connection,
// so there must be a bounded number of query texts.
type Tx struct {
	conn     *sql.Conn
	stmts    map[string]*sql.Stmt
	loading  bool
	pipeline *wire.Pipeline
	// direct makes Write send each statement separately.
	direct bool
	// ofModel is true when the pipeline has statements of the model that is being applied.
	ofModel bool
}

// Loading reports whether the transaction writes many rows, either in a rebuild or in an engine that is far
// behind the log. New rows are then best written with Copy.
func (t *Tx) Loading() bool { return t.loading }

func (t *Tx) prepared(ctx context.Context, query string) (*sql.Stmt, error) {
	if stmt, ok := t.stmts[query]; ok {
		return stmt, nil
	}
	stmt, err := t.conn.PrepareContext(ctx, query)
	if err != nil {
		return nil, fmt.Errorf("prepare: %w", err)
	}
	t.stmts[query] = stmt
	return stmt, nil
}

// Exec executes a statement and returns the number of rows that it affected.
func (t *Tx) Exec(ctx context.Context, query string, args ...any) (int64, error) {
	if err := t.flushBefore(ctx); err != nil {
		return 0, err
	}
	stmt, err := t.prepared(ctx, query)
	if err != nil {
		return 0, err
	}
	res, err := stmt.ExecContext(ctx, args...)
	if err != nil {
		return 0, err
	}
	return res.RowsAffected()
}

// Query runs a query on the model's own tables. The caller must close the rows before the next statement.
func (t *Tx) Query(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	if err := t.flushBefore(ctx); err != nil {
		return nil, err
	}
	stmt, err := t.prepared(ctx, query)
	if err != nil {
		return nil, err
	}
	return stmt.QueryContext(ctx, args...)
}
