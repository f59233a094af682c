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

// Batch collects rows column by column, as texts of PostgreSQL arrays that one statement unnests.
//
// A batch for an Insertion in a loading transaction collects rows as lines of a COPY instead.
type Batch struct {
	arrays [][]byte
	lines  []byte
	copies bool
	rows   int
}

// Add appends a row. Every row of a batch must have the same number of values.
func (b *Batch) Add(values ...any) {
	if b.copies {
		b.rows++
		for i, v := range values {
			if i > 0 {
				b.lines = wire.Field.Separate(b.lines)
			}
			b.lines = appendValue(b.lines, wire.Field, v)
		}
		b.lines = wire.Field.End(b.lines)
		return
	}
	if b.rows == 0 {
		b.arrays = make([][]byte, len(values))
		for i := range b.arrays {
			b.arrays[i] = wire.Element.Begin(*columnBuffers.Get().(*[]byte))
		}
	}
	for i, v := range values {
		if b.rows > 0 {
			b.arrays[i] = wire.Element.Separate(b.arrays[i])
		}
		b.arrays[i] = appendValue(b.arrays[i], wire.Element, v)
	}
	b.rows++
}

// keptColumn is the maximum size, in bytes, of an array that is kept for later batches.
const keptColumn = 64 << 10

// columnBuffers reuses the emptied arrays of earlier batches. A batch of a rebuild has megabytes, which would
// be copied many times while its arrays grow.
var columnBuffers = sync.Pool{New: func() any { return new([]byte) }}

// AddUnlessNil appends a row, unless it is nil.
func (b *Batch) AddUnlessNil(values []any) {
	if values != nil {
		b.Add(values...)
	}
}

// Exec executes the statement with the columns as arguments $1, $2 and so on. It does nothing when there are
// no rows.
func (b *Batch) Exec(ctx context.Context, tx *engine.Tx, statement string) error {
	if b.rows == 0 {
		return nil
	}
	if b.copies {
		err := tx.Copy(ctx, statement, b.lines)
		b.lines, b.rows = b.lines[:0], 0
		return err
	}
	args := make([]string, len(b.arrays))
	for i, a := range b.arrays {
		a = wire.Element.End(a)
		args[i] = string(a)
		if a = a[:0]; tx.Loading() || cap(a) <= keptColumn {
			columnBuffers.Put(&a)
		}
	}
	b.arrays, b.rows = nil, 0
	return tx.Write(ctx, statement, args...)
}

// appendValue appends a value, or a value given by its address: NULL for nil and nil pointers. It panics on an
// unsupported type.
func appendValue(a []byte, f *wire.Form, value any) []byte {
	switch v := value.(type) {
	case nil:
		return f.AppendNull(a)
	case int64:
		return strconv.AppendInt(a, v, 10)
	case int:
		return strconv.AppendInt(a, int64(v), 10)
	case bool:
		return strconv.AppendBool(a, v)
	case decimal.Decimal:
		return jsontext.AppendDecimal(a, v)
	case time.Time: // needs no quotes
		return v.UTC().AppendFormat(a, time.RFC3339Nano)
	case string:
		return wire.AppendText(a, f, v)
	case json.RawMessage:
		if v == nil {
			v = JSONNull
		}
		return wire.AppendText(a, f, v)
	case *int64:
		return appendAt(a, f, v)
	case *int:
		return appendAt(a, f, v)
	case *bool:
		return appendAt(a, f, v)
	case *decimal.Decimal:
		return appendAt(a, f, v)
	case *time.Time:
		return appendAt(a, f, v)
	case *string:
		return appendAt(a, f, v)
	case *json.RawMessage:
		return appendAt(a, f, v)
	case **int64:
		return appendAt(a, f, *v)
	case **decimal.Decimal:
		return appendAt(a, f, *v)
	case **time.Time:
		return appendAt(a, f, *v)
	case **string:
		return appendAt(a, f, *v)
	}
	panic(fmt.Sprintf("a column of %T", value))
}

func appendAt[T any](a []byte, f *wire.Form, at *T) []byte {
	if at == nil {
		return f.AppendNull(a)
	}
	return appendValue(a, f, *at)
}

// NullIfZero returns nil, which is stored as NULL, for the zero value.
func NullIfZero[T comparable](v T) any {
	var zero T
	if v == zero {
		return nil
	}
	return v
}
