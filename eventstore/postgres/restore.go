package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"gateway/eventstore"
)

// ErrNotEmpty says that the target log of a restore holds events already.
var ErrNotEmpty = errors.New("the log holds events already: restore into an empty database")

// Restore writes a whole log into an empty one, in one transaction that locks the tables. One goroutine uses
// it: Begin or BeginCopy, Add for each page of events, Finish; and Close in any case.
type Restore struct {
	db   *sql.DB
	tx   *sql.Tx
	last int64 // the position of the last event added
	room room  // the ranges for the next events
	// renumber is true for a copy, whose events get positions of this log.
	renumber bool
}

// NewRestore returns a Restore into a migrated database.
func NewRestore(db *sql.DB) *Restore { return &Restore{db: db} }

// Add writes the next events in the order of the log.
func (r *Restore) Add(ctx context.Context, events []eventstore.Recorded) error {
	if err := r.makeRoom(ctx, events); err != nil {
		return fmt.Errorf("restore: %w", err)
	}
	stmt, err := r.tx.PrepareContext(ctx,
		`COPY events (position, stream, revision, id, type, data, metadata, booked_at) FROM STDIN`)
	if err != nil {
		return fmt.Errorf("restore: %w", err)
	}
	for _, e := range events {
		if r.last, err = r.nextPosition(e.Position); err != nil {
			return errors.Join(err, stmt.Close())
		}
		// EventStoreDB counts in units of 100 ns. PostgreSQL would round such a time, perhaps into the next
		// month.
		booked := e.BookedAt.Truncate(time.Microsecond)
		if !booked.Equal(e.BookedAt) {
			e.FirstBookedAt = e.BookedAt
		}
		var metadata any
		if stored := e.StoredMetadata(); len(stored) > 0 {
			metadata = string(stored)
		}
		_, err := stmt.ExecContext(ctx, r.last, e.Stream, e.Revision, e.ID.String(), e.Type, string(e.Data), metadata, booked)
		if err != nil {
			return errors.Join(fmt.Errorf("restore: %w", err), stmt.Close())
		}
	}
	if _, err := stmt.ExecContext(ctx); err != nil { // sends what is buffered
		return errors.Join(fmt.Errorf("restore: %w", err), stmt.Close())
	}
	return stmt.Close()
}

// nextPosition returns the position of the next event in this log. Positions from
// EventStoreDB increase with gaps, because they are byte offsets.
func (r *Restore) nextPosition(p eventstore.Position) (int64, error) {
	switch {
	case r.renumber:
		return r.last + 1, nil
	case p.Commit <= r.last:
		return 0, fmt.Errorf("restore: position %d is not after %d", p.Commit, r.last)
	case p.Prepare != p.Commit:
		// In EventStoreDB only an explicit transaction has two numbers, and the gateway writes none.
		return 0, fmt.Errorf("restore: position %d was prepared at %d, and this log has one number for both", p.Commit, p.Prepare)
	}
	return p.Commit, nil
}

// Finish checks that no stream has a gap, and commits. After an error nothing is
// restored.
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
	if err := r.cutLastRange(ctx); err != nil {
		return fmt.Errorf("restore: %w", err)
	}
	if err := r.tx.Commit(); err != nil {
		return fmt.Errorf("restore: %w", err)
	}
	return nil
}

// Close rolls back a restore that was not finished.
func (r *Restore) Close() error {
	if r.tx == nil {
		return nil
	}
	if err := r.tx.Rollback(); !errors.Is(err, sql.ErrTxDone) {
		return err
	}
	return nil
}
