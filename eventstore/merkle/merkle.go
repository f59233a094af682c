// Package merkle defines the leaves of the Merkle tree over a log, and computes roots (RFC 6962). Package
// notary signs the tree over the whole log. A sealed range has its own tree, whose leaves are all V1: the
// log's tree already covers the times of its events.
package merkle

import (
	"crypto/sha256"
	"strconv"
	"sync"

	"gateway/eventstore"

	"golang.org/x/mod/sumdb/tlog"
)

// Version is the form of a leaf. Both forms are permanent.
type Version int

const (
	// V1 covers an event's stream, revision, id, type, data and metadata, but neither its position nor the
	// time when it was booked.
	V1 Version = 1
	// V2 also covers the time of booking (Recorded.BookedAt).
	V2 Version = 2
)

// Versions determines the version of each leaf of a log's tree: V2 from the event on that binds the times
// (eventstore.TimesBound), and V1 before it.
type Versions struct {
	// Timed is true after the event that binds the times.
	Timed bool
}

// Next returns the version of the next event, in the order of the log.
func (v *Versions) Next(r eventstore.Recorded) Version {
	if v.Timed = v.Timed || eventstore.BindsTimes(r); v.Timed {
		return V2
	}
	return V1
}

// Leaf returns the bytes that stand for an event in the tree.
func Leaf(r eventstore.Recorded, v Version) []byte { return appendLeaf(nil, r, v) }

// appendLeaf does not use package fmt, because it is called for every event of the log.
func appendLeaf(b []byte, r eventstore.Recorded, v Version) []byte {
	b = append(strconv.AppendInt(append(b, "gateway-event/v"...), int64(v), 10), '\n')
	b = append(append(b, r.Stream...), '\n')
	b = append(strconv.AppendInt(b, r.Revision, 10), '\n')
	b = append(append(b, r.ID.String()...), '\n')
	b = append(append(b, r.Type...), '\n')
	if v >= V2 {
		b = append(append(b, r.BookedAtText()...), '\n')
	}
	b = append(strconv.AppendInt(b, int64(len(r.Data)), 10), '\n')
	b = append(append(b, r.Data...), '\n')
	return append(b, r.Metadata...)
}

var leafBuffers = sync.Pool{New: func() any { return new([]byte) }}

// LeafHash returns tlog.RecordHash of the leaf: the SHA-256 of a zero byte and the leaf.
func LeafHash(r eventstore.Recorded, v Version) tlog.Hash {
	buffer := leafBuffers.Get().(*[]byte)
	*buffer = appendLeaf(append((*buffer)[:0], 0), r, v)
	h := sha256.Sum256(*buffer)
	leafBuffers.Put(buffer)
	return h
}

// Edge is the right edge of a growing tree: the roots of its full subtrees, one for each 1 bit of its size.
// Its memory is logarithmic in the size. The zero Edge belongs to an empty tree.
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

// Size returns the number of leaves.
func (e *Edge) Size() int64 { return e.size }

// Root returns the root of the tree. For an empty tree it is the SHA-256 of no bytes.
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

// EdgeOf returns the edge of a tree with this size. roots are the roots of its full subtrees, largest first.
func EdgeOf(size int64, roots []tlog.Hash) Edge { return Edge{size: size, edges: roots} }
