package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"gateway/eventstore"

	"github.com/google/uuid"
	"github.com/lib/pq"
)

// ErrNotEmpty says that only an empty log can be restored into.
var ErrNotEmpty = errors.New("the log holds events already: restore into an empty database")

// Restore fills an empty log with events as they were, positions and the store's id
// included. All of it is one transaction. Nobody else may use the database
// meanwhile. It is used by one goroutine.
type Restore struct {
	db   *sql.DB
	tx   *sql.Tx
	last int64 // position
	// renumber gives events positions of this log's own.
	renumber bool
}

// NewRestore restores into a migrated database.
func NewRestore(db *sql.DB) *Restore { return &Restore{db: db} }

// Begin makes the log the store of this id. Error: ErrNotEmpty.
func (r *Restore) Begin(ctx context.Context, store string) error {
	id, err := uuid.Parse(store)
	if err != nil {
		return fmt.Errorf("the id of the store: %w", err)
	}
	if err := r.begin(ctx); err != nil {
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

// BeginCopy keeps the log's own id and gives the events positions of its own: they
// come from another store, which is noted (transfer.CopyMarker). Error:
// ErrNotEmpty.
func (r *Restore) BeginCopy(ctx context.Context, from string) error {
	r.renumber = true
	if err := r.begin(ctx); err != nil {
		return err
	}
	if _, err := r.tx.ExecContext(ctx, setCopySource, from); err != nil {
		return fmt.Errorf("note what is copied here: %w", err)
	}
	return nil
}

func (r *Restore) begin(ctx context.Context) (err error) {
	if r.tx, err = r.db.BeginTx(ctx, nil); err != nil {
		return fmt.Errorf("restore: %w", err)
	}
	// The file may come slowly.
	if _, err := r.tx.ExecContext(ctx, `SET LOCAL idle_in_transaction_session_timeout = 0`); err != nil {
		return fmt.Errorf("restore: %w", err)
	}
	// The table is locked first: a gateway that starts now waits, and then refuses.
	if _, err := r.tx.ExecContext(ctx, `LOCK TABLE events, store IN ACCESS EXCLUSIVE MODE`); err != nil {
		return fmt.Errorf("restore: %w", err)
	}
	var empty bool
	if err := r.tx.QueryRowContext(ctx, `SELECT NOT EXISTS (SELECT FROM events)`).Scan(&empty); err != nil {
		return fmt.Errorf("restore: %w", err)
	}
	if !empty {
		return ErrNotEmpty
	}
	return nil
}

// Add writes the next events. Unless they are a copy they keep their positions,
// which rise; those of EventStoreDB do it with gaps, since they are byte offsets.
func (r *Restore) Add(ctx context.Context, events []eventstore.Recorded) error {
	stmt, err := r.tx.PrepareContext(ctx,
		`COPY events (position, stream, revision, id, type, data, metadata, created_at) FROM STDIN`)
	if err != nil {
		return fmt.Errorf("restore: %w", err)
	}
	for _, e := range events {
		if r.last, err = r.place(e.Position); err != nil {
			return errors.Join(err, stmt.Close())
		}
		var metadata any
		if len(e.Metadata) > 0 {
			metadata = string(e.Metadata)
		}
		_, err := stmt.ExecContext(ctx, r.last, e.Stream, e.Revision, e.ID.String(), e.Type, string(e.Data), metadata, e.Created)
		if err != nil {
			return errors.Join(fmt.Errorf("restore: %w", err), stmt.Close())
		}
	}
	if _, err := stmt.ExecContext(ctx); err != nil { // sends what is buffered
		return errors.Join(fmt.Errorf("restore: %w", err), stmt.Close())
	}
	return stmt.Close()
}

// place gives an event's position in this log.
func (r *Restore) place(p eventstore.Position) (int64, error) {
	switch {
	case r.renumber:
		return r.last + 1, nil
	case p.Commit <= r.last:
		return 0, fmt.Errorf("restore: position %d is not after %d", p.Commit, r.last)
	case p.Prepare != p.Commit:
		// An explicit transaction of EventStoreDB, which nothing here writes.
		return 0, fmt.Errorf("restore: position %d was prepared at %d, and this log has one number for both", p.Commit, p.Prepare)
	}
	return p.Commit, nil
}

// Finish checks that no stream has a gap, and commits.
func (r *Restore) Finish(ctx context.Context) error {
	var gap sql.NullString
	err := r.tx.QueryRowContext(ctx,
		`SELECT min(stream) FROM (SELECT stream FROM events GROUP BY stream HAVING max(revision) + 1 <> count(*)) AS gaps`).Scan(&gap)
	if err != nil {
		return fmt.Errorf("restore: %w", err)
	}
	if gap.Valid {
		return fmt.Errorf("stream %s has a gap in its revisions: nothing was imported", gap.String)
	}
	if err := r.tx.Commit(); err != nil {
		return fmt.Errorf("restore: %w", err)
	}
	return nil
}

// Close gives up what was not finished.
func (r *Restore) Close() error {
	if r.tx == nil {
		return nil
	}
	if err := r.tx.Rollback(); !errors.Is(err, sql.ErrTxDone) {
		return err
	}
	return nil
}
