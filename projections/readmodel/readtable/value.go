package readtable

import (
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"gateway/domain/jsontext"
	"gateway/eventstore/wire"

	"github.com/shopspring/decimal"
)

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
