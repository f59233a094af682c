package feedrows

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"gateway/domain/jsontext"
	"gateway/projections/readmodel/readtable"

	"github.com/shopspring/decimal"
)

// StoredColumns are the columns of rows of type R in the order in which a state stores them. Make them with
// StoredColumnsOf.
type StoredColumns[R any] []storedColumn[R]

type storedColumn[R any] struct {
	name string
	of   func(*R) any
}

// StoredColumnsOf returns columns whose values are given by their addresses.
func StoredColumnsOf[R any](columns readtable.Columns[R]) StoredColumns[R] {
	var all StoredColumns[R]
	for _, c := range columns {
		name, _, _ := strings.Cut(c.Name, " ")
		all = append(all, storedColumn[R]{name, c.Of})
	}
	slices.SortFunc(all, func(a, b storedColumn[R]) int { return cmp.Compare(a.name, b.name) })
	return all
}

// Encode writes all columns of a row, including those that its JSON does not show. It leaves out zero values.
func (s StoredColumns[R]) Encode(row *R) (json.RawMessage, error) {
	o := jsontext.Begin(make([]byte, 0, usualBody))
	for _, c := range s {
		if value := c.of(row); !readtable.IsZero(value) {
			appendColumn(&o, c.name, value)
		}
	}
	return o.End()
}

// appendColumn writes a value, given by its address. A pointer is not nil.
func appendColumn(o *jsontext.Object, name string, value any) {
	switch v := value.(type) {
	case *int64:
		o.Int(name, *v)
	case *int:
		o.Int(name, int64(*v))
	case *bool:
		o.Bool(name, *v)
	case *string:
		o.String(name, *v)
	case *json.RawMessage:
		o.Raw(name, *v)
	case *decimal.Decimal:
		o.Decimal(name, *v)
	case *time.Time:
		o.Time(name, *v)
	case **int64:
		o.Int(name, **v)
	case **string:
		o.String(name, **v)
	case **decimal.Decimal:
		o.Decimal(name, **v)
	case **time.Time:
		o.Time(name, **v)
	default:
		o.Other(name, value)
	}
}

// Decode reads what Encode wrote into a new row. It skips columns that the row type no longer has.
func (s StoredColumns[R]) Decode(state []byte, row *R) error {
	rest := s // a state is in the same order
	err := jsontext.Members(state, func(name, text []byte) error {
		for len(rest) > 0 && rest[0].name < string(name) {
			rest = rest[1:]
		}
		if len(rest) == 0 || rest[0].name != string(name) {
			return nil
		}
		return readColumn(rest[0].of(row), text)
	})
	if err != nil {
		return fmt.Errorf("the columns of a %T: %w", *row, err)
	}
	return nil
}

// readColumn reads JSON into a value, given by its address, as json.Unmarshal does.
func readColumn(value any, text []byte) error {
	switch v := value.(type) {
	case *string:
		return readString(v, text)
	case **string:
		*v = new(string)
		return readString(*v, text)
	case *decimal.Decimal:
		return v.UnmarshalJSON(text)
	case **decimal.Decimal:
		*v = new(decimal.Decimal)
		return (*v).UnmarshalJSON(text)
	case *time.Time:
		return v.UnmarshalJSON(text)
	case **time.Time:
		*v = new(time.Time)
		return (*v).UnmarshalJSON(text)
	}
	return json.Unmarshal(text, value)
}

func readString(to *string, text []byte) error {
	if bytes.IndexByte(text, '\\') >= 0 || len(text) < 2 {
		return json.Unmarshal(text, to)
	}
	*to = string(text[1 : len(text)-1])
	return nil
}
