package testdb

import (
	"context"
	"crypto/rand"
	"database/sql"
	"strings"
	"testing"
	"time"

	"github.com/lib/pq"
)

const (
	// empty is the template of empty databases. It allows no connections.
	empty = "template0"
	// limit bounds the creation or removal of a database on a busy machine.
	limit = 2 * time.Minute
)

// New creates an empty database and returns its DSN. It is dropped at the end of the test, despite open connections.
func New(tb testing.TB) string {
	tb.Helper()
	return clone(tb, empty)
}

// NewPair creates two empty databases: one for the event store, one for the read
// models.
func NewPair(tb testing.TB) (eventsDSN, readDSN string) {
	tb.Helper()
	return New(tb), New(tb)
}

func clone(tb testing.TB, template string) string {
	tb.Helper()
	server := Server(tb)
	name := "test_" + strings.ToLower(rand.Text()[:16])
	dsn, err := inDatabase(server, name)
	if err != nil {
		tb.Fatal(err)
	}
	if err := execute(server, "CREATE DATABASE "+pq.QuoteIdentifier(name)+" TEMPLATE "+pq.QuoteIdentifier(template)); err != nil {
		tb.Fatalf("create a test database: %v", err)
	}
	tb.Cleanup(func() {
		if err := execute(server, "DROP DATABASE "+pq.QuoteIdentifier(name)+" WITH (FORCE)"); err != nil {
			tb.Errorf("drop the test database: %v", err)
		}
	})
	return dsn
}

func execute(dsn string, statements ...string) error {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	return maintain(ctx, dsn, func(session *sql.Conn) error {
		return executeIn(ctx, session, statements...)
	})
}

func executeIn(ctx context.Context, session *sql.Conn, statements ...string) error {
	for _, statement := range statements {
		if _, err := session.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	return nil
}
