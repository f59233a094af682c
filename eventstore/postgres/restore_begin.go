package postgres

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/lib/pq"
)

// Begin begins a restore that keeps the positions of the events, and gives the log the id of the store that
// they come from. Error: ErrNotEmpty.
func (r *Restore) Begin(ctx context.Context, store string) error {
	id, err := uuid.Parse(store)
	if err != nil {
		return fmt.Errorf("the id of the store: %w", err)
	}
	if err := r.beginTransaction(ctx); err != nil {
		return err
	}
	for _, statement := range []string{
		`GRANT UPDATE ON store TO CURRENT_USER`,
		`ALTER TABLE store DISABLE TRIGGER store_is_final`,
		`UPDATE store SET id = ` + pq.QuoteLiteral(id.String()),
		`ALTER TABLE store ENABLE ALWAYS TRIGGER store_is_final`,
		`REVOKE UPDATE ON store FROM CURRENT_USER`,
	} {
		if _, err := r.tx.ExecContext(ctx, statement); err != nil {
			return fmt.Errorf("restore the store's id: %w", err)
		}
	}
	return nil
}

// BeginCopy begins a copy of another store's log: this log keeps its id and gives the events its own
// positions. It marks the log with the id of the other store (transfer.CopyMarker). Error: ErrNotEmpty.
func (r *Restore) BeginCopy(ctx context.Context, from string) error {
	r.renumber = true
	if err := r.beginTransaction(ctx); err != nil {
		return err
	}
	if _, err := r.tx.ExecContext(ctx, setCopySource, from); err != nil {
		return fmt.Errorf("note what is copied here: %w", err)
	}
	return nil
}

func (r *Restore) beginTransaction(ctx context.Context) (err error) {
	if r.tx, err = r.db.BeginTx(ctx, nil); err != nil {
		return fmt.Errorf("restore: %w", err)
	}
	// Reading the file may take longer than the server's limit for an idle transaction.
	if _, err := r.tx.ExecContext(ctx, `SET LOCAL idle_in_transaction_session_timeout = 0`); err != nil {
		return fmt.Errorf("restore: %w", err)
	}
	// The tables are locked before the check, so that a gateway that starts now waits for the end of the
	// restore. The migrations revoked the privileges that allow this lock, even from the owner, who therefore
	// grants one to itself for the duration of the statement.
	for _, statement := range []string{
		`GRANT TRUNCATE ON events, store TO CURRENT_USER`,
		`LOCK TABLE events, store IN ACCESS EXCLUSIVE MODE`,
		`REVOKE TRUNCATE ON events, store FROM CURRENT_USER`,
	} {
		if _, err := r.tx.ExecContext(ctx, statement); err != nil {
			return fmt.Errorf("restore: %w", err)
		}
	}
	var empty bool
	if err := r.tx.QueryRowContext(ctx, `SELECT NOT EXISTS (SELECT FROM events)`).Scan(&empty); err != nil {
		return fmt.Errorf("restore: %w", err)
	}
	if !empty {
		return ErrNotEmpty
	}
	return r.dropRanges(ctx)
}
