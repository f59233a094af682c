package readtable

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"gateway/projections/engine"
)

// Writer writes rows of type R by one statement, in which the columns of all rows are arrays that it unnests as n.
type Writer[R any] struct {
	statement string
	// copy is the COPY that replaces the statement in a transaction that loads many rows, or empty.
	copy    string
	list    func(*R, *Fields)
	columns []Column
	// whole is true when a zero field is written as it is.
	whole bool
}

// Step is a part of what a read model writes for a batch.
type Step func(ctx context.Context, tx *engine.Tx) error

// Run takes the steps in order.
func Run(ctx context.Context, tx *engine.Tx, steps ...Step) error {
	for _, step := range steps {
		if err := step(ctx, tx); err != nil {
			return err
		}
	}
	return nil
}

// Insert returns the writer that inserts rows, with all columns but those apart, or with only the named ones.
func Insert[R any](table string, list func(*R, *Fields), only ...string) Writer[R] {
	w := of(list, func(c Column) bool { return c.use != apart && (len(only) == 0 || slices.Contains(only, c.Name)) })
	w.statement = "INSERT INTO " + table + " AS t (" + w.names() + ") SELECT * FROM " + w.unnested()
	return w
}

// OrCopy returns the writer of an Insert with a COPY for transactions that load many rows, which must be new ones.
func (w Writer[R]) OrCopy() Writer[R] {
	table, _, _ := strings.Cut(strings.TrimPrefix(w.statement, "INSERT INTO "), " ")
	w.copy = "COPY " + table + " (" + w.names() + ") FROM STDIN"
	return w
}

// OnConflict returns the writer of an Insert with an ON CONFLICT clause, which begins with the key. It writes whole
// rows.
func (w Writer[R]) OnConflict(clause string) Writer[R] {
	w.statement, w.whole = w.statement+" ON CONFLICT "+clause, true
	return w
}

// Upsert returns the writer that inserts whole rows, or sets the columns that change in the rows with their keys.
func Upsert[R any](table string, list func(*R, *Fields), key ...string) Writer[R] {
	var set []string
	for _, c := range ColumnsOf(list) {
		if c.use == changed {
			set = append(set, c.Name+" = excluded."+c.Name)
		}
	}
	return Insert(table, list).OnConflict("(" + strings.Join(key, ", ") + ") DO UPDATE SET " + strings.Join(set, ", "))
}

// Update returns the writer that sets the columns that change in the rows with their keys.
func Update[R any](table string, list func(*R, *Fields), key ...string) Writer[R] {
	w := of(list, func(c Column) bool { return c.use == changed || slices.Contains(key, c.Name) })
	var set []string
	for _, c := range w.columns {
		if !slices.Contains(key, c.Name) {
			set = append(set, c.Name+" = COALESCE(n."+c.Name+", t."+c.Name+")")
		}
	}
	w.statement = "UPDATE " + table + " AS t SET " + strings.Join(set, ", ") + " FROM " + w.unnested() + " WHERE " + sameKey(key)
	return w
}

// Delete returns the writer that deletes the rows with the keys.
func Delete[R any](table string, list func(*R, *Fields), key ...string) Writer[R] {
	return Custom("DELETE FROM "+table+" AS t USING {rows} WHERE "+sameKey(key), list, key...)
}

func sameKey(key []string) string {
	same := make([]string, len(key))
	for i, name := range key {
		same[i] = "t." + name + " = n." + name
	}
	return strings.Join(same, " AND ")
}

// Custom returns the writer of a statement in which {rows} stands for the FROM item n, with these columns of the rows.
func Custom[R any](statement string, list func(*R, *Fields), names ...string) Writer[R] {
	w := of(list, func(c Column) bool { return slices.Contains(names, c.Name) })
	w.statement = strings.Replace(statement, "{rows}", w.unnested(), 1)
	return w
}

// of returns a writer of those columns that a condition selects.
func of[R any](list func(*R, *Fields), is func(Column) bool) Writer[R] {
	return Writer[R]{list: list, columns: slices.DeleteFunc(ColumnsOf(list), func(c Column) bool { return !is(c) })}
}

// unnested returns the FROM item n.
func (w Writer[R]) unnested() string {
	arrays := make([]string, len(w.columns))
	for i, c := range w.columns {
		arrays[i] = fmt.Sprintf("$%d::%s[]", i+1, c.sqlType)
	}
	return "unnest(" + strings.Join(arrays, ", ") + ") AS n (" + w.names() + ")"
}

func (w Writer[R]) names() string {
	names := make([]string, len(w.columns))
	for i, c := range w.columns {
		names[i] = c.Name
	}
	return strings.Join(names, ", ")
}

// Rows writes the rows. It does nothing when there are none.
func (w Writer[R]) Rows(rows ...*R) Step { return w.RowsIf(rows, func(*R) bool { return true }) }

// RowsIf writes those rows that a condition selects. It does nothing when there are none.
func (w Writer[R]) RowsIf(rows []*R, is func(*R) bool) Step {
	return func(ctx context.Context, tx *engine.Tx) error {
		b := batch{copies: w.copy != "" && tx.Loading()}
		var f Fields
		for _, row := range rows {
			if !is(row) {
				continue
			}
			f.Addresses = f.Addresses[:0]
			w.list(row, &f)
			assigned, _ := any(row).(interface{ isAssigned(field any) bool })
			b.begin(len(w.columns))
			for i, c := range w.columns {
				field := f.Addresses[c.Place]
				isNull := c.use == changed && !w.whole && IsZero(field) && (assigned == nil || !assigned.isAssigned(field))
				b.add(i, field, isNull)
			}
			b.end()
		}
		if b.copies {
			return b.copy(ctx, tx, w.copy)
		}
		return b.exec(ctx, tx, w.statement)
	}
}
