package readtable

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"gateway/projections/engine"
)

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

// UpdateStatement returns the statement that updates the rows with the keys of a batch. The key columns come
// first. A NULL leaves the row's value unchanged.
func UpdateStatement(table string, key []string, columns ...string) string {
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
		" FROM " + Unnested(slices.Concat(key, columns)...) + " WHERE " + strings.Join(where, " AND ")
}

func names(columns []string) string {
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i], _, _ = strings.Cut(c, " ")
	}
	return strings.Join(names, ", ")
}
