package readtable

import (
	"reflect"
	"time"

	"github.com/shopspring/decimal"
)

// isTime reports whether a field is a time. It and isDecimal are functions, not variables, because the
// variables that hold tables use them during initialization.
func isTime(t reflect.Type) bool { return t == reflect.TypeFor[time.Time]() }

// isDecimal reports whether a field is a decimal amount.
func isDecimal(t reflect.Type) bool { return t == reflect.TypeFor[decimal.Decimal]() }

// columnFields returns the fields of a row type that have a column.
func columnFields[T any]() (fields []reflect.StructField) {
	for _, f := range reflect.VisibleFields(reflect.TypeFor[T]()) {
		if name := f.Tag.Get("db"); name != "" && name != "-" {
			fields = append(fields, f)
		}
	}
	return fields
}

// selected returns the SELECT list for the fields.
func selected[T any](expressions map[string]string, fields []reflect.StructField) (columns []string) {
	for _, f := range fields {
		name := f.Tag.Get("db")
		if expression, ok := expressions[name]; ok {
			columns = append(columns, expression+" AS "+name)
			continue
		}
		columns = append(columns, column(name, f.Type))
	}
	return columns
}

func column(name string, t reflect.Type) string {
	whenNull := ""
	switch {
	case isTime(t) || t.Kind() == reflect.Pointer && isTime(t.Elem()):
		return name + " AT TIME ZONE 'UTC' AS " + name
	case isDecimal(t) || t.Kind() == reflect.Int64 || t.Kind() == reflect.Int:
		whenNull = "0"
	case t.Kind() == reflect.String:
		whenNull = "''"
	case t.Kind() == reflect.Bool:
		whenNull = "false"
	default:
		return name
	}
	return "COALESCE(" + name + ", " + whenNull + ") AS " + name
}
