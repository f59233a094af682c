package notary

import (
	"fmt"

	"golang.org/x/mod/sumdb/tlog"
)

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
