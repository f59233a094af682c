package readtable

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/shopspring/decimal"
)

// Fields lists the columns of a row, each with the address of its field. A row type has one method that lists
// them. Queries (TableOf) and statements (Insert, Update and so on) share it:
//
//	func (m *Mail) columns(f *readtable.Fields) {
//		f.At("id", &m.ID).At("kind", &m.Kind)
//		f.Later("status", &m.Status)
//	}
//
// The type of a column in PostgreSQL follows from its field. A type after the name, as in "data text", replaces it.
type Fields struct {
	// Addresses has the addresses of the fields.
	Addresses []any
	// describe collects the columns.
	describe func(column string, field any, u use)
}

// Column is a column of a row type.
type Column struct {
	Name string
	// Place is the column's place among the fields of a row.
	Place int
	// sqlType is the type in PostgreSQL.
	sqlType string
	// whenNull is what a query reads in place of NULL, or empty.
	whenNull string
	use      use
}

// use says which statements write a column.
type use byte

const (
	inserted use = iota
	changed
	apart
)

// At adds a column that is set when the row is inserted, and never changes. It returns f.
func (f *Fields) At(column string, field any) *Fields { return f.add(column, field, inserted) }

// Later adds a column that later events set. Insert and Custom write NULL for a zero field, unless it was assigned
// (Changed); Update leaves its column unchanged. It returns f.
func (f *Fields) Later(column string, field any) *Fields { return f.add(column, field, changed) }

// Apart adds a column that only statements of its own write (Custom), or that the database computes. It returns f.
func (f *Fields) Apart(column string, field any) *Fields { return f.add(column, field, apart) }

func (f *Fields) add(column string, field any, u use) *Fields {
	f.Addresses = append(f.Addresses, field)
	if f.describe != nil {
		f.describe(column, field, u)
	}
	return f
}

// ColumnsOf returns the columns that a row type lists.
func ColumnsOf[R any](list func(*R, *Fields)) (columns []Column) {
	f := Fields{describe: func(column string, field any, u use) {
		name, sqlType, given := strings.Cut(column, " ")
		c := Column{Name: name, Place: len(columns), use: u}
		c.sqlType, c.whenNull = typeOf(field)
		if given {
			c.sqlType = sqlType
		}
		columns = append(columns, c)
	}}
	list(new(R), &f)
	return columns
}

// typeOf returns the type in PostgreSQL of a field, given by its address, and what a query reads in place of NULL.
// Either is empty when there is none.
func typeOf(field any) (sqlType, whenNull string) {
	switch field.(type) {
	case *int64, *int:
		return "bigint", "0"
	case *decimal.Decimal:
		return "numeric", "0"
	case *string:
		return "text", "''"
	case *bool:
		return "boolean", "false"
	case *time.Time, **time.Time:
		return "timestamptz", ""
	case *json.RawMessage, **json.RawMessage:
		return "json", ""
	case **int64:
		return "bigint", ""
	case **decimal.Decimal:
		return "numeric", ""
	case **string:
		return "text", ""
	}
	return "", ""
}

// selected returns the item of a SELECT list. A field that is no pointer is zero when the column is NULL.
func (c Column) selected(expressions map[string]string) string {
	switch expression, ok := expressions[c.Name]; {
	case ok:
		return expression + " AS " + c.Name
	case c.sqlType == "timestamptz":
		return c.Name + " AT TIME ZONE 'UTC' AS " + c.Name
	case c.whenNull != "":
		return "COALESCE(" + c.Name + ", " + c.whenNull + ") AS " + c.Name
	}
	return c.Name
}

// Changed is embedded in a row type that can also hold a batch's changes to a row.
type Changed struct {
	// New is true when the batch adds the row.
	New bool
	// assigned has the addresses of the fields that the batch set although zero may be their new value. Another zero
	// field is unchanged.
	assigned []any
}

// IsNew reports whether the batch adds the row.
func (c *Changed) IsNew() bool { return c.New }

// IsKnown reports whether the row is older than the batch.
func (c *Changed) IsKnown() bool { return !c.New }

// Assigned says that the fields at these addresses were set, be it to zero.
func (c *Changed) Assigned(fields ...any) {
	for _, field := range fields {
		if !c.isAssigned(field) {
			c.assigned = append(c.assigned, field)
		}
	}
}

func (c *Changed) isAssigned(field any) bool { return slices.Contains(c.assigned, field) }

// Assign sets a field of the row that embeds c.
func Assign[T any](c *Changed, field *T, value T) {
	*field = value
	c.Assigned(field)
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

// IsZero reports whether a field, given by its address, is zero. A pointer to zero is not.
func IsZero(field any) bool {
	switch v := field.(type) {
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
	case **json.RawMessage:
		return *v == nil
	}
	return false
}
