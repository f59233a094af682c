package engine

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"io"
	"net"

	"gateway/eventstore"

	"github.com/lib/pq"
)

// Transient reports whether an error comes from the connection, the server or a timeout, not from the event
// or the query, so that a retry may succeed.
func Transient(err error) bool {
	if errors.Is(err, driver.ErrBadConn) || errors.Is(err, sql.ErrConnDone) || errors.Is(err, io.EOF) ||
		errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, eventstore.ErrUnavailable) ||
		errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
		return true
	}
	var network net.Error
	if errors.As(err, &network) {
		return true
	}
	var server *pq.Error
	if !errors.As(err, &server) {
		return false
	}
	switch server.Code.Class() {
	case "08", "3D", "40", "53", // connection, unknown database, serialization failure, resources
		"55", "57", "58", "25": // locks, shutdown, I/O, aborted transaction
		return true
	}
	return false
}
