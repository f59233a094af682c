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

// columnsOf lists the columns of a row type for a SELECT. A field that is no
// pointer reads NULL as its zero value. Times come in UTC whatever the time zone
// of the session, since rows are marshalled as they are. An ORDER BY must qualify
// its columns: the bare name is that of the expression, which no index knows.
func columnsOf[T any]() string {
	var columns []string
	for _, f := range reflect.VisibleFields(reflect.TypeFor[T]()) {
		name := f.Tag.Get("db")
		if name == "" || name == "-" {
			continue
		}
		columns = append(columns, column(name, f.Type))
	}
	return strings.Join(columns, ", ")
}

func column(name string, t reflect.Type) string {
	absent := ""
	switch {
	case t == timeType || t.Kind() == reflect.Pointer && t.Elem() == timeType:
		return name + " AT TIME ZONE 'UTC' AS " + name
	case t == decimalType || t.Kind() == reflect.Int64 || t.Kind() == reflect.Int:
		absent = "0"
	case t.Kind() == reflect.String:
		absent = "''"
	case t.Kind() == reflect.Bool:
		absent = "false"
	default:
		return name
	}
	return "COALESCE(" + name + ", " + absent + ") AS " + name
}
