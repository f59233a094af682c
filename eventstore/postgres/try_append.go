package postgres

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"

	"gateway/eventstore"

	"github.com/google/uuid"
)

// triedStream is the stream of the event that TryAppend rolls back. No log contains it.
const triedStream = "tried"

// triedBytes is the size of that event: more than a page of a table, so that it needs free space on the disk.
const triedBytes = 16 << 10

// TryAppend does what Append does, in the same session, but removes the event before it commits: the log gets
// no event, and no position is used. The commit itself reaches the disk, and a synchronous standby if there
// is one. It returns nil if an append would succeed now. Errors: those of the database, the context's,
// ErrClosed.
func (s *Store) TryAppend(ctx context.Context) error {
	if err := s.beginCall(); err != nil {
		return err
	}
	defer s.calls.Done()
	if err := s.appender.try(ctx); err != nil {
		return fmt.Errorf("try to append: %w", err)
	}
	return nil
}

func (a *appender) try(ctx context.Context) error {
	tx, err := a.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // after Commit it does nothing
	if _, err := tx.ExecContext(ctx, `SAVEPOINT before`); err != nil {
		return err
	}
	noise := make([]byte, triedBytes/2) // data that can't be compressed
	_, _ = rand.Read(noise)             // never fails
	tried := newRequest(ctx, triedStream, eventstore.NoStream, []eventstore.Proposed{
		{ID: uuid.New(), Type: "tried", Data: []byte(`"` + hex.EncodeToString(noise) + `"`)},
	})
	if _, err := tx.StmtContext(ctx, a.stmt).ExecContext(ctx, batch{tried}.arguments()...); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `ROLLBACK TO before`); err != nil {
		return err
	}
	return tx.Commit()
}
