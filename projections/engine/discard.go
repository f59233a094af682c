package engine

import (
	"database/sql"
	"database/sql/driver"
)

// discard closes a connection instead of returning it to its pool.
func discard(conn *sql.Conn) {
	// The error only says that the discarded connection was broken.
	_ = conn.Raw(func(any) error { return driver.ErrBadConn })
	_ = conn.Close()
}
