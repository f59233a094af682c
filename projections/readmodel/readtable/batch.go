package readtable

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"sync"
	"time"

	"gateway/domain/jsontext"
	"gateway/eventstore/wire"
	"gateway/projections/engine"

	"github.com/shopspring/decimal"
)

// batch collects rows column by column, as texts of PostgreSQL arrays, or, if it copies, as lines of a COPY.
type batch struct {
	arrays [][]byte
	lines  []byte
	copies bool
	rows   int
}

// keptColumn is the maximum size, in bytes, of an array that is kept for later batches.
const keptColumn = 64 << 10

// columnBuffers reuses the emptied arrays of earlier batches. A batch of a rebuild has megabytes, which would
// be copied many times while its arrays grow.
var columnBuffers = sync.Pool{New: func() any { return new([]byte) }}

// begin begins a row with this number of columns.
func (b *batch) begin(columns int) {
	if b.rows++; b.rows > 1 || b.copies {
		return
	}
	b.arrays = make([][]byte, columns)
	for i := range b.arrays {
		b.arrays[i] = wire.Element.Begin(*columnBuffers.Get().(*[]byte))
	}
}

// add adds the i-th value of the row, given by its address.
func (b *batch) add(i int, field any, null bool) {
	to, form, first := &b.lines, wire.Field, i == 0
	if !b.copies {
		to, form, first = &b.arrays[i], wire.Element, b.rows == 1
	}
	if !first {
		*to = form.Separate(*to)
	}
	if null {
		*to = form.AppendNull(*to)
		return
	}
	*to = appendField(*to, form, field)
}

// end ends the row.
func (b *batch) end() {
	if b.copies {
		b.lines = wire.Field.End(b.lines)
	}
}

func (b *batch) copy(ctx context.Context, tx *engine.Tx, statement string) error {
	if b.rows == 0 {
		return nil
	}
	return tx.Copy(ctx, statement, b.lines)
}

// exec executes the statement with the columns as arguments $1, $2 and so on.
func (b *batch) exec(ctx context.Context, tx *engine.Tx, statement string) error {
	if b.rows == 0 {
		return nil
	}
	args := make([]string, len(b.arrays))
	for i, a := range b.arrays {
		a = wire.Element.End(a)
		args[i] = string(a)
		if a = a[:0]; tx.Loading() || cap(a) <= keptColumn {
			columnBuffers.Put(&a)
		}
	}
	return tx.Write(ctx, statement, args...)
}

// appendField appends a field, given by its address: NULL for a nil pointer. It panics on an unsupported type.
func appendField(a []byte, f *wire.Form, field any) []byte {
	switch v := field.(type) {
	case *int64:
		return strconv.AppendInt(a, *v, 10)
	case *int:
		return strconv.AppendInt(a, int64(*v), 10)
	case *bool:
		return strconv.AppendBool(a, *v)
	case *decimal.Decimal:
		return jsontext.AppendDecimal(a, *v)
	case *time.Time: // needs no quotes
		return v.UTC().AppendFormat(a, time.RFC3339Nano)
	case *string:
		return wire.AppendText(a, f, *v)
	case *json.RawMessage:
		if *v == nil {
			return wire.AppendText(a, f, JSONNull)
		}
		return wire.AppendText(a, f, *v)
	case **int64:
		return appendPointer(a, f, *v)
	case **decimal.Decimal:
		return appendPointer(a, f, *v)
	case **time.Time:
		return appendPointer(a, f, *v)
	case **string:
		return appendPointer(a, f, *v)
	case **json.RawMessage:
		return appendPointer(a, f, *v)
	case json.Marshaler:
		if text, err := v.MarshalJSON(); err == nil {
			return wire.AppendText(a, f, text)
		}
	case fmt.Stringer:
		return wire.AppendText(a, f, v.String())
	}
	panic(fmt.Sprintf("a column of %T", field))
}

func appendPointer[T any](a []byte, f *wire.Form, at *T) []byte {
	if at == nil {
		return f.AppendNull(a)
	}
	return appendField(a, f, at)
}
