package wire

import (
	"database/sql"
	"database/sql/driver"
)

// Discard closes a connection instead of returning it to its pool.
func Discard(conn *sql.Conn) {
	// The error only says that the discarded connection was broken.
	_ = conn.Raw(func(any) error { return driver.ErrBadConn })
	_ = conn.Close()
}
