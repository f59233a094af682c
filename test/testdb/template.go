package testdb

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"fmt"
	"testing"

	"github.com/lib/pq"
)

// preparing is the advisory lock that is held while a template is made, so that only one process makes one at a time.
const preparing = 7_316_802_551

// Template returns the DSN of a new database, a copy of the one that prepare filled. Prepare runs once per
// server and name, in whichever test binary comes first. So the name must change with what prepare does: put a
// hash of the migrations in it. Prepare must close its connections.
func Template(tb testing.TB, name string, prepare func(dsn string) error) string {
	tb.Helper()
	sum := sha256.Sum256([]byte(name))
	template := "template_" + hex.EncodeToString(sum[:8])
	if err := ensureTemplate(Server(tb), template, prepare); err != nil {
		tb.Fatalf("template database %s: %v", name, err)
	}
	return clone(tb, template)
}

func ensureTemplate(server, template string, prepare func(dsn string) error) error {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	return maintain(ctx, server, func(session *sql.Conn) error {
		if ready, err := exists(ctx, session, template); ready || err != nil {
			return err
		}
		// The end of the session releases the lock.
		if _, err := session.ExecContext(ctx, "SELECT pg_advisory_lock($1)", preparing); err != nil {
			return err
		}
		if ready, err := exists(ctx, session, template); ready || err != nil {
			return err
		}
		return makeTemplate(ctx, session, server, template, prepare)
	})
}

// makeTemplate fills a database under another name, so that the template exists
// only once it is complete.
func makeTemplate(ctx context.Context, session *sql.Conn, server, template string, prepare func(dsn string) error) error {
	draft := template + "_draft"
	quoted := pq.QuoteIdentifier(draft)
	dsn, err := inDatabase(server, draft)
	if err != nil {
		return err
	}
	if err := executeIn(ctx, session, "DROP DATABASE IF EXISTS "+quoted+" WITH (FORCE)", "CREATE DATABASE "+quoted+" TEMPLATE "+empty); err != nil {
		return err
	}
	if err := prepare(dsn); err != nil {
		return fmt.Errorf("prepare: %w", err)
	}
	// No connections, because copying a database fails while it has any.
	return executeIn(ctx, session,
		"ALTER DATABASE "+quoted+" ALLOW_CONNECTIONS false",
		"ALTER DATABASE "+quoted+" RENAME TO "+pq.QuoteIdentifier(template))
}

func exists(ctx context.Context, session *sql.Conn, database string) (found bool, err error) {
	err = session.QueryRowContext(ctx, "SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)", database).Scan(&found)
	return found, err
}
