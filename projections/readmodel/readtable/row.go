package readtable

import (
	"encoding/json"
	"slices"
	"time"

	"github.com/shopspring/decimal"
)

// Column is a column of rows of type R.
type Column[R any] struct {
	// Name is the column's name and type, as in "id bigint".
	Name string
	// Of returns the column's value in a row, or its address.
	Of func(row *R) any
}

// At returns the column with a name and type, and a value that is found by of (Column.Of).
func At[R any](name string, of func(row *R) any) Column[R] { return Column[R]{name, of} }

// Columns are columns of rows of type R. They name each column beside its field, so that a statement and its
// values cannot disagree.
type Columns[R any] []Column[R]

// Names returns the name and type of each column.
func (c Columns[R]) Names() []string {
	all := make([]string, len(c))
	for i := range c {
		all[i] = c[i].Name
	}
	return all
}

// Only returns the columns with these names and types, in the order of the names. It panics when one is
// missing.
func (c Columns[R]) Only(names ...string) Columns[R] {
	some := make(Columns[R], len(names))
	for i, name := range names {
		some[i] = c[slices.IndexFunc(c, func(column Column[R]) bool { return column.Name == name })]
	}
	return some
}

// Values appends the row's values to others.
func (c Columns[R]) Values(values []any, row *R) []any {
	for i := range c {
		values = append(values, c[i].Of(row))
	}
	return values
}

// Changes appends the values that a batch set in a row to others, and nil for the fields that it left zero.
// Assigned are those that it set to zero.
func (c Columns[R]) Changes(values []any, row *R, assigned Assigned) []any {
	for i := range c {
		value := c[i].Of(row)
		if IsZero(value) && !slices.Contains(assigned, value) {
			value = nil
		}
		values = append(values, value)
	}
	return values
}

// Assigned has the addresses of the fields that a batch set although zero may be their new value. A zero field
// that is not among them is unchanged.
type Assigned []any

// Assign sets a field of the row to which the Assigned belong.
func Assign[T comparable](a *Assigned, field *T, value T) {
	*field = value
	if !slices.Contains(*a, any(field)) {
		*a = append(*a, field)
	}
}

// SetUnlessZero sets a field, unless the value is the zero value.
func SetUnlessZero[T comparable](field *T, value T) {
	var zero T
	if value != zero {
		*field = value
	}
}

// PointUnlessZero sets a pointer to the value, unless it is the zero value.
func PointUnlessZero[T comparable](field **T, value T) {
	var zero T
	if value != zero {
		*field = &value
	}
}

// IsZero reports whether the value of a column, given by its address, is zero. A pointer to zero is not.
func IsZero(value any) bool {
	switch v := value.(type) {
	case *int64:
		return *v == 0
	case *int:
		return *v == 0
	case *bool:
		return !*v
	case *string:
		return *v == ""
	case interface{ IsZero() bool }:
		return v.IsZero()
	case *json.RawMessage:
		return *v == nil
	case **int64:
		return *v == nil
	case **string:
		return *v == nil
	case **decimal.Decimal:
		return *v == nil
	case **time.Time:
		return *v == nil
	}
	return false
}
