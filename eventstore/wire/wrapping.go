package wire

import (
	"context"
	"database/sql/driver"
)

// Opening returns a connector whose connections open makes of those of c. open may be called concurrently.
func Opening(c driver.Connector, open func(context.Context, driver.Connector) (driver.Conn, error)) driver.Connector {
	return opening{c, open}
}

type opening struct {
	driver.Connector
	open func(context.Context, driver.Connector) (driver.Conn, error)
}

// Connect implements driver.Connector.
func (o opening) Connect(ctx context.Context) (driver.Conn, error) { return o.open(ctx, o.Connector) }

// wrapping returns a connector whose connections are wrapped.
func wrapping(c driver.Connector, wrap func(fullConn) driver.Conn) driver.Connector {
	return Opening(c, func(ctx context.Context, c driver.Connector) (driver.Conn, error) {
		conn, err := c.Connect(ctx)
		if full, ok := conn.(fullConn); ok {
			return wrap(full), err
		}
		return conn, err // never with lib/pq
	})
}

// Scalar returns the one value of the first row of a query, on a connection that database/sql does not use yet.
func Scalar(ctx context.Context, conn driver.Conn, query string) (driver.Value, error) {
	rows, err := conn.(driver.QueryerContext).QueryContext(ctx, query, nil)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	row := make([]driver.Value, 1)
	err = rows.Next(row)
	return row[0], err
}

// fullConn has the optional interfaces of lib/pq's connections. If the wrapper lacked one, database/sql would
// use the connection differently.
type fullConn interface {
	driver.Conn
	driver.ConnPrepareContext
	driver.ConnBeginTx
	driver.QueryerContext
	driver.ExecerContext
	driver.Pinger
	driver.SessionResetter
	driver.Validator
	driver.NamedValueChecker
}

// fullStmt has the optional interfaces of lib/pq's statements.
type fullStmt interface {
	driver.Stmt
	driver.StmtQueryContext
	driver.StmtExecContext
}
