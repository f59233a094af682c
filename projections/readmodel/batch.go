package readmodel

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"gateway/projections/engine"

	"github.com/shopspring/decimal"
)

// batch gathers rows column by column, as the texts of PostgreSQL arrays that one
// statement unnests.
type batch struct {
	arrays [][]byte
	rows   int
}

// add appends a row. Every row of a batch has the same number of values.
func (b *batch) add(values ...any) {
	if b.rows == 0 {
		b.arrays = make([][]byte, len(values))
	}
	b.rows++
	for i, v := range values {
		b.arrays[i] = appendElement(append(b.arrays[i], ','), v)
	}
}

// addSaid appends a row, unless it is nil: nothing was said.
func (b *batch) addSaid(values []any) {
	if values != nil {
		b.add(values...)
	}
}

// exec runs the statement with the columns as arguments $1, $2 ... unless there
// are no rows.
func (b *batch) exec(ctx context.Context, tx *engine.Tx, statement string) error {
	if b.rows == 0 {
		return nil
	}
	args := make([]any, len(b.arrays))
	for i, a := range b.arrays {
		a[0] = '{' // in place of the first comma
		args[i] = string(append(a, '}'))
	}
	_, err := tx.Exec(ctx, statement, args...)
	return err
}

// step is a batch with its statement.
type step struct {
	rows      *batch
	statement string
}

// inOrder executes the steps one after the other.
func inOrder(ctx context.Context, tx *engine.Tx, steps ...step) error {
	for _, s := range steps {
		if err := s.rows.exec(ctx, tx, s.statement); err != nil {
			return err
		}
	}
	return nil
}

// appendElement writes one element of an array: NULL for nil and nil pointers.
func appendElement(a []byte, value any) []byte {
	switch v := value.(type) {
	case nil:
		return append(a, "NULL"...)
	case int64:
		return strconv.AppendInt(a, v, 10)
	case int:
		return strconv.AppendInt(a, int64(v), 10)
	case bool:
		return strconv.AppendBool(a, v)
	case decimal.Decimal:
		return append(a, v.String()...)
	case time.Time:
		return v.UTC().AppendFormat(a, time.RFC3339Nano)
	case string:
		return appendQuoted(a, v)
	case json.RawMessage:
		if v == nil {
			return append(a, `"null"`...)
		}
		return appendQuoted(a, string(v))
	case *decimal.Decimal:
		return appendPointer(a, v)
	case *time.Time:
		return appendPointer(a, v)
	case *bool:
		return appendPointer(a, v)
	}
	panic(fmt.Sprintf("a column of %T", value))
}

func appendPointer[T any](a []byte, p *T) []byte {
	if p == nil {
		return append(a, "NULL"...)
	}
	return appendElement(a, *p)
}

// appendQuoted leaves out NUL, which no text of PostgreSQL can hold: what the
// provider says must not be able to halt a projection.
func appendQuoted(a []byte, s string) []byte {
	a = append(a, '"')
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case 0:
			continue
		case '"', '\\':
			a = append(a, '\\')
		}
		a = append(a, s[i])
	}
	return append(a, '"')
}

// orNull gives NULL for the zero value.
func orNull[T comparable](v T) any {
	var zero T
	if v == zero {
		return nil
	}
	return v
}

// unnested names the columns of a batch, each given as "name type", as the table n
// of a FROM clause.
func unnested(columns ...string) string {
	arrays := make([]string, len(columns))
	for i, c := range columns {
		_, typ, _ := strings.Cut(c, " ")
		arrays[i] = fmt.Sprintf("$%d::%s[]", i+1, typ)
	}
	return "unnest(" + strings.Join(arrays, ", ") + ") AS n (" + names(columns) + ")"
}

// insertion is the statement that inserts a batch.
func insertion(table string, columns ...string) string {
	return "INSERT INTO " + table + " AS t (" + names(columns) + ") SELECT * FROM " + unnested(columns...)
}

// patching is the statement that updates the rows with the keys of the batch, whose
// columns come first. NULL leaves a column as it is.
func patching(table string, key []string, columns ...string) string {
	set, where := make([]string, len(columns)), make([]string, len(key))
	for i, c := range columns {
		name, _, _ := strings.Cut(c, " ")
		set[i] = name + " = COALESCE(n." + name + ", t." + name + ")"
	}
	for i, k := range key {
		name, _, _ := strings.Cut(k, " ")
		where[i] = "t." + name + " = n." + name
	}
	return "UPDATE " + table + " AS t SET " + strings.Join(set, ", ") +
		" FROM " + unnested(slices.Concat(key, columns)...) + " WHERE " + strings.Join(where, " AND ")
}

func names(columns []string) string {
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i], _, _ = strings.Cut(c, " ")
	}
	return strings.Join(names, ", ")
}
