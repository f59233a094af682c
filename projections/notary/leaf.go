package notary

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

// leafHash is tlog.RecordHash of the leaf: the SHA-256 of a zero byte and the leaf.
func leafHash(r eventstore.Recorded) tlog.Hash {
	buffer := leafBuffers.Get().(*[]byte)
	*buffer = appendLeaf(append((*buffer)[:0], 0), r)
	h := sha256.Sum256(*buffer)
	leafBuffers.Put(buffer)
	return h
}
