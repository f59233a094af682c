package notary

import (
	"context"
	"errors"
	"fmt"

	"gateway/eventstore"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/jmoiron/sqlx"
	"github.com/lib/pq"
	"golang.org/x/mod/sumdb/tlog"
)

// ErrTree says that the stored tiles do not match the tree of the log. After TRUNCATE merkle_tiles,
// merkle_leaves, merkle_head they are rebuilt from the log.
var ErrTree = errors.New("the stored hashes are not those of the tree")

// tileReader reads tiles from the database. It rereads a tile unless SaveTiles has cached it.
type tileReader struct {
	ctx   context.Context
	q     sqlx.QueryerContext
	cache map[tlog.Tile][]byte
}

// Height implements tlog.TileReader.
func (t *tileReader) Height() int { return tileHeight }

// SaveTiles implements tlog.TileReader. It caches tiles that package tlog has checked.
func (t *tileReader) SaveTiles(found []tlog.Tile, data [][]byte) {
	if t.cache == nil || len(t.cache) > 4_096 { // 32 MB at most
		t.cache = make(map[tlog.Tile][]byte)
	}
	for i, tile := range found {
		t.cache[tile] = data[i]
	}
}

// ReadTiles implements tlog.TileReader.
func (t *tileReader) ReadTiles(wanted []tlog.Tile) ([][]byte, error) {
	out := make([][]byte, len(wanted))
	for i, tile := range wanted {
		if cached, ok := t.cache[tile]; ok {
			out[i] = cached
			continue
		}
		var hashes []byte
		err := t.q.QueryRowxContext(t.ctx, `SELECT hashes FROM merkle_tiles WHERE level = $1 AND n = $2`, tile.L, tile.N).Scan(&hashes)
		if err != nil {
			return nil, fmt.Errorf("read tile %d/%d: %w", tile.L, tile.N, err)
		}
		if len(hashes) < tile.W*tlog.HashSize {
			return nil, fmt.Errorf("tile %d/%d is too short: %w", tile.L, tile.N, ErrTree)
		}
		out[i] = hashes[:tile.W*tlog.HashSize]
	}
	return out, nil
}

// leafStarts collects the position before each bottom tile, so that leaf numbers can be found on stores whose
// positions have gaps.
type leafStarts struct{ tiles, commits, prepares []int64 }

func (s *leafStarts) add(tile int64, after eventstore.Position) {
	s.tiles = append(s.tiles, tile)
	s.commits, s.prepares = append(s.commits, after.Commit), append(s.prepares, after.Prepare)
}

func (s *leafStarts) write(ctx context.Context, tx *sqlx.Tx) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO merkle_leaves (tile, commit_position, prepare_position)
		SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) ON CONFLICT (tile) DO NOTHING`,
		pq.Array(s.tiles), pq.Array(s.commits), pq.Array(s.prepares))
	if err != nil {
		return fmt.Errorf("write the start of tiles: %w", err)
	}
	return nil
}

// leafNumbers finds the leaf numbers of events. It keeps the last loaded tile, because events of one stream
// are often close together.
type leafNumbers struct {
	tree     *Tree
	head     Head
	tile     int64
	numbers  map[eventstore.Position]int64
	from, to eventstore.Position // of the loaded tile: from is exclusive, to inclusive
}

func (l *leafNumbers) numberOf(ctx context.Context, p eventstore.Position) (int64, error) {
	if l.head.Size == l.head.Position.Commit && l.head.Position.Commit == l.head.Position.Prepare {
		return p.Commit - 1, nil // there are as many events as positions, so there are no gaps
	}
	if !l.from.Before(p) || l.to.Before(p) {
		if err := l.loadTile(ctx, p); err != nil {
			return 0, err
		}
	}
	n, ok := l.numbers[p]
	if !ok {
		return 0, fmt.Errorf("no leaf for position %d: %w", p.Commit, ErrTree)
	}
	return n, nil
}

func (l *leafNumbers) loadTile(ctx context.Context, p eventstore.Position) error {
	err := l.tree.db.QueryRowxContext(ctx, `SELECT tile, commit_position, prepare_position FROM merkle_leaves
		WHERE (commit_position, prepare_position) < ($1, $2) ORDER BY tile DESC LIMIT 1`, p.Commit, p.Prepare).
		Scan(&l.tile, &l.from.Commit, &l.from.Prepare)
	if err != nil {
		return fmt.Errorf("find the leaf of position %d: %w", p.Commit, err)
	}
	l.to, l.numbers = l.from, make(map[eventstore.Position]int64, tileWidth)
	for len(l.numbers) < tileWidth {
		events, err := l.tree.log.Store().ReadAll(ctx, l.to, tileWidth-len(l.numbers))
		if err != nil || len(events) == 0 {
			return err
		}
		for _, r := range events {
			l.numbers[r.Position] = l.tile<<tileHeight + int64(len(l.numbers))
			l.to = r.Position
		}
	}
	return nil
}

// cachedTiles is the number of most recently used tiles that a Tree keeps in memory: 24 KB each, 6 MB in all.
const cachedTiles = 256

// tileCache holds tiles for the proofs of all requests. A tile of a given width changes only when the stored
// tree is rebuilt from another log, so a proof that fails is made again without the cache. It is safe for
// concurrent use.
type tileCache struct {
	tiles *lru.Cache[tlog.Tile, *tileHashes]
}

func newTileCache() *tileCache {
	tiles, err := lru.New[tlog.Tile, *tileHashes](cachedTiles)
	if err != nil { // only a size below 1 fails
		panic(err)
	}
	return &tileCache{tiles}
}

func (c *tileCache) clear() { c.tiles.Purge() }

// tileHashes are the hashes of a tile, including those above its bottom row. They are numbered like a heap: 1
// is the root, and the bottom row starts at tileWidth. They do not change.
type tileHashes [2 * tileWidth]tlog.Hash

// newTileHashes computes the hashes above a bottom row of width hashes. A hash above a missing one stays
// zero.
func newTileHashes(data []byte, width int) *tileHashes {
	t := new(tileHashes)
	for i := range width {
		t[tileWidth+i] = tlog.Hash(data[i*tlog.HashSize:]) //nolint:gosec // width is at most tileWidth
	}
	for first, n := tileWidth/2, width/2; first > 0; first, n = first/2, n/2 {
		for i := first; i < first+n; i++ {
			t[i] = tlog.NodeHash(t[2*i], t[2*i+1])
		}
	}
	return t
}
