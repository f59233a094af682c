package wire

import (
	"encoding/binary"

	"github.com/lib/pq/oid"
)

// Array builds a one-dimensional array in PostgreSQL's binary format. The text format would have to be
// escaped here and parsed by the server, which for JSON takes most of the time of an append.
type Array struct {
	buf []byte
	n   uint32
}

const (
	arrayHeader  = 5 * 4
	countAt      = 3 * 4
	nullElement  = ^uint32(0) // length -1
	UUIDElement  = 16
	Int64Element = 8
)

func NewArray(element oid.Oid, size int) *Array {
	buf := make([]byte, 0, arrayHeader+size)
	const dimensions, mayHoldNulls, lowerBound = 1, 1, 1
	for _, field := range []uint32{dimensions, mayHoldNulls, uint32(element), 0, lowerBound} {
		buf = binary.BigEndian.AppendUint32(buf, field)
	}
	return &Array{buf: buf}
}

func (a *Array) AppendInt64(v int64) {
	a.appendLength(Int64Element)
	a.buf = binary.BigEndian.AppendUint64(a.buf, uint64(v))
}

func (a *Array) AppendText(s string) {
	a.appendLength(uint32(len(s)))
	a.buf = append(a.buf, s...)
}

func (a *Array) AppendBytes(b []byte) {
	a.appendLength(uint32(len(b)))
	a.buf = append(a.buf, b...)
}

func (a *Array) AppendNull() { a.appendLength(nullElement) }

func (a *Array) appendLength(n uint32) {
	a.buf = binary.BigEndian.AppendUint32(a.buf, n)
	a.n++
}

// Encoded returns the finished array.
func (a *Array) Encoded() []byte {
	binary.BigEndian.PutUint32(a.buf[countAt:], a.n)
	return a.buf
}
