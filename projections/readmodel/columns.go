package readmodel

import (
	"reflect"
	"strings"
	"time"

	"github.com/shopspring/decimal"
)

var (
	timeType    = reflect.TypeFor[time.Time]()
	decimalType = reflect.TypeFor[decimal.Decimal]()
)

// columnsOf returns the SELECT list of a row type: its fields with a db tag. NULL is
// read as the zero value, except by pointers. Times are converted to UTC, because the
// session may be in another time zone and rows are marshalled as they are. An ORDER BY
// must qualify its columns: an unqualified name means the converted value, which has
// no index.
func columnsOf[T any]() string { return columnsWith[T](nil) }

// columnsWith is columnsOf where expressions replace some columns, by their names.
func columnsWith[T any](expressions map[string]string) string {
	var columns []string
	for _, f := range reflect.VisibleFields(reflect.TypeFor[T]()) {
		name := f.Tag.Get("db")
		if name == "" || name == "-" {
			continue
		}
		if expression, ok := expressions[name]; ok {
			columns = append(columns, expression+" AS "+name)
			continue
		}
		columns = append(columns, column(name, f.Type))
	}
	return strings.Join(columns, ", ")
}

func column(name string, t reflect.Type) string {
	whenNull := ""
	switch {
	case t == timeType || t.Kind() == reflect.Pointer && t.Elem() == timeType:
		return name + " AT TIME ZONE 'UTC' AS " + name
	case t == decimalType || t.Kind() == reflect.Int64 || t.Kind() == reflect.Int:
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
