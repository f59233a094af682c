package readmodel

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"gateway/projections/engine"
)

// write is a batch and the statement that writes it.
type write struct {
	rows      *batch
	statement string
}

// insertion inserts new rows, which nothing conflicts with.
type insertion struct{ insert, copy string }

// insertionInto returns the insertion of rows with these columns, each given as "name type".
func insertionInto(table string, columns ...string) insertion {
	return insertion{
		insert: insertStatement(table, columns...),
		copy:   "COPY " + table + " (" + names(columns) + ") FROM STDIN",
	}
}

// batch returns an empty batch for rows that are written in the transaction.
func (insertion) batch(tx *engine.Tx) batch { return batch{copies: tx.Loading()} }

// of writes rows that batch returned.
func (i insertion) of(rows *batch) write {
	if rows.copies {
		return write{rows, i.copy}
	}
	return write{rows, i.insert}
}

// execAll executes the statements in order.
func execAll(ctx context.Context, tx *engine.Tx, steps ...write) error {
	for _, s := range steps {
		if err := s.rows.exec(ctx, tx, s.statement); err != nil {
			return err
		}
	}
	return nil
}

// unnested returns a FROM item named n: the columns of a batch, each given as
// "name type".
func unnested(columns ...string) string {
	arrays := make([]string, len(columns))
	for i, c := range columns {
		_, typ, _ := strings.Cut(c, " ")
		arrays[i] = fmt.Sprintf("$%d::%s[]", i+1, typ)
	}
	return "unnest(" + strings.Join(arrays, ", ") + ") AS n (" + names(columns) + ")"
}

// insertStatement returns the statement that inserts a batch with these columns.
func insertStatement(table string, columns ...string) string {
	return "INSERT INTO " + table + " AS t (" + names(columns) + ") SELECT * FROM " + unnested(columns...)
}

// updateStatement returns the statement that updates the rows with the keys of a
// batch, whose key columns come first. A NULL leaves the row's value as it is.
func updateStatement(table string, key []string, columns ...string) string {
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
