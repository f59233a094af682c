package balancerows

import (
	"context"
	"errors"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/eventstore"
	"gateway/projections/engine"
	"gateway/projections/readmodel/readtable"
)

// MovementBlockSize is the number of revisions of a balance stream in a block.
const MovementBlockSize = 1_000

// MovementBlock counts the movements among the revisions starting at Block * MovementBlockSize, and the
// movements Before them. First and Last are the positions of its first and last movements, and LastRevision
// is the revision of the last. Movements is 0 when there is no block.
type MovementBlock struct {
	Block     int64
	Movements int64
	Before    int64
	First     int64
	Last      int64

	LastRevision int64
}

func (b *MovementBlock) columns(f *readtable.Fields) {
	f.At("block", &b.Block).At("movements", &b.Movements).At("before", &b.Before).At("first_position", &b.First)
	f.At("last_position", &b.Last).At("last_revision", &b.LastRevision)
}

var movementBlockTable = readtable.TableOf("movement_blocks", (*MovementBlock).columns)

// MovementBlockAt returns the last block of a client's stream whose first movement is at or before a
// position. All blocks except the newest are complete; the newest counts what the read model has applied.
func (q *Queries) MovementBlockAt(ctx context.Context, clientID, position int64) (MovementBlock, error) {
	return blockOrNone(movementBlockTable.Get(ctx, q.DB,
		"WHERE client_id = $1 AND first_position <= $2 ORDER BY movement_blocks.first_position DESC", clientID, position))
}

// MovementBlockOf returns the block with a client's n-th movement, counted from 0, or the newest block when
// the client has fewer movements.
func (q *Queries) MovementBlockOf(ctx context.Context, clientID, n int64) (MovementBlock, error) {
	return blockOrNone(movementBlockTable.Get(ctx, q.DB,
		"WHERE client_id = $1 AND before <= $2 ORDER BY movement_blocks.before DESC", clientID, n))
}

func blockOrNone(b MovementBlock, err error) (MovementBlock, error) {
	if errors.Is(err, readtable.ErrNotFound) {
		return MovementBlock{}, nil
	}
	return b, err
}

// MovementBlocks projects where the movements are in each balance stream.
type MovementBlocks struct{}

// Name implements engine.Model.
func (MovementBlocks) Name() string { return "movement_blocks" }

// Tables implements engine.Model.
func (MovementBlocks) Tables() []string { return []string{"movement_blocks"} }

// A client's rows are in block order, each with the number of the batch's movements in the blocks before it.
// An existing block keeps its count of earlier movements.
var addToMovementBlocks = readtable.Custom(`INSERT INTO movement_blocks AS t (client_id, block, movements, before,
		first_position, last_position, last_revision)
	SELECT n.client_id, n.block, n.movements, n.before + CASE WHEN n.block = 0 THEN 0 ELSE COALESCE((SELECT p.before + p.movements
		FROM movement_blocks p WHERE p.client_id = n.client_id AND p.block < n.block ORDER BY p.block DESC LIMIT 1), 0) END,
		n.first_position, n.last_position, n.last_revision
	FROM {rows} ON CONFLICT (client_id, block) DO UPDATE SET
	movements = t.movements + excluded.movements, last_position = excluded.last_position,
	last_revision = excluded.last_revision`, (*ClientBlock).columns,
	"client_id", "block", "movements", "before", "first_position", "last_position", "last_revision")

type blockKey struct{ clientID, block int64 }

// Applies implements engine.Selective.
func (MovementBlocks) Applies() []domain.Event { return movements() }

// Apply implements engine.Model.
func (MovementBlocks) Apply(ctx context.Context, tx *engine.Tx, events []eventstore.Envelope) error {
	var all readtable.Changes[blockKey, ClientBlock]
	earlier := make(map[int64]int64) // movements of the batch, by client
	for _, e := range events {
		mover, ok := e.Event.(balance.Mover)
		if !ok {
			continue
		}
		clientID, _ := mover.Moved()
		b := all.ForKey(blockKey{clientID, e.Revision / MovementBlockSize})
		if b.Movements == 0 {
			b.ClientID, b.Block, b.First, b.Before = clientID, e.Revision/MovementBlockSize, e.Position.Commit, earlier[clientID]
		}
		b.Last, b.LastRevision = e.Position.Commit, e.Revision
		b.Movements++
		earlier[clientID]++
	}
	return readtable.Run(ctx, tx, addToMovementBlocks.Rows(all.List...))
}
