package wire

import (
	"context"
	"database/sql/driver"
)

// wrapping is a connector whose connections are wrapped.
type wrapping struct {
	driver.Connector
	wrap func(fullConn) driver.Conn
}

// Connect implements driver.Connector.
func (c wrapping) Connect(ctx context.Context) (driver.Conn, error) {
	conn, err := c.Connector.Connect(ctx)
	if full, ok := conn.(fullConn); ok {
		return c.wrap(full), err
	}
	return conn, err // never with lib/pq
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
