package readmodel

import (
	"context"
	"time"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/eventstore"
	"gateway/projections/engine"
)

// MovementBlockSize is the number of revisions of a balance stream in a block.
const MovementBlockSize = 1_000

// MovementBlock counts the movements among the revisions from Block *
// MovementBlockSize on. FirstAt and LastAt are the earliest and the latest of their
// times, which need not be in the order of the log.
type MovementBlock struct {
	Block     int64     `db:"block"`
	Movements int64     `db:"movements"`
	FirstAt   time.Time `db:"first_at"`
	LastAt    time.Time `db:"last_at"`
}

var movementBlockTable = tableOf[MovementBlock]("movement_blocks")

// MovementBlocks returns the blocks of a client's stream that have a movement, in
// order. All but the last are complete.
func (q *Queries) MovementBlocks(ctx context.Context, clientID int64) ([]MovementBlock, error) {
	return movementBlockTable.list(ctx, q, "WHERE client_id = $1 ORDER BY block", clientID)
}

// movementBlocks projects where in a balance stream the movements are.
type movementBlocks struct{}

func (movementBlocks) Name() string     { return "movement_blocks" }
func (movementBlocks) Tables() []string { return []string{"movement_blocks"} }

var addToMovementBlocks = insertStatement("movement_blocks", "client_id bigint", "block bigint", "movements bigint",
	"first_at timestamptz", "last_at timestamptz") + ` ON CONFLICT (client_id, block) DO UPDATE SET
	movements = t.movements + excluded.movements,
	first_at = LEAST(t.first_at, excluded.first_at), last_at = GREATEST(t.last_at, excluded.last_at)`

type blockKey struct{ clientID, block int64 }

type blockChange struct {
	blockKey
	movements   int64
	first, last time.Time
}

// Applies implements engine.Selective.
func (movementBlocks) Applies() []domain.Event { return movements() }

// Apply implements engine.Model.
func (movementBlocks) Apply(ctx context.Context, tx *engine.Tx, events []eventstore.Envelope) error {
	var all changes[blockKey, blockChange]
	for _, e := range events {
		mover, ok := e.Event.(balance.Mover)
		if !ok {
			continue
		}
		clientID, movement := mover.Moved()
		key := blockKey{clientID, e.Revision / MovementBlockSize}
		c := all.forKey(key)
		if c.movements == 0 || movement.At.Before(c.first) {
			c.first = movement.At
		}
		if c.movements == 0 || movement.At.After(c.last) {
			c.last = movement.At
		}
		c.blockKey = key
		c.movements++
	}
	var b batch
	for _, c := range all.list {
		b.add(c.clientID, c.block, c.movements, c.first, c.last)
	}
	return b.exec(ctx, tx, addToMovementBlocks)
}
