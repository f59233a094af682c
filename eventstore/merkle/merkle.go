// Package merkle has the leaves of the Merkle tree over a log, and computes roots (RFC 6962).
// Package notary signs the tree over the whole log; a sealed range has a tree of its own
// over the same leaves.
package merkle

import (
	"crypto/sha256"
	"strconv"
	"sync"

	"gateway/eventstore"

	"golang.org/x/mod/sumdb/tlog"
)

// Leaf returns the bytes of an event in the tree: its stream, revision, id, type, data
// and metadata, without its position and the time when the store wrote it. The form is
// permanent.
func Leaf(r eventstore.Recorded) []byte { return appendLeaf(nil, r) }

// appendLeaf does not use package fmt, because it is called for every event of the
// log.
func appendLeaf(b []byte, r eventstore.Recorded) []byte {
	b = append(b, "gateway-event/v1\n"...)
	b = append(append(b, r.Stream...), '\n')
	b = append(strconv.AppendInt(b, r.Revision, 10), '\n')
	b = append(append(b, r.ID.String()...), '\n')
	b = append(append(b, r.Type...), '\n')
	b = append(strconv.AppendInt(b, int64(len(r.Data)), 10), '\n')
	b = append(append(b, r.Data...), '\n')
	return append(b, r.Metadata...)
}

var leafBuffers = sync.Pool{New: func() any { return new([]byte) }}

// LeafHash is tlog.RecordHash of the leaf: the SHA-256 of a zero byte and the leaf.
func LeafHash(r eventstore.Recorded) tlog.Hash {
	buffer := leafBuffers.Get().(*[]byte)
	*buffer = appendLeaf(append((*buffer)[:0], 0), r)
	h := sha256.Sum256(*buffer)
	leafBuffers.Put(buffer)
	return h
}

// Edge is the right edge of a growing tree: the roots of its full subtrees, one for each
// 1 bit of its size. Its memory is logarithmic in the size. The zero Edge is that of an
// empty tree.
type Edge struct {
	size  int64
	edges []tlog.Hash
}

// Add adds the next leaf.
func (e *Edge) Add(leaf tlog.Hash) {
	h := leaf
	for n := e.size; n&1 == 1; n >>= 1 {
		last := len(e.edges) - 1
		h = tlog.NodeHash(e.edges[last], h)
		e.edges = e.edges[:last]
	}
	e.edges = append(e.edges, h)
	e.size++
}

// Size is the number of leaves.
func (e *Edge) Size() int64 { return e.size }

// Root is the root of the tree: the SHA-256 of nothing when it is empty.
func (e *Edge) Root() tlog.Hash {
	if e.size == 0 {
		return sha256.Sum256(nil)
	}
	h := e.edges[len(e.edges)-1]
	for i := len(e.edges) - 2; i >= 0; i-- {
		h = tlog.NodeHash(e.edges[i], h)
	}
	return h
}

// EdgeOf returns the edge of a tree of a size: the roots of its full subtrees, the largest
// first.
func EdgeOf(size int64, roots []tlog.Hash) Edge { return Edge{size: size, edges: roots} }
