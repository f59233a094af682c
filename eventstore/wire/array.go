package wire

import (
	"encoding/binary"

	"github.com/lib/pq/oid"
)

// Array builds a one-dimensional array in PostgreSQL's binary format. It is the argument of a statement on a
// connection with binary_parameters.
type Array struct {
	buf []byte
	n   uint32
}

const (
	arrayHeader = 5 * 4
	countAt     = 3 * 4
	lengthOf    = 4          // the length before each element
	nullElement = ^uint32(0) // length -1
)

// Int64s returns an empty array of type bigint[], with room for n elements.
func Int64s(n int) *Array { return newArray(oid.T_int8, n, 8*n) }

// UUIDs returns an empty array of type uuid[], with room for n elements.
func UUIDs(n int) *Array { return newArray(oid.T_uuid, n, 16*n) }

// Texts returns an empty array of type text[], with room for n elements of size bytes together.
func Texts(n, size int) *Array { return newArray(oid.T_text, n, size) }

// JSONs returns an empty array of type json[], with room for n elements of size bytes together.
func JSONs(n, size int) *Array { return newArray(oid.T_json, n, size) }

func newArray(element oid.Oid, n, size int) *Array {
	buf := make([]byte, 0, arrayHeader+lengthOf*n+size)
	const dimensions, mayHoldNulls, lowerBound = 1, 1, 1
	for _, field := range []uint32{dimensions, mayHoldNulls, uint32(element), 0, lowerBound} {
		buf = binary.BigEndian.AppendUint32(buf, field)
	}
	return &Array{buf: buf}
}

// AppendInt64 appends an element of bigint[].
func (a *Array) AppendInt64(v int64) {
	a.appendLength(8)
	a.buf = binary.BigEndian.AppendUint64(a.buf, uint64(v))
}

// AppendText appends an element of text[] or json[]. PostgreSQL refuses a text with NUL (class 22).
func (a *Array) AppendText(s string) {
	a.appendLength(uint32(len(s)))
	a.buf = append(a.buf, s...)
}

// AppendBytes is AppendText, and appends the 16 bytes of an element of uuid[].
func (a *Array) AppendBytes(b []byte) {
	a.appendLength(uint32(len(b)))
	a.buf = append(a.buf, b...)
}

// AppendNull appends NULL.
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
