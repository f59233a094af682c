package notary

import (
	"crypto/sha256"
	"strconv"
	"sync"

	"gateway/eventstore"

	"golang.org/x/mod/sumdb/tlog"
)

// Leaf gives the bytes of an event in the tree: what it says, who it is and where
// it stands in its stream, but neither its position nor when the store wrote it.
func Leaf(r eventstore.Recorded) []byte { return appendLeaf(nil, r) }

// appendLeaf avoids package fmt: it is called for every event that there is.
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

// leafHash is tlog.RecordHash of the leaf: SHA-256 of a zero byte and its bytes.
func leafHash(r eventstore.Recorded) tlog.Hash {
	buffer := leafBuffers.Get().(*[]byte)
	*buffer = appendLeaf(append((*buffer)[:0], 0), r)
	h := sha256.Sum256(*buffer)
	leafBuffers.Put(buffer)
	return h
}
