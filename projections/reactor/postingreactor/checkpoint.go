package postingreactor

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

// checkpoint saves the position of Posting at most once per saveEvery, and never moves it backwards. It
// takes no lock, because starting again from an earlier position is harmless.
type checkpoint struct {
	rows  CheckpointRows
	store string
	saved eventstore.Position
	// event identifies the event that Posting read last; it is saved together with its position.
	event   eventstore.Mark
	savedAt time.Time
	problem string
	dirty   bool
}

// CheckpointRows stores the checkpoint of Posting. The service stores it in the read models' database, a
// simulation in memory.
type CheckpointRows interface {
	// Checkpoint returns the checkpoint of this name; ok is false if there is none.
	Checkpoint(ctx context.Context, name string) (c engine.Checkpoint, ok bool, err error)
	// SaveCheckpoint writes the checkpoint, unless the stored one belongs to another store or is further
	// on.
	SaveCheckpoint(ctx context.Context, c engine.Checkpoint) error
}

// sqlCheckpoints implements CheckpointRows with the read models' database.
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

// readCheckpoint returns the saved position, or the zero Position if there is none. It fails with
// *engine.ForeignStoreError if the checkpoint belongs to another store.
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

// save writes the position and the problem if either has changed and at least saveEvery has passed since
// the last write.
func (c *checkpoint) save(ctx context.Context, at eventstore.Position, problem string) error {
	c.dirty = at != c.saved || problem != c.problem
	if !c.dirty || time.Since(c.savedAt) < saveEvery {
		return nil
	}
	c.savedAt = time.Now()    // set even if the write fails, so that a failure is not retried faster
	var event eventstore.Mark // empty while a parked client holds the checkpoint back
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

// due returns when to save a position that came too soon after the last write, or the zero time if none is
// waiting.
func (c *checkpoint) due() time.Time {
	if !c.dirty {
		return time.Time{}
	}
	return c.savedAt.Add(saveEvery)
}
