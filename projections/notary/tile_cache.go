package notary

import (
	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/mod/sumdb/tlog"
)

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
