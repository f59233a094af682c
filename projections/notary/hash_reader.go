package notary

import (
	"fmt"

	"golang.org/x/mod/sumdb/tlog"
)

const (
	tileWidth = 1 << tileHeight
	// maxTiles is the maximum number of tiles in memory, 24 KB each.
	maxTiles = 512
)

// hashReader reads the hashes of a tree from its stored tiles. It does not check them
// against the root. Line checks each proof instead, which costs less than checking
// each tile.
type hashReader struct {
	size  int64
	tiles *tileReader
	known map[tlog.Tile]*tileHashes
}

// tileHashes is a tile with the hashes above its bottom row, computed when they are
// asked for. They are numbered like a heap: 1 is the root, the bottom row starts at
// tileWidth.
type tileHashes struct {
	data  []byte
	above [tileWidth]tlog.Hash
	have  [tileWidth]bool
}

func (n *tileHashes) hash(i int64) tlog.Hash {
	if i >= tileWidth {
		return tlog.Hash(n.data[(i-tileWidth)*tlog.HashSize:])
	}
	if !n.have[i] {
		n.above[i], n.have[i] = tlog.NodeHash(n.hash(2*i), n.hash(2*i+1)), true
	}
	return n.above[i]
}

// ReadHashes implements tlog.HashReader.
func (r *hashReader) ReadHashes(indexes []int64) ([]tlog.Hash, error) {
	out := make([]tlog.Hash, len(indexes))
	for i, index := range indexes {
		tile := tlog.TileForIndex(tileHeight, index)
		// The stored tile may be wider: the tree may have grown.
		tile.W = int(min(tileWidth, r.size>>(tileHeight*tile.L)-tile.N<<tileHeight))
		n, err := r.tile(tile)
		if err != nil {
			return nil, err
		}
		level, number := tlog.SplitStoredHashIndex(index)
		height := level - tile.L*tileHeight
		first := number << height & (tileWidth - 1) // the first hash of the bottom row below it
		if first+1<<height > int64(tile.W) {
			return nil, fmt.Errorf("hash %d lies beyond %d leaves", index, r.size)
		}
		out[i] = n.hash((tileWidth + first) >> height)
	}
	return out, nil
}

func (r *hashReader) tile(tile tlog.Tile) (*tileHashes, error) {
	if n, ok := r.known[tile]; ok {
		return n, nil
	}
	data, err := r.tiles.ReadTiles([]tlog.Tile{tile})
	if err != nil {
		return nil, err
	}
	if r.known == nil || len(r.known) >= maxTiles {
		r.known = make(map[tlog.Tile]*tileHashes)
	}
	n := &tileHashes{data: data[0]}
	r.known[tile] = n
	return n, nil
}
