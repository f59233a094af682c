package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/lib/pq"
)

// ErrNotMigrated says that the database is not, or not fully, migrated.
var ErrNotMigrated = errors.New("event store schema is missing, run the migrations")

// UnsafeServerError says that the server may lose what it has confirmed.
type UnsafeServerError struct {
	// Setting is the one that is off.
	Setting string
}

func (e *UnsafeServerError) Error() string {
	return fmt.Sprintf("PostgreSQL runs with %s = off and may lose confirmed events", e.Setting)
}

// inspect refuses a server or a schema that the log can't be trusted to, and gives
// the store's id.
func inspect(ctx context.Context, db *sql.DB) (id string, err error) {
	const settings = `SELECT name FROM pg_settings
		WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit') AND setting = 'off'
		ORDER BY name LIMIT 1`
	var off string
	switch err := db.QueryRowContext(ctx, settings).Scan(&off); {
	case err == nil:
		return "", &UnsafeServerError{Setting: off}
	case !errors.Is(err, sql.ErrNoRows):
		return "", fmt.Errorf("ask for the server's settings: %w", err)
	}
	if err := db.QueryRowContext(ctx, `SELECT id FROM store`).Scan(&id); err != nil {
		return "", fmt.Errorf("read the store's id: %w", orNotMigrated(err))
	}
	return id, nil
}

// orNotMigrated replaces the error of a missing table or function.
func orNotMigrated(err error) error {
	const undefinedTable, undefinedFunction = "42P01", "42883"
	if refused, ok := errors.AsType[*pq.Error](err); ok &&
		(refused.Code == undefinedTable || refused.Code == undefinedFunction) {
		return ErrNotMigrated
	}
	return err
}
