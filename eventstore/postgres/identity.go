package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/lib/pq"
)

// Identity distinguishes servers and databases that hold a log with the same id: a restored backup, a copy, a
// promoted standby.
type Identity struct {
	// System is the server's system identifier, which initdb draws; "" if the role may not read it.
	System string
	// Database is the object id of the database, which changes when the database is dropped and restored.
	Database string
	// Timeline grows when a standby is promoted and after a point-in-time recovery; 0 if it can't be read.
	Timeline int64
}

// ReadIdentity returns the identity of the database. It fails on a standby.
func ReadIdentity(ctx context.Context, db *sql.DB) (i Identity, err error) {
	const fromWAL = `('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::bigint`
	const database = `SELECT oid FROM pg_database WHERE datname = current_database()`
	err = db.QueryRowContext(ctx, `SELECT (`+database+`)::text, `+fromWAL).Scan(&i.Database, &i.Timeline)
	if isDenied(err) {
		err = db.QueryRowContext(ctx, `SELECT (`+database+`)::text`).Scan(&i.Database)
	}
	if err != nil {
		return i, fmt.Errorf("read the identity of the server: %w", err)
	}
	err = db.QueryRowContext(ctx, `SELECT system_identifier::text FROM pg_control_system()`).Scan(&i.System)
	if err != nil && !isDenied(err) {
		return i, fmt.Errorf("read the identity of the server: %w", err)
	}
	return i, nil
}

// isDenied reports whether the role may not call a function, or the server lacks it.
func isDenied(err error) bool {
	refused, ok := errors.AsType[*pq.Error](err)
	return ok && (refused.Code.Name() == "insufficient_privilege" || refused.Code.Name() == "undefined_function")
}
