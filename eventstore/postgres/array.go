package postgres

import (
	"encoding/binary"

	"github.com/lib/pq/oid"
)

// array builds a one-dimensional array in PostgreSQL's binary format. The text format would have to be
// escaped here and parsed by the server, which for JSON takes most of the time of an append.
type array struct {
	buf []byte
	n   uint32
}

const (
	arrayHeader  = 5 * 4
	countAt      = 3 * 4
	nullElement  = ^uint32(0) // length -1
	uuidElement  = 16
	int64Element = 8
)

func newArray(element oid.Oid, size int) *array {
	buf := make([]byte, 0, arrayHeader+size)
	const dimensions, mayHoldNulls, lowerBound = 1, 1, 1
	for _, field := range []uint32{dimensions, mayHoldNulls, uint32(element), 0, lowerBound} {
		buf = binary.BigEndian.AppendUint32(buf, field)
	}
	return &array{buf: buf}
}

func (a *array) appendInt64(v int64) {
	a.appendLength(int64Element)
	a.buf = binary.BigEndian.AppendUint64(a.buf, uint64(v))
}

func (a *array) appendText(s string) {
	a.appendLength(uint32(len(s)))
	a.buf = append(a.buf, s...)
}

func (a *array) appendBytes(b []byte) {
	a.appendLength(uint32(len(b)))
	a.buf = append(a.buf, b...)
}

func (a *array) appendNull() { a.appendLength(nullElement) }

func (a *array) appendLength(n uint32) {
	a.buf = binary.BigEndian.AppendUint32(a.buf, n)
	a.n++
}

// encoded returns the finished array.
func (a *array) encoded() []byte {
	binary.BigEndian.PutUint32(a.buf[countAt:], a.n)
	return a.buf
}
