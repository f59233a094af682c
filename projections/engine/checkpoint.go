package engine

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"gateway/eventstore"
)

// ErrStale says that another process moved a checkpoint since it was read: another
// leader, or a rebuild that swapped the tables. The transaction is rolled back; read
// the checkpoints again.
var ErrStale = errors.New("checkpoint was moved by another process")

// ForeignStoreError says that a checkpoint belongs to a different event store than the one that the gateway
// uses. A position is valid in its own store only.
type ForeignStoreError struct{ Name, Checkpoint, Store string }

func (e *ForeignStoreError) Error() string {
	return fmt.Sprintf("the checkpoint of %s is of event store %s, but this is event store %s: "+
		"start on the right one, or drop the read models to build them anew", e.Name, e.Checkpoint, e.Store)
}

// The states of a checkpoint.
const (
	// StateLive means that the checkpoint has reached the head of the log at least once.
	StateLive = "live"
	// StateRebuilding means that it has not reached the head yet.
	StateRebuilding = "rebuilding"
	// StateHalted means that the read model cannot apply the next event.
	StateHalted = "halted"
)

// Checkpoint is the position up to which a read model or a reactor has handled the
// log.
type Checkpoint struct {
	Name     string
	StoreID  string
	Position eventstore.Position
	// Event is the event at Position. Its ID is empty when the checkpoint does not name an event: at the
	// start of the log, or for a reactor that waits between two events.
	Event eventstore.Mark
	// State is one of the State constants.
	State string
	// Error is the reason for the halt, or the error of the last rebuild that failed.
	Error string
	// Reactor is true for the checkpoint of a reactor, false for a read model's.
	Reactor   bool
	UpdatedAt time.Time
}

// Checkpoints reads the checkpoints of all read models and reactors, by name.
func Checkpoints(ctx context.Context, db *sql.DB) (map[string]Checkpoint, error) {
	rows, err := db.QueryContext(ctx,
		`SELECT name, store_id, commit_position, prepare_position, event_id, event_stream, event_revision,
			state, error, reactor, updated_at FROM checkpoints`)
	if err != nil {
		return nil, fmt.Errorf("read checkpoints: %w", err)
	}
	defer rows.Close()
	all := make(map[string]Checkpoint)
	for rows.Next() {
		var c Checkpoint
		err := rows.Scan(&c.Name, &c.StoreID, &c.Position.Commit, &c.Position.Prepare, &c.Event.ID, &c.Event.Stream, &c.Event.Revision,
			&c.State, &c.Error, &c.Reactor, &c.UpdatedAt)
		c.Event.Position = c.Position
		if err != nil {
			return nil, fmt.Errorf("read checkpoints: %w", err)
		}
		all[c.Name] = c
	}
	return all, rows.Err()
}

// CheckLog returns nil when the log holds every event that a checkpoint has passed. Otherwise it returns the
// first error that WentBack finds, or the error of WentBack itself.
func CheckLog(ctx context.Context, db *sql.DB, store eventstore.Store) error {
	back, err := WentBack(ctx, db, store)
	if err == nil && len(back) > 0 {
		err = back[0]
	}
	return err
}

// WentBack returns an error for each checkpoint that is ahead of the log: the log ends before it or lacks the
// event that it names. The log is then older than what was read from it before. Error: *ForeignStoreError
// when a checkpoint belongs to another event store.
func WentBack(ctx context.Context, db *sql.DB, store eventstore.Store) (back []*eventstore.WentBackError, err error) {
	all, err := Checkpoints(ctx, db) // before the head, which may only rise
	if err != nil {
		return nil, err
	}
	head, err := store.Head(ctx)
	if err != nil {
		return nil, fmt.Errorf("read the head of the log: %w", err)
	}
	checked := make(map[string]bool) // ids of events; most checkpoints name the same one
	for _, name := range slices.Sorted(maps.Keys(all)) {
		c := all[name]
		if c.StoreID != store.ID() {
			return nil, &ForeignStoreError{Name: name, Checkpoint: c.StoreID, Store: store.ID()}
		}
		if head.Before(c.Position) {
			back = append(back, &eventstore.WentBackError{Name: name, Known: c.Event, Head: head})
			continue
		}
		if checked[c.Event.ID] {
			continue
		}
		err := c.Event.Check(ctx, store, name)
		if wentBack, ok := errors.AsType[*eventstore.WentBackError](err); ok {
			back = append(back, wentBack)
			continue
		}
		if err != nil {
			return nil, err
		}
		checked[c.Event.ID] = true
	}
	return back, nil
}

// CreateCheckpoint creates a model's checkpoint at the start of the log and inserts the model's initial rows.
// It does nothing when the checkpoint exists.
func CreateCheckpoint(ctx context.Context, tx *Tx, m Model, storeID string) error {
	created, err := insertCheckpoint(ctx, tx, m.Name(), storeID)
	if err != nil {
		return fmt.Errorf("create checkpoint of %s: %w", m.Name(), err)
	}
	if !created {
		return nil
	}
	return seed(ctx, tx, m)
}

func seed(ctx context.Context, tx *Tx, m Model) error {
	seeder, ok := m.(Seeder)
	if !ok {
		return nil
	}
	if err := seeder.Seed(ctx, tx); err != nil {
		return fmt.Errorf("seed %s: %w", m.Name(), err)
	}
	return nil
}

func insertCheckpoint(ctx context.Context, tx *Tx, name, store string) (created bool, err error) {
	n, err := tx.Exec(ctx, `INSERT INTO checkpoints (name, store_id, commit_position, prepare_position, state)
		VALUES ($1, $2, 0, 0, 'rebuilding') ON CONFLICT (name) DO NOTHING`, name, store)
	return n == 1, err
}

// advanceCheckpoints moves the named checkpoints from one position to the position of an event. It returns
// ErrStale when one of them is not at from.
func advanceCheckpoints(ctx context.Context, tx *Tx, names []string, from eventstore.Position, to eventstore.Mark) error {
	n, err := tx.writeNow(ctx, `UPDATE checkpoints SET commit_position = $4, prepare_position = $5,
			event_id = $6, event_stream = $7, event_revision = $8, updated_at = now()
		WHERE name = ANY($1) AND commit_position = $2 AND prepare_position = $3`,
		"{"+strings.Join(names, ",")+"}", decimal(from.Commit), decimal(from.Prepare), decimal(to.Position.Commit), decimal(to.Position.Prepare),
		to.ID, to.Stream, decimal(int64(to.Revision)))
	if err != nil {
		return fmt.Errorf("advance checkpoints: %w", err)
	}
	if n != int64(len(names)) {
		return ErrStale
	}
	return nil
}

func decimal(n int64) string { return strconv.FormatInt(n, 10) }

func setState(ctx context.Context, db *sql.DB, name, state, reason string) error {
	_, err := db.ExecContext(ctx,
		`UPDATE checkpoints SET state = $2, error = $3, updated_at = now() WHERE name = $1`, name, state, reason)
	if err != nil {
		return fmt.Errorf("mark %s %s: %w", name, state, err)
	}
	return nil
}
