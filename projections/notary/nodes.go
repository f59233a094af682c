package notary

import (
	"fmt"

	"golang.org/x/mod/sumdb/tlog"
)

const (
	tileWidth = 1 << tileHeight
	// maxNodes bounds the tiles whose hashes are remembered, 24 KB each.
	maxNodes = 512
)

// nodes reads the hashes of a tree from its tiles. What is kept is believed: a proof
// made of it has to be checked, once, which costs less than to check each tile.
type nodes struct {
	size  int64
	tiles *tiles
	known map[tlog.Tile]*node
}

// node is a tile with the hashes above its own, as far as they were asked for. They
// are numbered like a heap: 1 is the root, those of the tile begin at tileWidth.
type node struct {
	data  []byte
	above [tileWidth]tlog.Hash
	have  [tileWidth]bool
}

func (n *node) hash(i int64) tlog.Hash {
	if i >= tileWidth {
		return tlog.Hash(n.data[(i-tileWidth)*tlog.HashSize:])
	}
	if !n.have[i] {
		n.above[i], n.have[i] = tlog.NodeHash(n.hash(2*i), n.hash(2*i+1)), true
	}
	return n.above[i]
}

// ReadHashes implements tlog.HashReader.
func (r *nodes) ReadHashes(indexes []int64) ([]tlog.Hash, error) {
	out := make([]tlog.Hash, len(indexes))
	for i, index := range indexes {
		tile := tlog.TileForIndex(tileHeight, index)
		// As wide as it is in the tree of this size.
		tile.W = int(min(tileWidth, r.size>>(tileHeight*tile.L)-tile.N<<tileHeight))
		n, err := r.node(tile)
		if err != nil {
			return nil, err
		}
		level, number := tlog.SplitStoredHashIndex(index)
		within := level - tile.L*tileHeight
		first := number << within & (tileWidth - 1) // of the tile's own hashes below it
		if first+1<<within > int64(tile.W) {
			return nil, fmt.Errorf("hash %d lies beyond %d leaves", index, r.size)
		}
		out[i] = n.hash((tileWidth + first) >> within)
	}
	return out, nil
}

func (r *nodes) node(tile tlog.Tile) (*node, error) {
	if n, ok := r.known[tile]; ok {
		return n, nil
	}
	data, err := r.tiles.ReadTiles([]tlog.Tile{tile})
	if err != nil {
		return nil, err
	}
	if r.known == nil || len(r.known) >= maxNodes {
		r.known = make(map[tlog.Tile]*node)
	}
	n := &node{data: data[0]}
	r.known[tile] = n
	return n, nil
}
