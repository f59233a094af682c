package readmodel

import (
	"context"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/eventstore"
	"gateway/projections/engine"
)

// MovementBlockSize is the number of revisions of a balance stream in a block.
const MovementBlockSize = 1_000

// MovementBlock counts the movements among the revisions from Block *
// MovementBlockSize on. First and Last are the positions of the first and the last of
// them, and LastRevision is the revision of the last.
type MovementBlock struct {
	Block     int64 `db:"block"`
	Movements int64 `db:"movements"`
	First     int64 `db:"first_position"`
	Last      int64 `db:"last_position"`

	LastRevision int64 `db:"last_revision"`
}

var movementBlockTable = tableOf[MovementBlock]("movement_blocks")

// MovementBlocks returns the blocks of a client's stream that have a movement, in
// order. All but the last are complete; the last counts what the read model has seen.
func (q *Queries) MovementBlocks(ctx context.Context, clientID int64) ([]MovementBlock, error) {
	return movementBlockTable.list(ctx, q, "WHERE client_id = $1 ORDER BY block", clientID)
}

// movementBlocks projects where in a balance stream the movements are.
type movementBlocks struct{}

func (movementBlocks) Name() string     { return "movement_blocks" }
func (movementBlocks) Tables() []string { return []string{"movement_blocks"} }

var addToMovementBlocks = insertStatement("movement_blocks", "client_id bigint", "block bigint", "movements bigint",
	"first_position bigint", "last_position bigint", "last_revision bigint") + ` ON CONFLICT (client_id, block) DO UPDATE SET
	movements = t.movements + excluded.movements, last_position = excluded.last_position,
	last_revision = excluded.last_revision`

type blockKey struct{ clientID, block int64 }

type blockChange struct {
	blockKey
	movements   int64
	first, last int64 // positions
	revision    int64 // of the last
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
		clientID, _ := mover.Moved()
		key := blockKey{clientID, e.Revision / MovementBlockSize}
		c := all.forKey(key)
		if c.movements == 0 {
			c.first = e.Position.Commit
		}
		c.last, c.revision = e.Position.Commit, e.Revision
		c.blockKey = key
		c.movements++
	}
	var b batch
	for _, c := range all.list {
		b.add(c.clientID, c.block, c.movements, c.first, c.last, c.revision)
	}
	return b.exec(ctx, tx, addToMovementBlocks)
}
