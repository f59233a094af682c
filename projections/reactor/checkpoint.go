package reactor

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"gateway/eventstore"
	"gateway/projections/engine"
)

// saveEvery is the shortest time between two writes of the checkpoint.
const saveEvery = 100 * time.Millisecond

// checkpoint saves the position of Posting: at most every saveEvery, never backwards,
// and without a lock, since beginning at an earlier position is harmless.
type checkpoint struct {
	rows  CheckpointRows
	store string
	saved eventstore.Position
	// event names the event that Posting read last; it is saved with its position.
	event   eventstore.Mark
	savedAt time.Time
	problem string
	dirty   bool
}

// CheckpointRows keeps the checkpoint of Posting. The service's is in the read models'
// database; a simulation has one in memory.
type CheckpointRows interface {
	// Checkpoint returns the checkpoint of this name; ok is false if there is none.
	Checkpoint(ctx context.Context, name string) (c engine.Checkpoint, ok bool, err error)
	// SaveCheckpoint writes the checkpoint, unless the one that is there is of another store
	// or further on.
	SaveCheckpoint(ctx context.Context, c engine.Checkpoint) error
}

// sqlCheckpoints are those of the read models' database.
type sqlCheckpoints struct{ db *sql.DB }

// Checkpoint implements CheckpointRows.
func (s sqlCheckpoints) Checkpoint(ctx context.Context, name string) (engine.Checkpoint, bool, error) {
	all, err := engine.Checkpoints(ctx, s.db)
	c, ok := all[name]
	return c, ok, err
}

// SaveCheckpoint implements CheckpointRows.
func (s sqlCheckpoints) SaveCheckpoint(ctx context.Context, c engine.Checkpoint) error {
	_, err := s.db.ExecContext(ctx, `INSERT INTO checkpoints
			(name, store_id, commit_position, prepare_position, event_id, event_stream, event_revision, state, error, reactor)
		VALUES ($1, $2, $3, $4, $6, $7, $8, 'live', $5, true)
		ON CONFLICT (name) DO UPDATE SET error = excluded.error, updated_at = now(), event_id = excluded.event_id,
			event_stream = excluded.event_stream, event_revision = excluded.event_revision,
			commit_position = excluded.commit_position, prepare_position = excluded.prepare_position
		WHERE checkpoints.store_id = excluded.store_id AND (checkpoints.commit_position, checkpoints.prepare_position)
			<= (excluded.commit_position, excluded.prepare_position)`,
		c.Name, c.StoreID, c.Position.Commit, c.Position.Prepare, c.Error, c.Event.ID, c.Event.Stream, c.Event.Revision)
	return err
}

// readCheckpoint returns the zero Position if there is none.
func readCheckpoint(ctx context.Context, rows CheckpointRows, store string) (eventstore.Position, error) {
	c, ok, err := rows.Checkpoint(ctx, postingName)
	if err != nil {
		return eventstore.Position{}, err
	}
	if ok && c.StoreID != store {
		return eventstore.Position{}, &engine.ForeignStoreError{Name: postingName, Checkpoint: c.StoreID, Store: store}
	}
	return c.Position, nil
}

// save writes the position and the problem, if either changed and the last write is
// at least saveEvery ago.
func (c *checkpoint) save(ctx context.Context, at eventstore.Position, problem string) error {
	c.dirty = at != c.saved || problem != c.problem
	if !c.dirty || time.Since(c.savedAt) < saveEvery {
		return nil
	}
	c.savedAt = time.Now()    // also when it fails, so that failures are not retried faster
	var event eventstore.Mark // of none while a parked client holds the checkpoint back
	if at == c.event.Position {
		event = c.event
	}
	err := c.rows.SaveCheckpoint(ctx, engine.Checkpoint{
		Name: postingName, StoreID: c.store, Position: at, Event: event, State: engine.StateLive, Error: problem, Reactor: true,
	})
	if err != nil {
		return fmt.Errorf("save the checkpoint of %s: %w", postingName, err)
	}
	c.saved, c.problem, c.dirty = at, problem, false
	return nil
}

// due is when a position is to be saved that came too soon after the last write; zero
// when none waits.
func (c *checkpoint) due() time.Time {
	if !c.dirty {
		return time.Time{}
	}
	return c.savedAt.Add(saveEvery)
}
