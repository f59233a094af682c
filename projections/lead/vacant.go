package lead

import (
	"context"
	"database/sql"
	"fmt"
)

// Vacant reports whether no instance leads at this moment: no gateway is at work.
func Vacant(ctx context.Context, db *sql.DB) (bool, error) {
	var vacant bool
	// The lock is given back at the end of the statement's own transaction.
	if err := db.QueryRowContext(ctx, `SELECT pg_try_advisory_xact_lock($1)`, lockKey).Scan(&vacant); err != nil {
		return false, fmt.Errorf("look for a leader: %w", err)
	}
	return vacant, nil
}
