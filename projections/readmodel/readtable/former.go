package readtable

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"gateway/domain/jsontext"
	"gateway/eventstore/wire"
	"gateway/projections/engine"

	"github.com/shopspring/decimal"
)

// This file has the former toolkit, which only feedrows still uses.

// Of returns the table, or join of tables, with a column for each field of T that has a db tag.
func Of[T any](from string) Table[T] {
	return TableOf(from, func(row *T, f *Fields) {
		value := reflect.ValueOf(row).Elem()
		for _, field := range reflect.VisibleFields(value.Type()) {
			if name := field.Tag.Get("db"); name != "" && name != "-" {
				f.At(name, value.FieldByIndex(field.Index).Addr().Interface())
			}
		}
	})
}

// FormerColumn is a column of rows of type R.
type FormerColumn[R any] struct {
	// Name is the column's name and type, as in "id bigint".
	Name string
	// Of returns the column's value in a row, or its address.
	Of func(row *R) any
}

// At returns the column with a name and type, and a value that is found by of (FormerColumn.Of).
func At[R any](name string, of func(row *R) any) FormerColumn[R] { return FormerColumn[R]{name, of} }

// Columns are columns of rows of type R.
type Columns[R any] []FormerColumn[R]

// Only returns the columns with these names and types, in the order of the names. It panics when one is
// missing.
func (c Columns[R]) Only(names ...string) Columns[R] {
	some := make(Columns[R], len(names))
	for i, name := range names {
		some[i] = c[slices.IndexFunc(c, func(column FormerColumn[R]) bool { return column.Name == name })]
	}
	return some
}

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

// Write is a batch and the statement that writes it.
type Write struct {
	Rows      *Batch
	Statement string
}

// WriteBy returns the write of a batch by a statement that InsertStatement or UpdateStatement made.
func WriteBy(rows *Batch, statement string) Write { return Write{rows, statement} }

// Insertion inserts new rows that cannot conflict with existing ones.
type Insertion struct{ Insert, Copy string }

// InsertionInto returns an Insertion of rows with these columns, each given as "name type".
func InsertionInto(table string, columns ...string) Insertion {
	return Insertion{
		Insert: InsertStatement(table, columns...),
		Copy:   "COPY " + table + " (" + names(columns) + ") FROM STDIN",
	}
}

// Batch returns an empty batch for rows to be written in the transaction.
func (Insertion) Batch(tx *engine.Tx) Batch { return Batch{copies: tx.Loading()} }

// Of returns the write of rows collected in a batch from Insertion.Batch.
func (i Insertion) Of(rows *Batch) Write {
	if rows.copies {
		return Write{rows, i.Copy}
	}
	return Write{rows, i.Insert}
}

// ExecAll executes the statements in order.
func ExecAll(ctx context.Context, tx *engine.Tx, steps ...Write) error {
	for _, s := range steps {
		if err := s.Rows.Exec(ctx, tx, s.Statement); err != nil {
			return err
		}
	}
	return nil
}

// Unnested returns a FROM item named n: the columns of a batch, each given as
// "name type".
func Unnested(columns ...string) string {
	arrays := make([]string, len(columns))
	for i, c := range columns {
		_, typ, _ := strings.Cut(c, " ")
		arrays[i] = fmt.Sprintf("$%d::%s[]", i+1, typ)
	}
	return "unnest(" + strings.Join(arrays, ", ") + ") AS n (" + names(columns) + ")"
}

// InsertStatement returns the statement that inserts a batch with these columns.
func InsertStatement(table string, columns ...string) string {
	return "INSERT INTO " + table + " AS t (" + names(columns) + ") SELECT * FROM " + Unnested(columns...)
}

func names(columns []string) string {
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i], _, _ = strings.Cut(c, " ")
	}
	return strings.Join(names, ", ")
}
