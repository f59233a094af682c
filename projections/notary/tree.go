package notary

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"gateway/eventstore"
	"gateway/eventstore/merkle"

	"github.com/jmoiron/sqlx"
	"github.com/lib/pq"
	"golang.org/x/mod/sumdb/tlog"
)

const (
	// tileHeight is the height of a tile; its bottom row has 256 hashes.
	tileHeight = 8
	// extendBatch is the number of events that one transaction adds: 16 whole tiles.
	extendBatch = 16 << tileHeight
	// extendLock is the advisory lock of the process that extends the tree.
	extendLock = 0x6e6f7461 // "nota"
)

// Tree is the Merkle tree of a log. Its tiles are stored in the read models' database. It is safe for
// concurrent use, even by several processes.
type Tree struct {
	db    *sqlx.DB
	log   *eventstore.Log
	tiles *tileCache
}

// NewTree makes the Tree of a log with its tiles in the read models' database.
func NewTree(db *sqlx.DB, log *eventstore.Log) *Tree {
	return &Tree{db: db, log: log, tiles: newTileCache()}
}

// Head is the size and root of a tree.
type Head struct {
	Size int64
	Root tlog.Hash
	// Position is the position of the last leaf's event.
	Position eventstore.Position
	// Untimed is the number of leaves, counted from the first, that do not cover the booking time
	// (merkle.V1). Until the log has an eventstore.TimesBound, that is all leaves.
	Untimed int64
}

// version returns the version of leaf n, which must be in the tree.
func (h Head) version(n int64) merkle.Version {
	if n < h.Untimed {
		return merkle.V1
	}
	return merkle.V2
}

func (h Head) tree() tlog.Tree { return tlog.Tree{N: h.Size, Hash: h.Root} }

// Head reads the head of the stored tree. Its size is 0 when the tree is empty.
func (t *Tree) Head(ctx context.Context) (Head, error) { return readHead(ctx, t.db) }

func readHead(ctx context.Context, q sqlx.QueryerContext) (Head, error) {
	var h Head
	var root []byte
	err := q.QueryRowxContext(ctx, `SELECT size, root, commit_position, prepare_position, untimed FROM merkle_head`).
		Scan(&h.Size, &root, &h.Position.Commit, &h.Position.Prepare, &h.Untimed)
	if errors.Is(err, sql.ErrNoRows) {
		return Head{}, nil
	}
	if err != nil {
		return h, fmt.Errorf("read the head of the tree: %w", err)
	}
	copy(h.Root[:], root)
	return h, nil
}

// Extend adds the events that are in the log at the time of the call, batch by batch, and returns the new
// head. progress, if set, is called after each batch except the last.
func (t *Tree) Extend(ctx context.Context, progress func(Head)) (Head, error) {
	end, err := t.log.Store().Head(ctx)
	if err != nil {
		return Head{}, err
	}
	for {
		h, grown, err := t.extendOnce(ctx)
		if err != nil || !grown || !h.Position.Before(end) {
			return h, err
		}
		if progress != nil {
			progress(h)
		}
	}
}

// extendOnce adds the next batch. grown is false when there was no event to add.
func (t *Tree) extendOnce(ctx context.Context) (h Head, grown bool, err error) {
	tx, err := t.db.BeginTxx(ctx, nil)
	if err != nil {
		return h, false, fmt.Errorf("extend the tree: %w", err)
	}
	defer func() { _ = tx.Rollback() }() // does nothing after the commit
	if _, err := tx.ExecContext(ctx, `SELECT pg_advisory_xact_lock($1)`, extendLock); err != nil {
		return h, false, fmt.Errorf("extend the tree: %w", err)
	}
	if h, err = readHead(ctx, tx); err != nil {
		return h, false, err
	}
	events, err := t.log.Store().ReadAll(ctx, h.Position, extendBatch)
	if err != nil || len(events) == 0 {
		return h, false, err
	}
	next, err := addLeaves(ctx, tx, h, events)
	if err != nil {
		return h, false, err
	}
	if err := tx.Commit(); err != nil {
		return h, false, fmt.Errorf("extend the tree: %w", err)
	}
	return next, true, nil
}

// addLeaves adds the events' leaves to the tree with head h, and writes the changed tiles and the new head.
func addLeaves(ctx context.Context, tx *sqlx.Tx, h Head, events []eventstore.Recorded) (Head, error) {
	hashes := newHashOverlay(tlog.TileHashReader(h.tree(), &tileReader{ctx: ctx, q: tx}))
	starts := leafStarts{}
	next, before := h, h.Position
	versions := merkle.Versions{Timed: h.Untimed < h.Size}
	for _, r := range events {
		version := versions.Next(r)
		if version == merkle.V1 {
			next.Untimed++
		}
		stored, err := tlog.StoredHashesForRecordHash(next.Size, leafHash(r, version), hashes)
		if err != nil {
			return h, fmt.Errorf("hash leaf %d: %w", next.Size, err)
		}
		hashes.add(tlog.StoredHashIndex(0, next.Size), stored)
		if next.Size%(1<<tileHeight) == 0 {
			starts.add(next.Size>>tileHeight, before)
		}
		before = r.Position
		next.Size, next.Position = next.Size+1, r.Position
	}
	root, err := tlog.TreeHash(next.Size, hashes)
	if err != nil {
		return h, fmt.Errorf("hash the tree of %d: %w", next.Size, err)
	}
	next.Root = root
	if err := writeTiles(ctx, tx, tlog.NewTiles(tileHeight, h.Size, next.Size), hashes); err != nil {
		return h, err
	}
	if err := starts.write(ctx, tx); err != nil {
		return h, err
	}
	return next, writeHead(ctx, tx, next)
}

