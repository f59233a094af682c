package wire

import (
	"context"
	"database/sql/driver"
	"time"
)

// Measured returns a connector that calls measure at the end of each statement of its connections, and at the
// first row of a query, with the time at which it began. Connections call measure concurrently.
func Measured(c driver.Connector, measure func(query string, began time.Time)) driver.Connector {
	return wrapping(c, func(conn fullConn) driver.Conn { return measuredConn{conn, measure} })
}

type measuredConn struct {
	fullConn
	measure func(query string, began time.Time)
}

// QueryContext implements driver.QueryerContext. It measures until the first row.
func (c measuredConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	defer c.measure(query, time.Now())
	return c.fullConn.QueryContext(ctx, query, args)
}

// ExecContext implements driver.ExecerContext.
func (c measuredConn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	defer c.measure(query, time.Now())
	return c.fullConn.ExecContext(ctx, query, args)
}

// PrepareContext implements driver.ConnPrepareContext. Each run of the statement is measured.
func (c measuredConn) PrepareContext(ctx context.Context, query string) (driver.Stmt, error) {
	stmt, err := c.fullConn.PrepareContext(ctx, query)
	if full, ok := stmt.(fullStmt); ok {
		return measuredStmt{full, query, c.measure}, err
	}
	return stmt, err // never with lib/pq
}

type measuredStmt struct {
	fullStmt
	query   string
	measure func(query string, began time.Time)
}

// QueryContext implements driver.StmtQueryContext. It measures until the first row.
func (s measuredStmt) QueryContext(ctx context.Context, args []driver.NamedValue) (driver.Rows, error) {
	defer s.measure(s.query, time.Now())
	return s.fullStmt.QueryContext(ctx, args)
}

// ExecContext implements driver.StmtExecContext.
func (s measuredStmt) ExecContext(ctx context.Context, args []driver.NamedValue) (driver.Result, error) {
	defer s.measure(s.query, time.Now())
	return s.fullStmt.ExecContext(ctx, args)
}
