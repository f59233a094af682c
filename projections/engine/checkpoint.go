package engine

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"gateway/eventstore"

	"github.com/lib/pq"
)

// errStale says that somebody else moved a checkpoint since it was read: another
// leader, or a swap after a rebuild. The batch is dropped and all is read again.
var errStale = errors.New("checkpoint was moved by somebody else")

// ForeignStoreError says that a checkpoint belongs to another log than the one the
// gateway was started on. Positions of one log mean nothing in another.
type ForeignStoreError struct{ Name, Checkpoint, Store string }

func (e *ForeignStoreError) Error() string {
	return fmt.Sprintf("the checkpoint of %s is of event store %s, but this is event store %s: "+
		"start on the right one, or drop the read models to build them anew", e.Name, e.Checkpoint, e.Store)
}

// States of a checkpoint.
const (
	StateLive       = "live"
	StateRebuilding = "rebuilding"
	StateHalted     = "halted"
)

// Checkpoint is how far a projection or a reactor has come.
type Checkpoint struct {
	Name     string
	StoreID  string
	Position eventstore.Position
	// State is live, rebuilding (has not reached the head since it began) or halted.
	State string
	// Error says what halted it.
	Error string
	// Reactor: it is one, and no projection.
	Reactor   bool
	UpdatedAt time.Time
}

// Checkpoints reads all of them, projections' and reactors', by name.
func Checkpoints(ctx context.Context, db *sql.DB) (map[string]Checkpoint, error) {
	rows, err := db.QueryContext(ctx,
		`SELECT name, store_id, commit_position, prepare_position, state, error, reactor, updated_at FROM checkpoints`)
	if err != nil {
		return nil, fmt.Errorf("read checkpoints: %w", err)
	}
	defer rows.Close()
	all := make(map[string]Checkpoint)
	for rows.Next() {
		var c Checkpoint
		err := rows.Scan(&c.Name, &c.StoreID, &c.Position.Commit, &c.Position.Prepare, &c.State, &c.Error, &c.Reactor, &c.UpdatedAt)
		if err != nil {
			return nil, fmt.Errorf("read checkpoints: %w", err)
		}
		all[c.Name] = c
	}
	return all, rows.Err()
}

// CheckStore refuses read models that were built from another log than the store of
// this id. Error: *ForeignStoreError.
func CheckStore(ctx context.Context, db *sql.DB, store string) error {
	all, err := Checkpoints(ctx, db)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if c := all[name]; c.StoreID != store {
			return &ForeignStoreError{Name: name, Checkpoint: c.StoreID, Store: store}
		}
	}
	return err
}

// create adds a checkpoint at the start of the log, unless there is one.
func create(ctx context.Context, tx *Tx, name, store string) (created bool, err error) {
	n, err := tx.Exec(ctx, `INSERT INTO checkpoints (name, store_id, commit_position, prepare_position, state)
		VALUES ($1, $2, 0, 0, 'rebuilding') ON CONFLICT (name) DO NOTHING`, name, store)
	return n == 1, err
}

// advance moves the checkpoints of all names from one position to the next,
// provided that all of them stand there.
func advance(ctx context.Context, tx *Tx, names []string, from, to eventstore.Position) error {
	n, err := tx.Exec(ctx, `UPDATE checkpoints SET commit_position = $4, prepare_position = $5, updated_at = now()
		WHERE name = ANY($1) AND commit_position = $2 AND prepare_position = $3`,
		pq.Array(names), from.Commit, from.Prepare, to.Commit, to.Prepare)
	if err != nil {
		return fmt.Errorf("advance checkpoints: %w", err)
	}
	if n != int64(len(names)) {
		return errStale
	}
	return nil
}

// mark records what state a checkpoint is in.
func mark(ctx context.Context, db *sql.DB, name, state, reason string) error {
	_, err := db.ExecContext(ctx,
		`UPDATE checkpoints SET state = $2, error = $3, updated_at = now() WHERE name = $1`, name, state, reason)
	if err != nil {
		return fmt.Errorf("mark %s %s: %w", name, state, err)
	}
	return nil
}
