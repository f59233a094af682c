package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/lib/pq"
)

// ErrNotMigrated says that the database lacks migrations.
var ErrNotMigrated = errors.New("event store schema is missing, run the migrations")

// UnsafeServerError says that the server may lose committed transactions.
type UnsafeServerError struct {
	// Setting is the server setting that is off.
	Setting string
}

func (e *UnsafeServerError) Error() string {
	return fmt.Sprintf("PostgreSQL runs with %s = off and may lose confirmed events", e.Setting)
}

// checkServer returns *UnsafeServerError for a server that may lose committed
// transactions.
func checkServer(ctx context.Context, db *sql.DB) error {
	const settings = `SELECT name FROM pg_settings
		WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit') AND setting = 'off'
		ORDER BY name LIMIT 1`
	var off string
	switch err := db.QueryRowContext(ctx, settings).Scan(&off); {
	case err == nil:
		return &UnsafeServerError{Setting: off}
	case !errors.Is(err, sql.ErrNoRows):
		return fmt.Errorf("ask for the server's settings: %w", err)
	}
	return nil
}

// readStoreID returns the id that the migrations gave the log. Error: ErrNotMigrated.
func readStoreID(ctx context.Context, db *sql.DB) (id string, err error) {
	if err := db.QueryRowContext(ctx, `SELECT id FROM store`).Scan(&id); err != nil {
		return "", fmt.Errorf("read the store's id: %w", orNotMigrated(err))
	}
	return id, nil
}

// orNotMigrated replaces the error of a missing table or function by ErrNotMigrated.
func orNotMigrated(err error) error {
	const undefinedTable, undefinedFunction = "42P01", "42883"
	if refused, ok := errors.AsType[*pq.Error](err); ok &&
		(refused.Code == undefinedTable || refused.Code == undefinedFunction) {
		return ErrNotMigrated
	}
	return err
}