func writeHead(ctx context.Context, tx *sqlx.Tx, h Head) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO merkle_head (only_row, size, root, commit_position, prepare_position, untimed)
		VALUES (true, $1, $2, $3, $4, $5) ON CONFLICT (only_row) DO UPDATE SET size = excluded.size, root = excluded.root,
		commit_position = excluded.commit_position, prepare_position = excluded.prepare_position, untimed = excluded.untimed`,
		h.Size, h.Root[:], h.Position.Commit, h.Position.Prepare, h.Untimed)
	if err != nil {
		return fmt.Errorf("write the head of the tree: %w", err)
	}
	return nil
}

func writeTiles(ctx context.Context, tx *sqlx.Tx, changed []tlog.Tile, hashes tlog.HashReader) error {
	var levels, numbers, widths []int64
	var data [][]byte
	for _, tile := range changed {
		raw, err := tlog.ReadTileData(tile, hashes)
		if err != nil {
			return fmt.Errorf("tile %d/%d: %w", tile.L, tile.N, err)
		}
		levels, numbers = append(levels, int64(tile.L)), append(numbers, tile.N)
		widths, data = append(widths, int64(tile.W)), append(data, raw)
	}
	_, err := tx.ExecContext(ctx, `INSERT INTO merkle_tiles (level, n, width, hashes)
		SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bytea[])
		ON CONFLICT (level, n) DO UPDATE SET width = excluded.width, hashes = excluded.hashes`,
		pq.Array(levels), pq.Array(numbers), pq.Array(widths), pq.ByteaArray(data))
	if err != nil {
		return fmt.Errorf("write tiles: %w", err)
	}
	return nil
}

// Leaf returns the bytes of an event in the tree (merkle.Leaf).
func Leaf(r eventstore.Recorded, v merkle.Version) []byte { return merkle.Leaf(r, v) }

func leafHash(r eventstore.Recorded, v merkle.Version) tlog.Hash { return merkle.LeafHash(r, v) }

// hashOverlay reads the hashes of a growing tree. It takes new hashes from memory, and reads each other hash
// once from the stored tree.
type hashOverlay struct {
	below tlog.HashReader
	known map[int64]tlog.Hash
}

func newHashOverlay(below tlog.HashReader) *hashOverlay {
	return &hashOverlay{below: below, known: make(map[int64]tlog.Hash)}
}

func (g *hashOverlay) add(first int64, hashes []tlog.Hash) {
	for i, h := range hashes {
		g.known[first+int64(i)] = h
	}
}

// ReadHashes implements tlog.HashReader.
func (g *hashOverlay) ReadHashes(indexes []int64) ([]tlog.Hash, error) {
	out := make([]tlog.Hash, len(indexes))
	var missing []int64
	for _, index := range indexes {
		if _, ok := g.known[index]; !ok {
			missing = append(missing, index)
		}
	}
	if len(missing) > 0 {
		found, err := g.below.ReadHashes(missing)
		if err != nil {
			return nil, err
		}
		for i, index := range missing {
			g.known[index] = found[i]
		}
	}
	for i, index := range indexes {
		out[i] = g.known[index]
	}
	return out, nil
}

const tileWidth = 1 << tileHeight

// hashReader reads the hashes of a tree from its stored tiles. It does not check them against the root. Line
// checks each proof instead, which costs less than checking each tile.
type hashReader struct {
	size  int64
	tiles *tileReader
	known *tileCache
}

// ReadHashes implements tlog.HashReader.
func (r *hashReader) ReadHashes(indexes []int64) ([]tlog.Hash, error) {
	out := make([]tlog.Hash, len(indexes))
	for i, index := range indexes {
		tile := tlog.TileForIndex(tileHeight, index)
		// The tree may have grown, and then the stored tile is wider.
		tile.W = int(min(tileWidth, r.size>>(tileHeight*tile.L)-tile.N<<tileHeight))
		level, number := tlog.SplitStoredHashIndex(index)
		height := level - tile.L*tileHeight
		first := number << height & (tileWidth - 1) // the first hash below it in the bottom row
		if first+1<<height > int64(tile.W) {
			return nil, fmt.Errorf("hash %d lies beyond %d leaves", index, r.size)
		}
		n, err := r.tile(tile)
		if err != nil {
			return nil, err
		}
		out[i] = n[(tileWidth+first)>>height]
	}
	return out, nil
}

func (r *hashReader) tile(tile tlog.Tile) (*tileHashes, error) {
	if n, ok := r.known.tiles.Get(tile); ok {
		return n, nil
	}
	data, err := r.tiles.ReadTiles([]tlog.Tile{tile})
	if err != nil {
		return nil, err
	}
	n := newTileHashes(data[0], tile.W)
	r.known.tiles.Add(tile, n)
	return n, nil
}
