package archive

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"

	"github.com/klauspost/compress/zstd"
)

// Range describes what a file holds.
type Range struct {
	// Store is the id of the log, Number the number of the range in it.
	Store  string `json:"store"`
	Number int64  `json:"number"`
	// First and Last are the first and last position of the range; a position in it may have no event.
	First int64 `json:"first"`
	Last  int64 `json:"last"`
	// Events is the number of events, and Root the root of the Merkle tree over them.
	Events int64  `json:"events"`
	Root   []byte `json:"root"`
}

// index is the last piece of a file.
type index struct {
	Format string `json:"format"`
	Range
	Blocks []block `json:"blocks"`
	Pages  []page  `json:"pages"`
}

// piece is a compressed part of a file.
type piece struct {
	Offset int64  `json:"offset"`
	Length int64  `json:"length"`
	Sum    []byte `json:"sha256"`
}

// block is a piece with events that follow each other.
type block struct {
	piece
	Last int64 `json:"last"` // the position of its last event
}

// page is a piece with streams, sorted by name.
type page struct {
	piece
	Stream string `json:"stream"` // the first stream
}

const (
	format = "gateway-range/1"
	// A file ends with the location of its index: offset and length, eight bytes each.
	trailer = 16
	// blockBytes and pageBytes are the sizes of pieces before compression. Larger pieces compress better, but
	// reading one event reads a whole block.
	blockBytes = 256 << 10
	pageBytes  = 32 << 10
)

var (
	compressor   = must(zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1)))
	decompressor = must(zstd.NewReader(nil, zstd.WithDecoderConcurrency(2), zstd.WithDecoderMaxMemory(1<<30)))
)

func must[T any](v T, err error) T {
	if err != nil { // only a wrong option fails
		panic(err)
	}
	return v
}

// decodeIndex decodes an index whose digest was checked.
func decodeIndex(compressed []byte) (*index, error) {
	text, err := decompressor.DecodeAll(compressed, nil)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errForm, err)
	}
	var i index
	if err := json.Unmarshal(text, &i); err != nil || i.Format != format {
		return nil, errForm
	}
	return &i, nil
}

func sum(b []byte) []byte {
	s := sha256.Sum256(b)
	return s[:]
}
