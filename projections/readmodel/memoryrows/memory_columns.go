package memoryrows

import (
	"fmt"
	"reflect"
	"strings"
	"sync"
)

// memoryFields caches the fields of row types by type and column.
var memoryFields sync.Map

// FieldsOf returns the fields of a row type by column.
func FieldsOf(t reflect.Type) map[string][]int {
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

// setColumns sets the fields of the columns, each given as "name type" or "name", to the values of a batch.
// As in readtable.UpdateStatement, nil leaves a field unchanged. It skips columns that the row type does not
// have.
func setColumns(row any, columns []string, values []any) {
	target := reflect.ValueOf(row).Elem()
	fields := fieldsOfColumns(target.Type(), columns)
	for i, index := range fields {
		value := reflect.ValueOf(values[i])
		if index == nil || !value.IsValid() {
			continue
		}
		if value.Kind() == reflect.Pointer {
			if value.IsNil() {
				continue
			}
			value = value.Elem()
		}
		setField(target.FieldByIndex(index), value, columns[i])
	}
}

// columnList identifies a list of columns for a row type.
type columnList struct {
	row   reflect.Type
	first *string
	n     int
}

// columnLists caches the results of fieldsOfColumns. The lists are variables of the package.
var columnLists sync.Map

// fieldsOfColumns returns the field of each column, or nil for a column that the row type does not have.
func fieldsOfColumns(t reflect.Type, columns []string) [][]int {
	key := columnList{t, &columns[0], len(columns)}
	if known, ok := columnLists.Load(key); ok {
		return known.([][]int)
	}
	byName, fields := FieldsOf(t), make([][]int, len(columns))
	for i, column := range columns {
		name, _, _ := strings.Cut(column, " ")
		fields[i] = byName[name]
	}
	columnLists.Store(key, fields)
	return fields
}

func setField(field, value reflect.Value, name string) {
	if field.Kind() == reflect.Pointer {
		field.Set(reflect.New(field.Type().Elem()))
		field = field.Elem()
	}
	if value.Type() == field.Type() {
		field.Set(value)
		return
	}
	if !value.CanConvert(field.Type()) {
		panic(fmt.Sprintf("column %s: a %s in a field of %s", name, value.Type(), field.Type()))
	}
	field.Set(value.Convert(field.Type()))
}
