package readmodel

import (
	"fmt"
	"reflect"
	"strings"
	"sync"
)

// memoryFields caches the fields of row types, by the type and then by the column.
var memoryFields sync.Map

// fieldsOf returns the fields of a row type, by column.
func fieldsOf(t reflect.Type) map[string][]int {
	if known, ok := memoryFields.Load(t); ok {
		return known.(map[string][]int)
	}
	fields := make(map[string][]int)
	for _, f := range reflect.VisibleFields(t) {
		if name := f.Tag.Get("db"); name != "" && name != "-" {
			fields[name] = f.Index
		}
	}
	memoryFields.Store(t, fields)
	return fields
}

// setColumns sets the fields of the columns, each given as "name type" or "name", to the
// values of a batch. As in an UPDATE of updateStatement, nil leaves a field as it is.
// Columns that the row type does not have are passed by.
func setColumns(row any, columns []string, values []any) {
	target := reflect.ValueOf(row).Elem()
	fields := fieldsOf(target.Type())
	for i, column := range columns {
		name, _, _ := strings.Cut(column, " ")
		index, known := fields[name]
		value := reflect.ValueOf(values[i])
		if !known || !value.IsValid() {
			continue
		}
		if value.Kind() == reflect.Pointer {
			if value.IsNil() {
				continue
			}
			value = value.Elem()
		}
		setField(target.FieldByIndex(index), value, name)
	}
}

func setField(field, value reflect.Value, name string) {
	if field.Kind() == reflect.Pointer {
		field.Set(reflect.New(field.Type().Elem()))
		field = field.Elem()
	}
	if !value.CanConvert(field.Type()) {
		panic(fmt.Sprintf("column %s: a %s in a field of %s", name, value.Type(), field.Type()))
	}
	field.Set(value.Convert(field.Type()))
}
