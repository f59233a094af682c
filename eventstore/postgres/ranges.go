package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// ErrRangeSize says that a range can't have this number of positions.
var ErrRangeSize = errors.New("a range has 1 to 1,000,000,000 positions")

const (
	readRoom = `SELECT max(g.last), (SELECT events FROM range_size) FROM ranges g`
	// retryRoomAfter is the number of positions after which the store tries again to make a range after a
	// failure.
	retryRoomAfter = 1_000
)

// makeRoom makes the next range if less than half a range is free. An error is not fatal: append_events makes
// the range itself when it needs it.
func (n *notifier) makeRoom() {
	newest := n.newest.Load()
	if newest < n.roomAt {
		return
	}
	var last, size int64
	_, err := n.db.ExecContext(context.Background(), `SELECT make_range(0)`)
	if err == nil {
		err = n.db.QueryRowContext(context.Background(), readRoom).Scan(&last, &size)
	}
	if err != nil {
		n.roomAt = newest + retryRoomAfter
		n.log.WithError(err).Warn("the next range of the log could not be made ahead of time")
		return
	}
	n.roomAt = max(newest+1, last-size/2)
}

// SetRangeSize sets the number of positions of ranges made from now on. An empty range that was made ahead of
// time is made again. db must be a connection of the owner. Error: ErrRangeSize.
func SetRangeSize(ctx context.Context, db *sql.DB, size int64) error {
	if size < 1 || size > 1_000_000_000 {
		return fmt.Errorf("%d: %w", size, ErrRangeSize)
	}
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("set the size of ranges: %w", err)
	}
	defer func() { _ = tx.Rollback() }() // does nothing after the commit
	if _, err := tx.ExecContext(ctx, `UPDATE range_size SET events = $1`, size); err != nil {
		return fmt.Errorf("set the size of ranges: %w", err)
	}
	// This runs under the lock of appends. Otherwise an event could be written into a range that is dropped.
	if _, err := tx.ExecContext(ctx, `SELECT pg_advisory_xact_lock(7310579622884401267)`); err != nil {
		return fmt.Errorf("set the size of ranges: %w", err)
	}
	if err := dropRangesAfter(ctx, tx, `(SELECT coalesce(max(position), 0) FROM events)`); err != nil {
		return fmt.Errorf("set the size of ranges: %w", err)
	}
	if _, err := tx.ExecContext(ctx, `SELECT make_range(1)`); err != nil {
		return fmt.Errorf("set the size of ranges: %w", err)
	}
	return tx.Commit()
}

// dropRangesAfter drops the ranges that begin after a position, which is given as an SQL expression. The
// ranges must have no events.
func dropRangesAfter(ctx context.Context, tx *sql.Tx, position string) error {
	//nolint:gosec // the position is an expression of this package
	_, err := tx.ExecContext(ctx, `DO $$
		DECLARE
			empty bigint[];
			n bigint;
		BEGIN
			SELECT coalesce(array_agg(number ORDER BY number DESC), '{}') INTO empty FROM ranges WHERE first > `+position+`;
			FOREACH n IN ARRAY empty LOOP
				EXECUTE format('DROP TABLE %I', 'events_' || n);
				DELETE FROM ranges WHERE number = n;
			END LOOP;
		END $$`)
	return err
}
